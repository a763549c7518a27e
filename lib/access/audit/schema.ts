import { z } from "zod";
import { timestamp } from "@/lib/kernel/fields";

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
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;
