import { z } from "zod";

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
