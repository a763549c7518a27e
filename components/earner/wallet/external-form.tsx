"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { Field, Input } from "@/components/ui/field";
import type { EarnerExternalBadge } from "@/lib/credentials/external-badges/schema";
import { apiOfMe, notSent } from "@/components/api";
import { TextField } from "./text-field";
import { typed, typedFully, typedOrNull, WriteForm } from "./write-form";

const LIST = "/wallet/external_badges";

/** Adds a badge, then opens the list with a confirmation. */
function useAdding() {
  const t = useTranslations("wallet.external");
  const router = useRouter();
  const add = (body: unknown) => apiOfMe<EarnerExternalBadge>("POST", "/external_badges", body);
  const done = ({ badge_name: name }: EarnerExternalBadge) => {
    router.push(LIST);
    return t("added", { name });
  };
  return { add, done, action: t("add") };
}

/** A form to add a badge by its address. */
export function ExternalByAddress() {
  const t = useTranslations("wallet.external");
  const { add, done, action } = useAdding();
  return (
    <WriteForm
      fields={["url", "recipient"]}
      send={(form) => add({ url: typedFully(form, "url") })}
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
    </WriteForm>
  );
}

/** The largest file that fits into a request as base64 (lib/http/endpoints/body.ts). */
const MOST_BYTES = 7 * 1024 * 1024;

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(notSent("unreadable_badge")));
    reader.readAsDataURL(file);
  });

const PNG = [0x89, 0x50, 0x4e, 0x47];

/** Builds the request body from a PNG with the badge or from its text. The first bytes decide, not the name. */
async function bodyOf(file: FormDataEntryValue | null): Promise<Record<string, string>> {
  if (!(file instanceof File) || file.size === 0) throw notSent("required", "file");
  if (file.size > MOST_BYTES) throw notSent("body_too_large");
  const head = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
  if (PNG.every((byte, index) => head[index] === byte)) {
    return { image: await dataUrlOf(new File([file], "badge.png", { type: "image/png" })) };
  }
  return { assertion: await file.text() };
}

/** A form to add a badge from a file: JSON, or a PNG that contains the badge. */
export function ExternalByFile() {
  const t = useTranslations("wallet.external");
  const { add, done, action } = useAdding();
  return (
    <WriteForm
      fields={["file", "image", "assertion", "recipient"]}
      send={async (form) => add(await bodyOf(form.get("file")))}
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
    </WriteForm>
  );
}

const TYPED = {
  name: "badge.badge_name",
  issuer: "badge.issuer_name",
  description: "badge.badge_description",
  issued: "badge.issued_at_date",
  expires: "badge.expires_at_date",
  page: "badge.badge_url",
  skills: "badge.skills",
} as const;

const typedBadge = (form: FormData) => ({
  badge_name: typed(form, TYPED.name),
  issuer_name: typed(form, TYPED.issuer),
  badge_description: typedOrNull(form, TYPED.description),
  issued_at_date: typedOrNull(form, TYPED.issued),
  expires_at_date: typedOrNull(form, TYPED.expires),
  badge_url: typedOrNull(form, TYPED.page),
  skills: typed(form, TYPED.skills)
    .split(/[,、,]/u)
    .map((skill) => skill.trim())
    .filter((skill) => skill !== ""),
});

/** A form to enter the details of a badge by hand. Such a badge is not verified. */
export function ExternalByHand() {
  const t = useTranslations("wallet.external");
  const { add, done, action } = useAdding();
  return (
    <WriteForm
      fields={Object.values(TYPED)}
      send={(form) => add({ badge: typedBadge(form) })}
      done={done}
      action={action}
    >
      {(problems) => (
        <>
          <TextField name={TYPED.name} label={t("name")} maxLength={255} problems={problems} />
          <TextField name={TYPED.issuer} label={t("issuer")} maxLength={255} problems={problems} />
          <TextField
            name={TYPED.description}
            label={t("description")}
            maxLength={5_000}
            problems={problems}
            isOptional
            isLong
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name={TYPED.issued}
              type="date"
              label={t("issued_on")}
              problems={problems}
              isOptional
            />
            <TextField
              name={TYPED.expires}
              type="date"
              label={t("expires_on")}
              problems={problems}
              isOptional
            />
          </div>
          <TextField
            name={TYPED.page}
            type="url"
            label={t("page")}
            placeholder="https://"
            problems={problems}
            isOptional
          />
          <TextField
            name={TYPED.skills}
            label={t("skills")}
            hint={t("skills_hint")}
            problems={problems}
            isOptional
          />
        </>
      )}
    </WriteForm>
  );
}
