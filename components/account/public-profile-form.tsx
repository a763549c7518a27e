"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { Form } from "@/components/ui/form/form";
import { readField, readFieldOrNull } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import { HEADLINE_LENGTH, INTRODUCTION_LENGTH } from "@/lib/accounts/accounts/choices";
import type { Me } from "@/lib/accounts/accounts/schema";
import { publicProfileSchema } from "./schemas";

type PartProps = { me: Me; problems: Record<string, string> };

function IntroductionFields({ me: { headline, bio }, problems }: PartProps) {
  const t = useTranslations("wallet.account");
  return (
    <>
      <TextField
        name="headline"
        label={t("headline")}
        hint={t("headline_hint")}
        defaultValue={headline ?? ""}
        maxLength={HEADLINE_LENGTH}
        problems={problems}
        isOptional
      />
      <TextField
        name="bio"
        label={t("bio")}
        hint={t("bio_hint")}
        defaultValue={bio ?? ""}
        // An introduction that is longer, because the API takes longer ones, can be shortened step by step.
        maxLength={Math.max(INTRODUCTION_LENGTH, bio?.length ?? 0)}
        problems={problems}
        isOptional
        isLong
      />
    </>
  );
}

/** The start of the address of the profile, which is fixed, and its end, which the person chooses. */
const splitAddress = (url: string): [start: string, own: string] => {
  const at = url.lastIndexOf("/") + 1;
  return [url.slice(0, at), url.slice(at)];
};

const read = (form: FormData) => ({
  headline: readFieldOrNull(form, "headline"),
  bio: readFieldOrNull(form, "bio"),
  profile_address: readField(form, "profile_address"),
});

/** A form to edit the headline, the introduction and the address of the public profile. */
export function PublicProfileForm({ me }: { me: Me }) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const [start, own] = splitAddress(me.url);
  // Each address that is sent counts as an attempt to choose one.
  const send = ({ profile_address: address, ...rest }: ReturnType<typeof read>) =>
    apiMe<Me>("PATCH", "", address === own ? rest : { ...rest, profile_address: address });
  return (
    <Form
      fields={["headline", "bio", "profile_address"]}
      schema={publicProfileSchema}
      read={read}
      send={send}
      done={() => words("saved")}
      action={words("save")}
    >
      {(problems) => (
        <>
          <IntroductionFields me={me} problems={problems} />
          <TextField
            name="profile_address"
            label={t("profile_address", { start })}
            hint={t("profile_address_hint")}
            defaultValue={own}
            maxLength={40}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            problems={problems}
          />
        </>
      )}
    </Form>
  );
}
