import { z } from "zod";
import {
  emailAddress,
  flag,
  line,
  name,
  nullable,
  optional,
  optionalNotNull,
  text,
  timestamp,
} from "@/lib/kernel/fields";
import { LOCALES } from "@/lib/kernel/locales";
import { HEADLINE_LENGTH } from "./choices";
import { PASSWORD_LENGTH } from "@/lib/identity/users/choices";
import { newPassword } from "@/lib/identity/users/schema";

/** The signed-in person, as they see themselves. */
export const Me = z
  .strictObject({
    id: z.uuid(),
    first_name: z.string(),
    middle_name: nullable(),
    last_name: z.string(),
    email: nullable(),
    locale: z.string(),
    headline: nullable(),
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

/** A picture in the request itself, never an address to fetch; the limit of the whole body is lower. */
const picture = () =>
  z
    .string()
    .max(14_000_000)
    .regex(/^data:image\/[a-z0-9.+-]+;base64,/i, "must be a data URL of an image");

export const MeInput = z
  .object({
    first_name: optionalNotNull(name()),
    middle_name: optional(line()),
    last_name: optionalNotNull(line()),
    locale: optionalNotNull(z.enum(LOCALES)),
    headline: optional(line(HEADLINE_LENGTH)),
    /** Plain text; line breaks are kept. */
    bio: optional(text()),
    current_position_name: optional(line()),
    current_organization_name: optional(line()),
    photo: optional(picture()),
    profile_address: optionalNotNull(line()),
  })
  .meta({ id: "MeInput" });
export type MeInput = z.infer<typeof MeInput>;

export const PasswordInput = z
  .object({
    current_password: z.string().max(PASSWORD_LENGTH.max).optional(),
    password: newPassword(),
  })
  .meta({ id: "PasswordInput" });
export type PasswordInput = z.infer<typeof PasswordInput>;

/**
 * The name and password of a person who accepted a badge by its mail. Without a password they sign in by mailed
 * links.
 */
export const OpenAccountInput = z.object({
  first_name: name(),
  last_name: line(),
  password: optional(newPassword()).transform((value) => value ?? null),
});
export type OpenAccountInput = z.infer<typeof OpenAccountInput>;

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

/** The current password; an account without one needs a session that has just begun. */
const currentPassword = () => z.string().max(PASSWORD_LENGTH.max).optional();

export const OwnEmailChange = z
  .object({ primary: flag(), password: currentPassword() })
  .meta({ id: "OwnEmailChange" });
export type OwnEmailChange = z.infer<typeof OwnEmailChange>;

export const OwnEmailRemoval = z.object({ password: currentPassword() }).meta({ id: "OwnEmailRemoval" });
export type OwnEmailRemoval = z.infer<typeof OwnEmailRemoval>;

const linkToken = () => z.string().max(200);

/** What the page behind the link of a confirmation mail sends. */
export const ConfirmationInput = z.object({ token: linkToken() }).meta({ id: "ConfirmationInput" });
export type ConfirmationInput = z.infer<typeof ConfirmationInput>;

export const MergeInput = z
  .object({ email_id: z.string().max(100), token: linkToken() })
  .meta({ id: "MergeInput" });
export type MergeInput = z.infer<typeof MergeInput>;

/** The address of the account whose password was forgotten. */
export const PasswordResetInput = z.object({ email: emailAddress() }).meta({ id: "PasswordResetInput" });
export type PasswordResetInput = z.infer<typeof PasswordResetInput>;

/** What the page behind the link of the mail sends. */
export const NewPasswordInput = z
  .object({ token: linkToken(), password: newPassword() })
  .meta({ id: "NewPasswordInput" });
export type NewPasswordInput = z.infer<typeof NewPasswordInput>;

/** The address that a password link was sent to, or requested for. */
export const PasswordReset = z.strictObject({ email: z.string() }).meta({ id: "PasswordReset" });
export type PasswordReset = z.infer<typeof PasswordReset>;
