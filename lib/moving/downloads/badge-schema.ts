import { z } from "zod";
import { address, text, flag, id, idOrNull, list, time, day, end, picture, withAbsent } from "./wire-fields";

/** Badges and employees, as other services of this interface return them (see schema.ts). */

const WireUser = z.object({
  id: idOrNull(),
  email: text(),
  first_name: text(),
  middle_name: text(),
  last_name: text(),
  current_position_name: text(),
  current_organization_name: text(),
  confirmed: flag(false),
  photo: picture(),
  url: text(),
});

/** The fields of a badge. */
export const WireBadgeFields = z.object({
  id: id(),
  state: z.enum(["pending", "accepted", "rejected", "revoked", "replaced"]),
  user: WireUser.nullish().transform((user) => user ?? null),
  created_by: z
    .object({ id: idOrNull() })
    .nullish()
    .transform((creator) => creator?.id ?? null),
  issuer: z
    .object({
      entities: list(
        z.object({ primary: flag(false), id: idOrNull(), entity: z.object({ id: idOrNull() }).nullish() }),
      ),
    })
    .nullish()
    .transform((issuer) =>
      (issuer?.entities ?? []).map(({ primary, id: own, entity }) => ({ primary, id: entity?.id ?? own })),
    ),
  badge_template: z.object({
    id: id(),
    owner: z
      .object({ id: idOrNull() })
      .nullish()
      .transform((owner) => owner?.id ?? null),
  }),
  recipient_email: address(),
  issued_to: text(),
  issued_to_first_name: text(),
  issued_to_middle_name: text(),
  issued_to_last_name: text(),
  issuer_earner_id: text(),
  issuer_earner_group: z
    .object({ external_id: z.string(), name: z.string() })
    .nullish()
    .transform((group) => group ?? null),
  locale: text(),
  public: z.boolean().nullish(),
  is_private_badge: z.boolean().nullish(),
  translate_metadata: flag(false),
  replacement_badge_id: idOrNull(),
  replaces_badge_id: idOrNull(),
  revocation_reason: text(),
  suppress_badge_notification_email: flag(false),
  country: text(),
  country_code: text(),
  state_or_province: text(),
  evidence: list(z.json()),
  results: list(z.json()),
  created_at: time(),
  updated_at: time(),
  issued_at: time(),
  issued_at_date: day(),
  expires_at: end(),
  expires_at_date: day(),
  state_updated_at: time(),
});

/**
 * A badge of a list, of the bulk search, or alone. Its template is read by itself. It is public only if the service says so:
 * some have `is_private_badge` instead of `public`.
 */
export const WireBadge = withAbsent(WireBadgeFields).transform(
  ({ public: isPublic, is_private_badge: isPrivate, ...badge }) => ({
    ...badge,
    public: isPublic ?? isPrivate === false,
  }),
);
export type WireBadge = z.infer<typeof WireBadge>;

const WireHistory = z.object({
  id: id(),
  current: flag(false),
  employer_job_title: text(),
  partner_occupation: text(),
  occupation_name: text(),
  model_version: text(),
  confidence_rating: z.number().nullish(),
  state: text(),
});

export const WireEmployeeFields = z.object({
  id: id(),
  email: address(),
  created_at: time(),
  employee_state: z.enum(["created", "pending", "accepted", "rejected"]),
  employee_state_updated_at: time(),
  last_invitation_sent_at: time(),
  /** Not of every service. */
  deactivated_at: time(),
  first_name: text(),
  last_name: text(),
  team: text(),
  external_id: text(),
  position_title: text(),
  manager_first_name: text(),
  manager_last_name: text(),
  manager_external_id: text(),
  country: text(),
  zip_code: text(),
  state_or_province: text(),
  department: text(),
  organization_level_1: text(),
  organization_level_2: text(),
  organization_level_3: text(),
  job_family: text(),
  /** Not of every service. */
  level: text(),
  employment_histories: z.array(WireHistory).nullish(),
});
export const WireEmployee = withAbsent(WireEmployeeFields);
export type WireEmployee = z.infer<typeof WireEmployee>;
