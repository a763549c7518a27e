"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { Me } from "@/lib/accounts/accounts/schema";
import { apiMe } from "@/components/api";
import { TextField } from "@/components/ui/form/text-field";
import { Form } from "@/components/ui/form/form";
import { readField, readFieldOrNull } from "@/components/ui/form/form-data";
import { profileSchema, profileWithoutLastNameSchema } from "./schemas";
import { CircleUserRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ImageChoice } from "@/components/ui/form/image-choice";
import { Picture } from "@/components/ui/picture";

type PhotoFieldProps = {
  /** The photo to show: the stored one or the one just chosen; null for none. */
  shown: string | null;
  error: string | undefined;
  onChange: (photo: string | null) => void;
};

/** A field to choose the person's photo from a file, with a preview before it is saved. */
function PhotoField({ shown, error, onChange }: PhotoFieldProps) {
  const t = useTranslations("wallet.account");
  return (
    <ImageChoice
      label={t("photo")}
      picture={
        shown ? (
          <Picture
            src={shown}
            alt={t("photo_alt")}
            width={96}
            height={96}
            className="size-24 shrink-0 rounded-full border border-line object-cover"
          />
        ) : (
          <CircleUserRound className="size-24 shrink-0 text-line" aria-hidden="true" strokeWidth={0.75} />
        )
      }
      choose={t(shown ? "photo_replace" : "photo_choose")}
      beside={
        shown ? (
          <Button variant="quiet" size="small" onClick={() => onChange(null)}>
            {t("photo_remove")}
          </Button>
        ) : null
      }
      onChoose={onChange}
      unreadable={t("photo_unreadable")}
      error={error}
    />
  );
}

const FIELDS = [
  "first_name",
  "middle_name",
  "last_name",
  "current_position_name",
  "current_organization_name",
  "photo",
] as const;

type PartProps = { me: Me; problems: Record<string, string> };

function NameFields({ me, problems }: PartProps) {
  const t = useTranslations("wallet.account");
  const commonProps = { maxLength: 255, problems };
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField
        {...commonProps}
        name="first_name"
        label={t("first_name")}
        defaultValue={me.first_name}
        autoComplete="given-name"
      />
      <TextField
        {...commonProps}
        name="middle_name"
        label={t("middle_name")}
        defaultValue={me.middle_name ?? ""}
        autoComplete="additional-name"
        isOptional
      />
      <TextField
        {...commonProps}
        name="last_name"
        label={t("last_name")}
        defaultValue={me.last_name}
        autoComplete="family-name"
      />
    </div>
  );
}

function WorkFields({ me, problems }: PartProps) {
  const t = useTranslations("wallet.account");
  const commonProps = { maxLength: 255, problems, isOptional: true };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...commonProps}
        name="current_position_name"
        label={t("position")}
        defaultValue={me.current_position_name ?? ""}
        autoComplete="organization-title"
      />
      <TextField
        {...commonProps}
        name="current_organization_name"
        label={t("organization")}
        defaultValue={me.current_organization_name ?? ""}
        autoComplete="organization"
      />
    </div>
  );
}

const readProfile = (form: FormData) => ({
  first_name: readField(form, "first_name"),
  middle_name: readFieldOrNull(form, "middle_name"),
  last_name: readField(form, "last_name"),
  current_position_name: readFieldOrNull(form, "current_position_name"),
  current_organization_name: readFieldOrNull(form, "current_organization_name"),
});

/** A form to edit the profile. */
export function ProfileForm({ me }: { me: Me }) {
  const words = useTranslations("wallet.common");
  // Undefined: the stored photo stays.
  const [photo, setPhoto] = useState<string | null>();
  const sent = useRef<string | null>(undefined);
  const read = (form: FormData) => {
    sent.current = photo;
    return { ...readProfile(form), ...(photo === undefined ? {} : { photo }) };
  };
  const done = () => {
    // A photo that was chosen while the request was running remains to be saved.
    setPhoto((now) => (now === sent.current ? undefined : now));
    return words("saved");
  };
  return (
    <Form
      fields={FIELDS}
      schema={me.last_name === "" ? profileWithoutLastNameSchema : profileSchema}
      read={read}
      send={(request) => apiMe<Me>("PATCH", "", request)}
      done={done}
      action={words("save")}
    >
      {(problems) => (
        <>
          {/* Lets the form detect that the photo has changed. */}
          <input type="hidden" name="photo" value={photo === undefined ? "" : (photo ?? "none")} />
          <PhotoField
            shown={photo === undefined ? me.photo_url : photo}
            error={problems.photo}
            onChange={setPhoto}
          />
          <NameFields me={me} problems={problems} />
          <WorkFields me={me} problems={problems} />
        </>
      )}
    </Form>
  );
}
