import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { unprocessable } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { createChallenge, isChallenge, useChallenge, type ChallengePurpose } from "./challenges";
import { MAX_PASSKEYS } from "./choices";
import { findPasskeyByCredential, findPasskeyDescriptors, savePasskeyUse } from "./queries";
import type { NewPasskeyInput, PasskeyAnswer, PasskeyOptions } from "./schema";

// Loaded when a passkey is first used: the library takes some megabytes.
const loadWebAuthn = () => import("@simplewebauthn/server");

/** The domain that passkeys are bound to. */
const passkeyDomain = (): string => new URL(env().APP_URL).hostname;

/** Whether browsers allow passkeys at the address of this installation: https or localhost, and not an IP address. */
export function arePasskeysAvailable(): boolean {
  const { protocol, hostname } = new URL(env().APP_URL);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return !isAddress && (protocol === "https:" || hostname === "localhost");
}

function requirePasskeysAvailable(): void {
  if (arePasskeysAvailable()) return;
  throw unprocessable(
    "passkeys_unavailable",
    "Browsers allow passkeys only at an https address with a domain name. Ask the operator of this service.",
  );
}

const descriptors = async (userId: string) =>
  (await findPasskeyDescriptors(userId, MAX_PASSKEYS)).map(({ credentialId, transports }) => ({
    id: credentialId,
    transports,
  }));

/** The owner of a new passkey, as browsers and password managers show them. */
export type PasskeyOwner = { id: string; address: string; name: string };

/** Builds the options with which a browser creates a passkey. Throws 422 where browsers allow none. */
export async function buildCreationOptions(owner: PasskeyOwner): Promise<PasskeyOptions> {
  requirePasskeysAvailable();
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { INSTALLATION_NAME, APP_URL } = env();
  return {
    ...(await generateRegistrationOptions({
      rpName: INSTALLATION_NAME ?? new URL(APP_URL).hostname,
      rpID: passkeyDomain(),
      userID: new Uint8Array(Buffer.from(owner.id)),
      userName: owner.address,
      userDisplayName: owner.name,
      challenge: new Uint8Array(createChallenge({ use: "add", subject: owner.id })),
      excludeCredentials: await descriptors(owner.id),
      // The authenticator stores the account, so that the passkey alone signs in, and verifies the user (a PIN, a
      // fingerprint), so that it is two factors.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })),
  };
}

/**
 * Builds the options with which a browser asks a passkey to sign. With `userId`, only that account's passkeys can
 * answer. Throws 422 where browsers allow none.
 */
export async function buildRequestOptions(
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<PasskeyOptions> {
  requirePasskeysAvailable();
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return {
    ...(await generateAuthenticationOptions({
      rpID: passkeyDomain(),
      challenge: new Uint8Array(createChallenge(purpose)),
      userVerification: "required",
      ...(userId === null ? {} : { allowCredentials: await descriptors(userId) }),
    })),
  };
}

/** Runs a check of the WebAuthn library, which throws for every answer that it does not accept. */
async function orNull<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check();
  } catch (error) {
    log.info({ err: error }, "an answer of a passkey was not accepted");
    return null;
  }
}

const expected = (purpose: ChallengePurpose) => ({
  expectedChallenge: (challenge: string) => isChallenge(challenge, purpose),
  expectedOrigin: env().APP_URL,
  expectedRPID: passkeyDomain(),
  requireUserVerification: true,
});

/** Reads the challenge of an answer that was verified. */
const readChallenge = (clientData: string): string =>
  (JSON.parse(Buffer.from(clientData, "base64url").toString()) as { challenge: string }).challenge;

/** A new passkey as it is stored. */
export type VerifiedPasskey = {
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
};

/** Verifies a browser's answer that a passkey was created for an account. Null when it is not acceptable. */
export async function verifyNewPasskey(
  userId: string,
  credential: NewPasskeyInput["credential"],
): Promise<VerifiedPasskey | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const response = credential as unknown as RegistrationResponseJSON;
  const verified = await orNull(() =>
    verifyRegistrationResponse({ response, ...expected({ use: "add", subject: userId }) }),
  );
  if (!verified?.verified) return null;
  if (!(await useChallenge(readChallenge(response.response.clientDataJSON)))) return null;
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: new Uint8Array(publicKey),
    counter: BigInt(counter),
    transports: [...(transports ?? [])],
  };
}

/**
 * Verifies a browser's answer that a passkey signed our challenge, and records the use. Returns the account of the
 * passkey, or null when the answer is not acceptable, for example when it was used before.
 */
export async function verifyPasskeyAnswer(
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
): Promise<{ userId: string } | null> {
  const passkey = await findPasskeyByCredential(answer.id);
  if (!passkey) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const response = answer as unknown as AuthenticationResponseJSON;
  const credential = {
    id: response.id,
    publicKey: new Uint8Array(passkey.publicKey),
    counter: Number(passkey.counter),
  };
  const verified = await orNull(() =>
    verifyAuthenticationResponse({ response, credential, ...expected(purpose) }),
  );
  if (!verified?.verified) return null;
  if (!(await useChallenge(readChallenge(response.response.clientDataJSON)))) return null;
  const { newCounter } = verified.authenticationInfo;
  const isNewUse = await savePasskeyUse(passkey.id, BigInt(newCounter), clock.now());
  return isNewUse ? { userId: passkey.userId } : null;
}
