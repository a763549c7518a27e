import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { conflict, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { tryPassword } from "@/lib/identity/users/password-attempts";
import { isPassword } from "@/lib/identity/users/passwords";
import { findCredential } from "./queries";

/** How long after the sign-in a session alone is proof enough. */
const FRESH_MS = 15 * 60_000;

/** What somebody showed, for the moment when it is acted upon: the password's hash as it was, null without one. */
export type Proof = { passwordHash: string | null };

/** The current password as it was given, and the name of its field. */
type Given = { field: "password" | "current_password"; value: string | undefined };

const signInAgain = () =>
  unprocessable(
    "sign_in_again",
    "This account has no password: sign in once more, and do this within 15 minutes.",
  );

function checkFreshness({ signedInAt }: Earner): void {
  const age = signedInAt ? clock.now().getTime() - signedInAt.getTime() : Infinity;
  if (age > FRESH_MS) throw signInAgain();
}

/**
 * Asks who is there before anything is done that takes away an owner's way back, because a session may be a stranger's: the
 * current password or, for an account without one, a session that began within 15 minutes. 404 when the account ended,
 * 422 for a wrong password and an old session, 429 after too many wrong passwords (`tryPassword`). Call it outside of any
 * transaction (a hash takes its time), and `checkProof` inside.
 */
export async function proveIdentity(earner: Earner, { field, value }: Given): Promise<Proof> {
  const { userId } = earner;
  const credential = await findCredential(userId);
  if (!credential) throw notFound();
  const { passwordHash, sessionVersion } = credential;
  if (passwordHash === null) {
    checkFreshness(earner);
    return { passwordHash };
  }
  const wrong = invalidField(field, "wrong_password", "is not the current password");
  // Nothing was tried: a form that is sent too early shuts nobody out.
  if (!value) throw wrong;
  const proof = await tryPassword({ id: userId, sessionVersion }, async () =>
    (await isPassword(value, passwordHash)) ? { passwordHash } : null,
  );
  if (!proof) throw wrong;
  return proof;
}

/** 409 when the password was changed since the proof. The account must be locked. */
export async function checkProof({ userId }: Earner, { passwordHash }: Proof): Promise<void> {
  if ((await findCredential(userId))?.passwordHash === passwordHash) return;
  throw conflict("password_changed", "The password was changed by another request just now.");
}
