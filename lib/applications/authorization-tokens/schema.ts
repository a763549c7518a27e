import { z } from "zod";
import { flag, line, optional, optionalNotNull, timestamp } from "@/lib/kernel/fields";
import { scopeNames } from "@/lib/access/callers/schema";

export const AuthorizationToken = z
  .strictObject({
    id: z.uuid(),
    token: z.string(),
    owner_id: z.uuid(),
    description: z.string().nullable(),
    write_enabled: z.boolean(),
    read_enabled: z.boolean(),
    delete_enabled: z.boolean(),
    /** Additional to the specification's table. */
    scopes: scopeNames().nullable().meta({ description: "The scopes of the token. Null for every scope." }),
    created_at: timestamp(),
    expires_at: timestamp(),
    last_used_at: timestamp().nullable(),
    last_successfully_used_at: timestamp().nullable(),
    owner: z.strictObject({
      type: z.literal("Organization"),
      id: z.uuid(),
      name: z.string(),
      url: z.string(),
    }),
    creator_available: z.boolean().meta({ description: "Whether the creator is still in the organization." }),
    created_by_id: z.uuid().nullable(),
    created_by_type: z.string(),
    created_by_name: z.string(),
  })
  .meta({ id: "AuthorizationToken" });
export type AuthorizationToken = z.infer<typeof AuthorizationToken>;

export const AuthorizationTokenInput = z
  .object({
    description: optional(line()),
    read_enabled: optionalNotNull(flag()),
    write_enabled: optionalNotNull(flag()),
    delete_enabled: optionalNotNull(flag()),
    scopes: scopeNames()
      .nullable()
      .optional()
      .meta({ description: "Null for every scope. Default: the scopes of the caller." }),
  })
  .meta({ id: "AuthorizationTokenInput" });
export type AuthorizationTokenInput = z.infer<typeof AuthorizationTokenInput>;

export const RotationInput = z.object({ description: optional(line()) }).meta({ id: "RotationInput" });
export type RotationInput = z.infer<typeof RotationInput>;
