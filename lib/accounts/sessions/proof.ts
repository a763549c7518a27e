import { proveIdentity } from "@/lib/accounts/accounts/identity-proof";
import { checkSecondFactor, listFactorMethods } from "@/lib/identity/second-factors/check";
import { buildRequestOptions } from "@/lib/identity/second-factors/passkeys";
import type { PasskeyOptions } from "@/lib/identity/second-factors/schema";
import type { Earner, SessionFacts } from "@/lib/access/callers/caller";
import { proofEnd } from "@/lib/access/callers/proof";
import { transaction } from "@/lib/kernel/db";
import { conflict, invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { findPerson, lockPerson } from "@/lib/identity/users/service";
import { recordProof } from "@/lib/identity/users/sessions";
import type { SignInRow } from "@/lib/identity/users/serializer";
import type { ProofInput, ProofMethod } from "./schema";
import type { ProofRow } from "./serializer";

/** A session is what a proof is for, so a caller without one has nothing to prove. */
function requireSession({ session }: Earner): SessionFacts {
  if (!session) throw notFound();
  return session;
}

/** Lists the ways in which a person can prove who they are: the second factor where there is one. */
async function listMethods(person: SignInRow): Promise<ProofMethod[]> {
  const methods: ProofMethod[] = await listFactorMethods(person.id);
  if (methods.length > 0) return methods;
  return person.passwordHash === null ? ["sign_in"] : ["password"];
}

async function requirePerson(userId: string): Promise<SignInRow> {
  const person = await findPerson(userId);
  if (!person) throw notFound();
  return person;
}

/** Returns until when the last proof of this session counts, and how the person can give another one. */
export async function getProof(earner: Earner): Promise<ProofRow> {
  const session = requireSession(earner);
  return {
    methods: await listMethods(await requirePerson(earner.userId)),
    validUntil: proofEnd(session),
  };
}

/** Returns the options with which a passkey of the person proves who uses this session. */
export const startProof = (earner: Earner): Promise<PasskeyOptions> =>
  buildRequestOptions({ use: "proof", subject: requireSession(earner).id }, earner.userId);

/**
 * Records a proof by the password. Throws 409 when the account got its first second factor while the password was checked:
 * a proof by the password must not undo it.
 */
const recordPasswordProof = (userId: string, sessionId: string): Promise<Date> =>
  transaction(async () => {
    await lockPerson(userId);
    if ((await listFactorMethods(userId)).length === 0) return recordProof(sessionId, false);
    throw conflict(
      "second_factor_added",
      "A second factor was just added to this account. Use it instead of the password.",
    );
  });

/** A proof that was found right, and how else the person could have given one. */
type CheckedProof = { methods: ProofMethod[]; isByFactor: boolean };

/**
 * Checks who uses this session: by the second factor or, for an account without one, by the password. Throws 422 for a
 * wrong proof, and for an account without both, whose owner signs in again. Throws 429 after too many wrong ones
 * (`tryPassword`). It runs before the transaction, in which a wrong password would leave no trace.
 */
export async function checkProof(earner: Earner, body: ProofInput): Promise<CheckedProof> {
  const session = requireSession(earner);
  const person = await requirePerson(earner.userId);
  const methods = await listMethods(person);
  const hasFactor = methods.includes("code");
  if (hasFactor) {
    const purpose = { use: "proof", subject: session.id } as const;
    if (!(await checkSecondFactor(person, body, purpose)))
      throw invalidField(body.passkey ? "passkey" : "code", "wrong_code", "is wrong, or was used before");
  } else if (methods.includes("password")) {
    await proveIdentity(earner, { field: "password", value: body.password });
  } else {
    throw unprocessable(
      "sign_in_again",
      "This account has no password. Sign in again, then repeat the request.",
    );
  }
  return { methods, isByFactor: hasFactor };
}

/** Records the proof that `checkProof` found right. Throws 409 (`recordPasswordProof`). */
export async function proveSession(earner: Earner, { methods, isByFactor }: CheckedProof): Promise<ProofRow> {
  const { id } = requireSession(earner);
  const provedAt = isByFactor ? await recordProof(id, true) : await recordPasswordProof(earner.userId, id);
  return { methods, validUntil: proofEnd({ provedAt }) };
}
