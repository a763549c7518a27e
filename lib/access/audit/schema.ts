import { z } from "zod";
import { timestamp } from "@/lib/kernel/fields";

/** A field that was changed, as text. Without values when these are secret or personal. */
const FieldChange = z.strictObject({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;

export const AuditEntry = z
  .strictObject({
    id: z.uuid(),
    occurred_at: timestamp(),
    actor: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
    action: z.string(),
    subject_id: z.string().nullable(),
    address: z.string().nullable(),
    browser: z.string().nullable(),
    request_id: z.string().nullable(),
    changes: z.array(FieldChange),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;
