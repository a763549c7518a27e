import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { HeldCredential } from "@/lib/credentials/open-badges/schema";
import { signCopy, signCopyAsToken } from "@/lib/credentials/signed-credentials/copies";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { badRequest, invalidAccessToken, unauthorized, type ApiError } from "@/lib/kernel/errors";
import { digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import type { WalletFormat } from "./choices";
import { CONFIGURATION_IDS, findFormat } from "./metadata";
import { createNonce } from "./nonce";
import { invalidNonce, verifyProof } from "./proof";
import {
  countCopies,
  countCopy,
  findOfferOfToken,
  insertCopy,
  lockCopies,
  MAX_COPIES_OF_BADGE,
  type OfferOfToken,
} from "./queries";
import type { CredentialRequest } from "./schema";
import { copyCredentialId } from "./serializer";

/** Creates a nonce for a proof of possession (OpenID4VCI 1.0, 7). */
export const issueNonce = (): Promise<string> => Promise.resolve(createNonce());

/**
 * Finds the offer of an access token. Throws 401 (RFC 6750, 3) without one, and for one that is unknown or has expired, or
 * for which nothing vouches any more: the badge was revoked or given back, the account was deleted, or its sessions were
 * ended.
 */
export async function authenticateWallet(token: string | null): Promise<OfferOfToken> {
  if (token === null) throw unauthorized("An access token is required.", 'Bearer realm="badges"');
  const offer = isWellFormedSecret("bwt", token) ? await findOfferOfToken(digest(token), clock.now()) : null;
  if (!offer) throw invalidAccessToken();
  return offer;
}

const invalidRequest = (message: string) => badRequest("invalid_credential_request", message);

/** Converts the errors of a request that does not match its schema. */
export function buildRequestError({ issues }: z.ZodError): ApiError {
  const [name = ""] = issues[0]?.path ?? [];
  if (name !== "proofs") return invalidRequest(`The parameter ${String(name)} is not valid.`);
  return badRequest("invalid_proof", "The parameter proofs must be {jwt: [proof]}.");
}

/** Reads the requested format. The order of the errors is that of the parameters in OpenID4VCI 1.0, 8.2. */
function readFormat(request: CredentialRequest): WalletFormat {
  const { credential_identifier: identifier, credential_configuration_id: id } = request;
  if (identifier !== undefined) {
    const message = "Use credential_configuration_id: token responses here have no credential identifiers.";
    throw id === undefined ? badRequest("unknown_credential_identifier", message) : invalidRequest(message);
  }
  if (id === undefined) throw invalidRequest("Missing in the body: credential_configuration_id.");
  const format = findFormat(id);
  if (format) return format;
  const message = `The credential configurations are: ${CONFIGURATION_IDS.join(", ")}.`;
  throw badRequest("unknown_credential_configuration", message);
}

/** Reads the one proof of a request. There is no batch issuance, so there is no second one. */
function readProof({ proofs }: CredentialRequest): string {
  const [proof, ...others] = proofs?.jwt ?? [];
  const hasOtherTypes = Object.keys(proofs ?? {}).length > 1;
  if (typeof proof === "string" && others.length === 0 && !hasOtherTypes) return proof;
  throw badRequest("invalid_proof", "The parameter proofs must contain one proof, of the type jwt.");
}

const OFFER_USED_UP = "This offer gives no more credentials. The person can start again in their badges.";
const BADGE_USED_UP = `This badge was added to wallets ${MAX_COPIES_OF_BADGE} times, which is the limit.`;

const requestDenied = (message: string) => badRequest("credential_request_denied", message);

type IssuedCopy = {
  id: string;
  badgeId: string;
  format: WalletFormat;
  holder: string;
  contentDigest: Uint8Array<ArrayBuffer>;
};

/**
 * Records a copy before it is sent. The nonce works once for each format, so a proof cannot be repeated; an offer gives
 * few copies, and so do all offers of a badge together. Counted here and not before it is signed, so that a failed
 * signature costs the person nothing.
 */
function recordCopy(offerId: string, copy: IssuedCopy, nonce: string): Promise<void> {
  const issuedAt = clock.now();
  return transaction(async () => {
    await lockCopies(copy.badgeId);
    if ((await countCopies(copy.badgeId)) >= MAX_COPIES_OF_BADGE) throw requestDenied(BADGE_USED_UP);
    // Before the offer, because it waits for the badge; the deletion of an account has locked that and waits for offers.
    if (!(await insertCopy({ ...copy, issuedAt, nonceDigest: digest(nonce) }))) throw invalidNonce();
    if (!(await countCopy(offerId, issuedAt))) throw requestDenied(OFFER_USED_UP);
  });
}

/**
 * Issues a credential of the offered badge to the holder of a key (OpenID4VCI 1.0, 8). It says what the badge says now, its
 * subject is the DID of the key, and its status is that of the badge. Throws 400 with the codes of 8.3.1.2.
 */
export async function issueCredential(
  { id: offerId, badgeId, isUsedUp }: OfferOfToken,
  request: CredentialRequest,
): Promise<HeldCredential | string> {
  if (request.credential_response_encryption !== undefined) {
    throw badRequest("invalid_encryption_parameters", "Encrypted responses are not supported.");
  }
  const format = readFormat(request);
  // Checked first: verifying a proof and signing are expensive.
  if (isUsedUp) throw requestDenied(OFFER_USED_UP);
  const { holder, nonce } = await verifyProof(readProof(request));
  const id = randomUUID();
  const sign = format === "ldp_vc" ? signCopy : signCopyAsToken;
  const copy = await sign(badgeId, { id: copyCredentialId(id), holder });
  if (!copy) throw requestDenied(OFFER_USED_UP);
  const { contentDigest } = copy;
  await recordCopy(offerId, { id, badgeId, format, holder, contentDigest }, nonce);
  return copy.credential;
}
