"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { Me } from "@/lib/identity/accounts/schema";
import { apiMe } from "@/components/api";
import { PhotoField } from "./photo-field";
import { TextField } from "./text-field";
import type { FieldMessages } from "./use-write";
import { readField, readRequiredField, readFieldOrNull, WriteForm } from "./write-form";

const FIELDS = [
  "first_name",
  "middle_name",
  "last_name",
  "current_position_name",
  "current_organization_name",
  "bio",
  "photo",
] as const;

type PartProps = { me: Me; problems: FieldMessages };

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

const readProfile = (form: FormData, me: Me) => ({
  first_name: readRequiredField(form, "first_name"),
  middle_name: readFieldOrNull(form, "middle_name"),
  // A person may have no last name, but the API does not allow removing one.
  last_name: me.last_name === "" ? readField(form, "last_name") : readRequiredField(form, "last_name"),
  current_position_name: readFieldOrNull(form, "current_position_name"),
  current_organization_name: readFieldOrNull(form, "current_organization_name"),
  bio: readFieldOrNull(form, "bio"),
});

/** A form to edit the profile. */
export function ProfileForm({ me }: { me: Me }) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  // Undefined: the stored photo stays.
  const [photo, setPhoto] = useState<string | null>();
  const sent = useRef<string | null>(undefined);
  const send = (form: FormData) => {
    sent.current = photo;
    return apiMe<Me>("PATCH", "", { ...readProfile(form, me), ...(photo === undefined ? {} : { photo }) });
  };
  const done = () => {
    // A photo that was chosen while the request was running remains to be saved.
    setPhoto((now) => (now === sent.current ? undefined : now));
    return words("saved");
  };
  return (
    <WriteForm fields={FIELDS} send={send} done={done} action={words("save")}>
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
          <TextField
            name="bio"
            label={t("bio")}
            defaultValue={me.bio ?? ""}
            maxLength={5_000}
            problems={problems}
            isOptional
            isLong
          />
        </>
      )}
    </WriteForm>
  );
}
