import type { SessionRow } from "@/lib/identity/users/serializer";
import type { Proof, Session } from "./schema";

/** A session in the list of its person. */
export type ListedSession = SessionRow & { isCurrent: boolean };

export const presentSession = (row: ListedSession): Session => ({
  id: row.id,
  current: row.isCurrent,
  browser: row.browser || null,
  address: row.address || null,
  second_factor: row.hasSecondFactor,
  started_at: row.startedAt.toISOString(),
  last_used_at: row.lastUsedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

/** The last proof of a session, and the ways to give another one. */
export type ProofRow = { methods: Proof["methods"]; validUntil: Date };

export const presentProof = ({ methods, validUntil }: ProofRow): Proof => ({
  methods,
  valid_until: validUntil.toISOString(),
});
