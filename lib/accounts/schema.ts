import { z } from "zod";
import {
  emailAddress,
  flag,
  line,
  name,
  nullable,
  optional,
  settable,
  text,
  timestamp,
} from "@/lib/kernel/fields";
import { LOCALES } from "@/lib/kernel/locales";

/** The signed-in person, as they see themselves. */
export const Me = z
  .strictObject({
    id: z.uuid(),
    first_name: z.string(),
    middle_name: nullable(),
    last_name: z.string(),
    email: nullable(),
    locale: z.string(),
    bio: nullable(),
    current_position_name: nullable(),
    current_organization_name: nullable(),
    photo: z.strictObject({ id: z.string(), url: z.string() }).nullable(),
    photo_url: nullable(),
    url: z.string(),
    has_password: z.boolean(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof Me>;

export const MeInput = z
  .object({
    first_name: settable(name()),
    middle_name: optional(line()),
    last_name: settable(line()),
    locale: settable(z.enum(LOCALES)),
    bio: optional(text()),
    current_position_name: optional(line()),
    current_organization_name: optional(line()),
  })
  .meta({ id: "MeInput" });
export type MeInput = z.infer<typeof MeInput>;

const PASSWORD_LENGTH = { least: 10, most: 1_000 };

export const PasswordInput = z
  .object({
    current_password: z.string().max(PASSWORD_LENGTH.most).optional(),
    password: z
      .string()
      .min(PASSWORD_LENGTH.least, `must have at least ${PASSWORD_LENGTH.least} characters`)
      .max(PASSWORD_LENGTH.most),
  })
  .meta({ id: "PasswordInput" });
export type PasswordInput = z.infer<typeof PasswordInput>;

/** An address of the signed-in person. */
export const OwnEmail = z
  .strictObject({
    id: z.uuid(),
    email: z.string(),
    primary: z.boolean(),
    confirmed: z.boolean(),
    confirmed_at: timestamp().nullable(),
    confirmation_sent_at: timestamp().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: "OwnEmail" });
export type OwnEmail = z.infer<typeof OwnEmail>;

export const OwnEmailInput = z.object({ email: emailAddress() }).meta({ id: "OwnEmailInput" });
export type OwnEmailInput = z.infer<typeof OwnEmailInput>;

export const OwnEmailChange = z.object({ primary: flag() }).meta({ id: "OwnEmailChange" });
export type OwnEmailChange = z.infer<typeof OwnEmailChange>;

const linkToken = () => z.string().max(200);

/** What the page sends that the link of a confirmation mail leads to. */
export const ConfirmationInput = z.object({ token: linkToken() }).meta({ id: "ConfirmationInput" });
export type ConfirmationInput = z.infer<typeof ConfirmationInput>;

export const MergeInput = z
  .object({ email_id: z.string().max(100), token: linkToken() })
  .meta({ id: "MergeInput" });
export type MergeInput = z.infer<typeof MergeInput>;

/** What an earner answers in their own list. */
export const EarnerAnswerInput = z.object({ private: settable(flag()) }).meta({ id: "EarnerAnswerInput" });
export type EarnerAnswerInput = z.infer<typeof EarnerAnswerInput>;

/** What an earner may change of a badge. */
export const EarnerBadgeInput = z.object({ public: flag() }).meta({ id: "EarnerBadgeInput" });
export type EarnerBadgeInput = z.infer<typeof EarnerBadgeInput>;
