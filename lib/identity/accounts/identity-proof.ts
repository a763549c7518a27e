import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { conflict, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { tryPassword } from "@/lib/identity/users/password-attempts";
import { isPassword } from "@/lib/identity/users/passwords";
import { findPasswordCredential } from "./queries";

/** How long after the sign-in a session alone is sufficient proof. */
const FRESH_SESSION_MS = 15 * 60_000;

/**
 * A proof of identity, to be checked again inside the transaction: the password's hash at the time, null without one.
 */
export type IdentityProof = { passwordHash: string | null };

/** The current password as it was sent, and the name of its field. */
type GivenPassword = { field: "password" | "current_password"; value: string | undefined };

const signInAgain = () =>
  unprocessable(
    "sign_in_again",
    "This account has no password. Sign in again, then do this within 15 minutes.",
  );

function requireFreshSession({ signedInAt }: Earner): void {
  const age = signedInAt ? clock.now().getTime() - signedInAt.getTime() : Infinity;
  if (age > FRESH_SESSION_MS) throw signInAgain();
}

/**
 * Requires proof of identity before a change that could lock the owner out of the account, because the session may
 * have been stolen: the current password or, for an account without one, a session that began within 15 minutes.
 * Throws 404 when the account was deleted, 422 for a wrong password or an old session, 429 after too many wrong
 * passwords (`tryPassword`). Call it outside of any transaction, because hashing is slow, and `requireUnchangedPassword` inside.
 */
export async function proveIdentity(earner: Earner, { field, value }: GivenPassword): Promise<IdentityProof> {
  const { userId } = earner;
  const credential = await findPasswordCredential(userId);
  if (!credential) throw notFound();
  const { passwordHash, sessionVersion } = credential;
  if (passwordHash === null) {
    requireFreshSession(earner);
    return { passwordHash };
  }
  const wrongPassword = invalidField(field, "wrong_password", "is not the current password");
  // An empty password is not counted as an attempt, so a form sent too early locks no one out.
  if (!value) throw wrongPassword;
  const proof = await tryPassword({ id: userId, sessionVersion }, async () =>
    (await isPassword(value, passwordHash)) ? { passwordHash } : null,
  );
  if (!proof) throw wrongPassword;
  return proof;
}

/** Throws 409 when the password was changed since the proof. The account must be locked. */
export async function requireUnchangedPassword(
  { userId }: Earner,
  { passwordHash }: IdentityProof,
): Promise<void> {
  if ((await findPasswordCredential(userId))?.passwordHash === passwordHash) return;
  throw conflict("password_changed", "The password was changed by another request just now.");
}
