import { z } from "zod";
import { flag, optional, optionalNotNull } from "@/lib/kernel/fields";

/** The shortest and longest time-outs: minutes of a session, which ends after eight hours anyway, and days of a token. */
const IDLE_LIMITS = { sessionMinutes: { min: 5, max: 480 }, tokenDays: { min: 1, max: 1_095 } };

/** What an organization requires of the sessions of its members, and of tokens of the learning edition. */
export const SecuritySettings = z
  .strictObject({
    requires_second_factor: z.boolean().meta({
      description: "Whether members need a session in which a second factor was proved.",
    }),
    session_idle_minutes: z.int().nullable().meta({
      description:
        "Minutes without a request after which a session of a member ends. Null: after eight hours, as for all.",
    }),
    learning_token_idle_days: z.int().nullable().meta({
      description:
        "Days without a request after which a token of the learning edition ends. Null: three years.",
    }),
    members_count: z.int(),
    members_with_second_factor_count: z.int(),
  })
  .meta({ id: "SecuritySettings" });
export type SecuritySettings = z.infer<typeof SecuritySettings>;

const whole = ({ min, max }: { min: number; max: number }) =>
  optional(
    z.int("must be a whole number").min(min, `must be at least ${min}`).max(max, `must be at most ${max}`),
  );

export const SecuritySettingsInput = z
  .object({
    requires_second_factor: optionalNotNull(flag()),
    session_idle_minutes: whole(IDLE_LIMITS.sessionMinutes),
    learning_token_idle_days: whole(IDLE_LIMITS.tokenDays),
  })
  .meta({ id: "SecuritySettingsInput" });
export type SecuritySettingsInput = z.infer<typeof SecuritySettingsInput>;
