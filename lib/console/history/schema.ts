import { z } from "zod";
import { BADGE_STATES } from "@/lib/organizations/badge-facts/choices";
import { nullable, timestamp } from "@/lib/kernel/fields";
import { DELIVERY_STATES } from "@/lib/delivery/webhooks/schema";

/** The templates of mails about a badge. */
export const MAIL_TEMPLATES = ["pending_badge", "replaced_badge", "revoked_badge", "expiring_badge"] as const;

/** The states of a mail: waiting for its next attempt, sent, no longer needed, given up. */
export const MAIL_STATES = ["due", "sent", "not_needed", "failed"] as const;

const entryFields = { id: z.uuid(), occurred_at: timestamp() };

const attemptFields = {
  attempts_count: z.int(),
  next_attempt_at: timestamp().nullable(),
  last_reason: nullable(),
};

/** An entry of a badge's history, of one of four kinds. */
export const BadgeHistoryEntry = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("event"),
      ...entryFields,
      event_type: z.string(),
      state: z.enum(BADGE_STATES).nullable().meta({ description: "The state that a change led to." }),
    }),
    z.strictObject({
      kind: z.literal("mail"),
      ...entryFields,
      template: z.enum(MAIL_TEMPLATES),
      state: z.enum(MAIL_STATES),
      ...attemptFields,
    }),
    z.strictObject({
      kind: z.literal("webhook_delivery"),
      ...entryFields,
      event_type: z.string(),
      state: z.enum(DELIVERY_STATES),
      ...attemptFields,
    }),
    z.strictObject({
      kind: z.literal("audit_entry"),
      ...entryFields,
      action: z.string(),
      actor: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
    }),
  ])
  .meta({ id: "BadgeHistoryEntry" });
export type BadgeHistoryEntry = z.infer<typeof BadgeHistoryEntry>;
