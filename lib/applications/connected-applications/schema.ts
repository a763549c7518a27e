import { z } from "zod";
import { name, nullable, timestamp } from "@/lib/kernel/fields";

/** An OAuth application that may see an earner's public badges. */
export const ConnectedApplication = z
  .strictObject({
    id: z.int(),
    client_id: z.string(),
    name: z.string(),
    description: nullable(),
    organization: z.strictObject({ id: z.uuid(), name: z.string(), vanity_url: z.string() }),
    connected_at: timestamp(),
  })
  .meta({ id: "ConnectedApplication" });
export type ConnectedApplication = z.infer<typeof ConnectedApplication>;

export const ConnectInput = z.object({ client_id: name() }).meta({ id: "ConnectInput" });
export type ConnectInput = z.infer<typeof ConnectInput>;
