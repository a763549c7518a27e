import { z } from "zod";
import { flag, nullable, optionalNotNull, text, timestamp } from "@/lib/kernel/fields";
import { BULK_ACTIONS, BULK_ITEM_STATUSES, BULK_STATES } from "./choices";

const MAX_FILTER_LENGTH = 4_000;

const count = (description: string) => z.int().meta({ description });

export const BadgeBulkAction = z
  .strictObject({
    id: z.uuid(),
    action: z.enum(BULK_ACTIONS),
    state: z.enum(BULK_STATES),
    reason: nullable().meta({ description: "The reason for a revocation. Null for other actions." }),
    badges_count: count("Badges that matched when it was started."),
    done_count: count("Badges on which the action was done so far."),
    skipped_count: count("Badges whose state, or another rule, did not allow the action."),
    failed_count: count("Badges on which the action failed because of an error of the service."),
    stop_reason: nullable().meta({ description: "Why it stopped before its last badge." }),
    started_by: z.string(),
    created_at: timestamp(),
    updated_at: timestamp(),
    finished_at: timestamp().nullable(),
    url: z.string(),
  })
  .meta({ id: "BadgeBulkAction" });
export type BadgeBulkAction = z.infer<typeof BadgeBulkAction>;

export const BadgeBulkActionItem = z
  .strictObject({
    number: z.int(),
    status: z.enum(BULK_ITEM_STATUSES),
    code: nullable(),
    message: nullable().meta({ description: "Why the badge was skipped, or why the action failed." }),
    badge_id: z.uuid(),
    recipient_name: nullable().meta({ description: "Null when the badge was deleted." }),
    recipient_email: nullable(),
    badge_template_name: nullable(),
  })
  .meta({ id: "BadgeBulkActionItem" });
export type BadgeBulkActionItem = z.infer<typeof BadgeBulkActionItem>;

export const BadgeBulkActionInput = z
  .object({
    action: z.enum(BULK_ACTIONS),
    filter: z.string().max(MAX_FILTER_LENGTH).meta({
      description: "Which badges, as `filter` of `GET …/badges`: `key::value|key::value`. Empty for all.",
    }),
    badges_count: z.int().min(1).meta({
      description: "How many badges the caller expects to match. 422 when it is another number.",
    }),
    reason: optionalNotNull(text().trim().min(1, "can't be blank")).meta({
      description: "The reason for a revocation. Required for it.",
    }),
    suppress_revoke_notification_email: optionalNotNull(flag()),
  })
  .meta({ id: "BadgeBulkActionInput" });
export type BadgeBulkActionInput = z.infer<typeof BadgeBulkActionInput>;
