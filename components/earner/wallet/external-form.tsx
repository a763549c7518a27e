"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { Field, Input } from "@/components/ui/form/field";
import type { EarnerExternalBadge } from "@/lib/credentials/external-badges/schema";
import { apiMe, buildLocalFailure } from "@/components/api";
import { onDemand } from "@/components/on-demand";
import { Form } from "@/components/ui/form/form";
import { readField, readFieldOrNull } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";

const externalBadgeSchemas = () => import("@/lib/credentials/external-badges/schema");

const externalBadgeSchema = onDemand(async () => (await externalBadgeSchemas()).ExternalBadgeInput);

const externalAddressSchema = onDemand(async () => (await externalBadgeSchemas()).ExternalAddressInput);

const LIST = "/wallet/external_badges";

/** Adds a badge, then opens the list with a confirmation. */
function useAddBadge() {
  const t = useTranslations("wallet.external");
  const router = useRouter();
  const add = (body: unknown) => apiMe<EarnerExternalBadge>("POST", "/external_badges", body);
  const done = ({ badge_name: name }: EarnerExternalBadge) => {
    router.push(LIST);
    return t("added", { name });
  };
  return { add, done, action: t("add") };
}

/** A form to add a badge by its address. */
export function ExternalByAddress() {
  const t = useTranslations("wallet.external");
  const { add, done, action } = useAddBadge();
  return (
    <Form
      fields={["url", "recipient"]}
      schema={externalAddressSchema}
      read={(form) => ({ url: readField(form, "url") })}
      send={add}
      done={done}
      action={action}
    >
      {(problems) => (
        <TextField
          name="url"
          type="url"
          label={t("url")}
          hint={t("url_hint")}
          placeholder="https://"
          problems={{ ...problems, ...(problems.recipient ? { url: problems.recipient } : {}) }}
        />
      )}
    </Form>
  );
}

/** The largest file that fits into a request as base64 (lib/http/endpoints/body.ts). */
const MAX_BYTES = 7 * 1024 * 1024;

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(buildLocalFailure("unreadable_badge")));
    reader.readAsDataURL(file);
  });

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

/** Builds the request body from a PNG with the badge or from its text. The first bytes decide, not the name. */
async function buildFileBody(file: FormDataEntryValue | null): Promise<Record<string, string>> {
  if (!(file instanceof File) || file.size === 0) throw buildLocalFailure("required", "file");
  if (file.size > MAX_BYTES) throw buildLocalFailure("body_too_large");
  const head = new Uint8Array(await file.slice(0, PNG_SIGNATURE.length).arrayBuffer());
  if (PNG_SIGNATURE.every((byte, index) => head[index] === byte)) {
    return { image: await readDataUrl(new File([file], "badge.png", { type: "image/png" })) };
  }
  return { assertion: await file.text() };
}

/** A form to add a badge from a file: JSON, or a PNG that contains the badge. */
export function ExternalByFile() {
  const t = useTranslations("wallet.external");
  const { add, done, action } = useAddBadge();
  return (
    <Form
      fields={["file", "image", "assertion", "recipient"]}
      schema={externalBadgeSchema}
      read={(form) => buildFileBody(form.get("file"))}
      send={add}
      done={done}
      action={action}
    >
      {(problems) => (
        <Field
          label={t("file")}
          hint={t("file_hint")}
          error={problems.file ?? problems.image ?? problems.assertion ?? problems.recipient}
        >
          {(control) => (
            <Input
              {...control}
              type="file"
              name="file"
              accept="image/png,application/json,application/ld+json,.json,.png,.jwt,.txt"
              className="py-2"
            />
          )}
        </Field>
      )}
    </Form>
  );
}

const FIELD_NAMES = {
  name: "badge.badge_name",
  issuer: "badge.issuer_name",
  description: "badge.badge_description",
  issued: "badge.issued_at_date",
  expires: "badge.expires_at_date",
  page: "badge.badge_url",
  skills: "badge.skills",
} as const;

const readBadgeFields = (form: FormData) => ({
  badge_name: readField(form, FIELD_NAMES.name),
  issuer_name: readField(form, FIELD_NAMES.issuer),
  badge_description: readFieldOrNull(form, FIELD_NAMES.description),
  issued_at_date: readFieldOrNull(form, FIELD_NAMES.issued),
  expires_at_date: readFieldOrNull(form, FIELD_NAMES.expires),
  badge_url: readFieldOrNull(form, FIELD_NAMES.page),
  skills: readField(form, FIELD_NAMES.skills)
    .split(/[,、,]/u)
    .map((skill) => skill.trim())
    .filter((skill) => skill !== ""),
});

/** A form to enter the details of a badge by hand. Such a badge is not verified. */
export function ExternalByHand() {
  const t = useTranslations("wallet.external");
  const { add, done, action } = useAddBadge();
  return (
    <Form
      fields={Object.values(FIELD_NAMES)}
      schema={externalBadgeSchema}
      read={(form) => ({ badge: readBadgeFields(form) })}
      send={add}
      done={done}
      action={action}
    >
      {(problems) => (
        <>
          <TextField name={FIELD_NAMES.name} label={t("name")} maxLength={255} problems={problems} />
          <TextField name={FIELD_NAMES.issuer} label={t("issuer")} maxLength={255} problems={problems} />
          <TextField
            name={FIELD_NAMES.description}
            label={t("description")}
            maxLength={5_000}
            problems={problems}
            isOptional
            isLong
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name={FIELD_NAMES.issued}
              type="date"
              label={t("issued_on")}
              problems={problems}
              isOptional
            />
            <TextField
              name={FIELD_NAMES.expires}
              type="date"
              label={t("expires_on")}
              problems={problems}
              isOptional
            />
          </div>
          <TextField
            name={FIELD_NAMES.page}
            type="url"
            label={t("page")}
            placeholder="https://"
            problems={problems}
            isOptional
          />
          <TextField
            name={FIELD_NAMES.skills}
            label={t("skills")}
            hint={t("skills_hint")}
            problems={problems}
            isOptional
          />
        </>
      )}
    </Form>
  );
}
