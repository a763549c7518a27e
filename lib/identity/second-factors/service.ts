import { recordActivity } from "@/lib/access/account-activity/service";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { invalidField, notFound, unprocessable } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { findOwnerContact, notifyOwner } from "@/lib/identity/users/notices";
import { lockPerson } from "@/lib/identity/users/service";
import {
  endSessionsBut,
  recordProof,
  withdrawOtherProofs,
  withdrawSecondFactor,
} from "@/lib/identity/users/sessions";
import { MAX_PASSKEYS } from "./choices";
import {
  buildAppUrl,
  checkAppCode,
  createAppSecret,
  createRecoveryCodes,
  recoveryCodeDigest,
} from "./one-time-codes";
import {
  arePasskeysAvailable,
  buildCreationOptions,
  verifyNewPasskey,
  type VerifiedPasskey,
} from "./passkeys";
import {
  countPasskeys,
  countUnusedCodes,
  deleteApp,
  deleteCodes,
  deleteFactors,
  deletePasskey,
  findApp,
  findFactorKinds,
  findOwnPasskey,
  findPasskeys,
  findRequiringOrganizations,
  insertPasskey,
  renamePasskeyRow,
  replaceCodes,
  saveNewApp,
} from "./queries";
import type { AuthenticatorAppInput, NewAuthenticatorApp, NewPasskeyInput, PasskeyInput } from "./schema";
import { authenticatorSecrets, type PasskeyRow, type SecondFactorsRow } from "./serializer";

/** Returns the second factors of the signed-in person. */
export async function getSecondFactors({ userId }: Pick<Earner, "userId">): Promise<SecondFactorsRow> {
  const [passkeys, app, recoveryCodesLeft, requiredBy] = await Promise.all([
    findPasskeys(userId, MAX_PASSKEYS),
    findApp(userId),
    countUnusedCodes(userId),
    findRequiringOrganizations(userId),
  ]);
  return {
    passkeys,
    app: app?.confirmedAt ? { createdAt: app.confirmedAt, lastUsedAt: app.lastUsedAt } : null,
    recoveryCodesLeft,
    requiredBy,
    arePasskeysAvailable: arePasskeysAvailable(),
  };
}

/** Returns the address of an account that authenticators show beside its name. */
const findAddress = async (userId: string): Promise<string> => {
  const contact = await findOwnerContact(userId);
  if (!contact) throw notFound();
  return contact.address;
};

/** Stores new recovery codes instead of all earlier ones, and returns them. */
async function renewCodes(userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceCodes(userId, codes.map(recoveryCodeDigest));
  return codes;
}

/**
 * Stores a second factor with `store`, in one transaction with what belongs to it: recovery codes for the first one,
 * which are returned, a mail to the owner, an entry of the activity. The session has a second factor from then on. With
 * the first one, what other sessions proved by the password counts no longer.
 */
function addFactor({ userId, session }: Earner, store: () => Promise<void>): Promise<string[] | null> {
  return transaction(async () => {
    await lockPerson(userId);
    const kinds = await findFactorKinds(userId);
    await store();
    await recordActivity(userId, "second_factor_added");
    await notifyOwner(await findOwnerContact(userId), "second_factor_added");
    if (session) await recordProof(session.id, true);
    if (kinds.hasPasskey || kinds.hasApp) return null;
    await withdrawOtherProofs(userId, session);
    return renewCodes(userId);
  });
}

/** Ends what belongs to second factors when the account has none left. The account must be locked. */
async function endWithoutFactors(userId: string): Promise<void> {
  const { hasPasskey, hasApp } = await findFactorKinds(userId);
  if (hasPasskey || hasApp) return;
  await deleteCodes(userId);
  await withdrawSecondFactor(userId);
}

/**
 * Deletes a second factor with `erase`, which returns how many there were, and ends the other sessions of the account:
 * if it was stolen, it may have opened them. Throws 404 for none.
 */
async function removeFactor(
  { userId, session }: Earner,
  erase: () => Promise<{ count: number }>,
): Promise<void> {
  await transaction(async () => {
    await lockPerson(userId);
    if ((await erase()).count === 0) throw notFound();
    await endSessionsBut(userId, session);
    await endWithoutFactors(userId);
    await recordActivity(userId, "second_factor_removed");
    await notifyOwner(await findOwnerContact(userId), "second_factor_removed");
  });
}

