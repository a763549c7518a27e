import { z } from "zod";
import { PASSWORD_LENGTH } from "./choices";

/** A new password. Its strength is checked when its owner is known (password-choice.ts). */
export const newPassword = () =>
  z
    .string()
    .min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
    .max(PASSWORD_LENGTH.max, "must have at most 1,000 characters");

/** The earner as a badge shows them. */
export const BadgeUser = z.strictObject({
  id: z.string().nullable(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  middle_name: z.string().nullable(),
  last_name: z.string().nullable(),
  current_position_name: z.string().nullable(),
  current_organization_name: z.string().nullable(),
  confirmed: z.boolean(),
  photo: z.strictObject({ id: z.string(), url: z.string() }).nullable(),
  photo_url: z.string().nullable(),
  url: z.string().nullable(),
});
export type BadgeUser = z.infer<typeof BadgeUser>;
