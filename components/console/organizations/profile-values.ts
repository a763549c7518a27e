import type { Organization } from "@/lib/organizations/profile/schema";

/** The text fields of the profile, by their names in PUT. */
export const TEXT_FIELDS = [
  "name",
  "bio",
  "website_url",
  "primary_hex_color",
  "organization_type",
  "contact_email",
  "support_email",
  "support_url",
  "technical_contact_email",
  "legal_contact_email",
  "address",
  "city",
  "zip_or_postal_code",
  "state_or_province",
  "country",
  "twitter_url",
  "facebook_url",
  "linked_in_url",
  "linked_in_name",
  "linked_in_org_id",
] as const;
export type TextFieldName = (typeof TEXT_FIELDS)[number];

/** `photo` and `cover`: a new image as a data URL, `null` to remove the current one, empty to keep it. */
export type ProfileValues = Record<TextFieldName, string> & { photo: string | null; cover: string | null };

export const profileFormValues = (organization: Organization): ProfileValues => ({
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, organization[name] ?? ""])) as Record<
    TextFieldName,
    string
  >),
  photo: "",
  cover: "",
});

/** Builds the body of PUT. It has `photo` and `cover` only when these images change. */
export const profileBody = ({ photo, cover, ...texts }: ProfileValues): Record<string, string | null> => ({
  ...texts,
  ...(photo === "" ? {} : { photo }),
  ...(cover === "" ? {} : { cover }),
});