/** Returns the options with which the person's browser creates a passkey. Throws 422 where browsers allow none. */
export const startPasskey = async ({ userId, actor }: Earner) =>
  buildCreationOptions({ id: userId, address: await findAddress(userId), name: actor.name });

type NewPasskey = VerifiedPasskey & { name: string };

/**
 * Verifies a new passkey. Throws 422 for an answer that is not acceptable or too late. It runs before the transaction, in
 * which the record that the challenge was answered would be lost with a failure.
 */
export async function verifyPasskey({ userId }: Earner, body: NewPasskeyInput): Promise<NewPasskey> {
  const verified = await verifyNewPasskey(userId, body.credential);
  if (!verified)
    throw invalidField(
      "credential",
      "invalid_passkey",
      "could not be verified. Try again within five minutes",
    );
  return { ...verified, name: body.name };
}

/**
 * Adds a verified passkey. Returns recovery codes with the first second factor. Throws 422 for a passkey that exists, and
 * beyond twenty passkeys.
 */
export function addPasskey(earner: Earner, passkey: NewPasskey): Promise<string[] | null> {
  const { userId } = earner;
  return addFactor(earner, async () => {
    if ((await countPasskeys(userId)) >= MAX_PASSKEYS)
      throw unprocessable(
        "too_many_passkeys",
        `An account has at most ${MAX_PASSKEYS} passkeys. Remove one.`,
      );
    const isNew = await insertPasskey({ ...passkey, id: newId(), userId, createdAt: clock.now() });
    if (!isNew) throw invalidField("credential", "known_passkey", "is already in use");
  });
}

/** Renames a passkey. Throws 404 for an unknown one. */
export async function updatePasskey(
  { userId }: Earner,
  passkeyId: string,
  { name }: PasskeyInput,
): Promise<PasskeyRow> {
  await renamePasskeyRow(userId, passkeyId, name);
  const row = await findOwnPasskey(userId, passkeyId);
  if (!row) throw notFound();
  return row;
}

/** Removes a passkey. Throws 404 for an unknown one. */
export const removePasskey = (earner: Earner, passkeyId: string): Promise<void> =>
  removeFactor(earner, () => deletePasskey(earner.userId, passkeyId));

/**
 * Creates the secret of an authenticator app. The app counts once its first code was entered. Throws 422 when the
 * account has an app.
 */
export async function startAuthenticatorApp({ userId }: Earner): Promise<NewAuthenticatorApp> {
  const address = await findAddress(userId);
  const secret = await createAppSecret();
  await transaction(async () => {
    await lockPerson(userId);
    if ((await findApp(userId))?.confirmedAt)
      throw unprocessable("app_exists", "This account has an authenticator app. Remove it first.");
    await saveNewApp(userId, authenticatorSecrets.encrypt(secret, userId), clock.now());
  });
  const { INSTALLATION_NAME, APP_URL } = env();
  return { secret, url: await buildAppUrl(secret, INSTALLATION_NAME ?? new URL(APP_URL).hostname, address) };
}

/**
 * Confirms the new authenticator app by its first code. Returns recovery codes with the first second factor. Throws
 * 422 for a wrong code.
 */
export const confirmAuthenticatorApp = (
  earner: Earner,
  { code }: AuthenticatorAppInput,
): Promise<string[] | null> =>
  addFactor(earner, async () => {
    if (await checkAppCode(earner.userId, code, true)) return;
    throw invalidField("code", "wrong_code", "is not the current code of the app");
  });

/** Removes the authenticator app. Throws 404 without one. */
export const removeAuthenticatorApp = (earner: Earner): Promise<void> =>
  removeFactor(earner, () => deleteApp(earner.userId));

/** Removes every second factor of a person who has lost them, for the operator of the installation. */
export async function resetSecondFactors(userId: string): Promise<void> {
  await transaction(async () => {
    await lockPerson(userId);
    await deleteFactors(userId);
    await withdrawSecondFactor(userId);
    await recordActivity(userId, "second_factor_removed");
    await notifyOwner(await findOwnerContact(userId), "second_factor_removed");
  });
}

/** Deletes every second factor of an account that is being deleted. */
export const forgetSecondFactors = deleteFactors;
