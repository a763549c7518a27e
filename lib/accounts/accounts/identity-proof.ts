import type { Earner } from "@/lib/access/callers/caller";
import { isRecentlyProved, PROOF_MINUTES, requireRecentProof } from "@/lib/access/callers/proof";
import { conflict, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { listFactorMethods } from "@/lib/identity/second-factors/check";
import { tryPassword } from "@/lib/identity/users/password-attempts";
import { isPassword } from "@/lib/identity/users/passwords";
import { findPasswordCredential } from "./queries";

/**
 * A proof of identity, to be checked again inside the transaction: the password's hash at the time, null without one.
 */
export type IdentityProof = { passwordHash: string | null };

/** The current password as it was sent, and the name of its field. */
type GivenPassword = { field: "password" | "current_password"; value: string | undefined };

const signInAgain = () =>
  unprocessable(
    "sign_in_again",
    `This account has no password. Sign in again, then do this within ${PROOF_MINUTES} minutes.`,
  );

/**
 * Requires proof of identity before a change that could lock the owner out of the account, because the session may
 * have been stolen: the current password or, for an account without one, a recent proof of identity (lib/access/callers/proof.ts); an account with a second factor needs that
 * proof as well.
 * Throws 403 without that proof, 404 when the account was deleted, 422 for a wrong password or an old session, 429 after too many wrong
 * passwords (`tryPassword`). Call it outside of any transaction, because hashing is slow, and `requireUnchangedPassword` inside.
 */
export async function proveIdentity(earner: Earner, { field, value }: GivenPassword): Promise<IdentityProof> {
  const { userId } = earner;
  const credential = await findPasswordCredential(userId);
  if (!credential) throw notFound();
  const { passwordHash, sessionVersion } = credential;
  // A password alone must not undo what the second factor protects.
  if ((await listFactorMethods(userId)).length > 0) requireRecentProof(earner);
  if (passwordHash === null) {
    if (!earner.session || !isRecentlyProved(earner.session)) throw signInAgain();
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
