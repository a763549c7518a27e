import { z } from "zod";

/** The current password; an account without one needs a session that has just begun. */
export const DeletionInput = z
  .object({ password: z.string().max(1_000).optional() })
  .meta({ id: "DeletionInput" });
export type DeletionInput = z.infer<typeof DeletionInput>;

/** Whom an erasure erases, as it is stored until it is finished. Other members, of the version before, are ignored. */
export const StoredSubject = z.object({
  /** The account and those that were merged into it. */
  userIds: z.array(z.string()),
  /** Addresses in lower case that belong to the person. */
  addresses: z.array(z.string()),
  /** Employees at the addresses, and those connected with the account, whatever address their employers wrote. */
  employeeIds: z.array(z.string()),
  /** What organizations call the person in their own systems: ids of employees and earners. */
  knownIds: z.array(z.object({ organizationId: z.string(), id: z.string() })).default([]),
  /** First and last names that organizations know, as the account, badges and employees have them, for texts without an address. */
  knownNames: z
    .array(z.object({ organizationId: z.string(), first: z.string(), last: z.string() }))
    .default([]),
  /** Random. Makes the pseudonyms of this person, of which no organization can tell those of others. */
  key: z.string(),
});
export type StoredSubject = z.infer<typeof StoredSubject>;

/** A subject with its erasure and the time of it. What was written since is of somebody new at the same address. */
export type Subject = z.infer<typeof StoredSubject> & { erasureId: string; before: Date };

export type Requester = "person" | "operator" | "repetition";

/** {kind: number}; the kinds are those of `KINDS` (report.ts). */
export const Counts = z.record(z.string(), z.int());
export type Counts = z.infer<typeof Counts>;

const hex = () => z.string().regex(/^([\da-f]{2})*$/);

/** An erasure in a list outside of the database, to be repeated. Bytes are in hexadecimal. */
export const ErasureLine = z.strictObject({
  id: z.uuid(),
  created_at: z.string(),
  salt: hex(),
  digests: z.array(hex()),
  /** Lists of earlier versions do not have them. */
  user_ids: z.array(z.uuid()).default([]),
});
export type ErasureLine = z.infer<typeof ErasureLine>;
