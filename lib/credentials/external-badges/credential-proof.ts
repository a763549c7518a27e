import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isSupportedProof, isProofValid } from "@/lib/credentials/open-badges/data-integrity";
import { decodeMultikey } from "@/lib/credentials/open-badges/multikey";
import { isHttps, normalizeWebUrl } from "./addresses";
import type { Credential, CredentialStatus } from "./credential";
import { tryFetchDocument } from "./documents";
import { documentId } from "./open-badge";
import { BadgeRefused, revokedBadge } from "./refusal";
import { isSignedBy, readJwsHeader } from "./signature";
import { isDocument, type Document } from "./statement";

const toDocuments = (value: unknown): Document[] => [value].flat().filter(isDocument);

/**
 * The URL of the document with the issuer's keys: its own URL, or that of its `did:web`; null for other identifiers.
 */
export function keyDocumentUrl(issuerId: string): string | null {
  const [, host, path] = /^did:web:([^:]+)((?::[^:]+)*)$/.exec(issuerId) ?? [];
  if (host === undefined) return normalizeWebUrl(issuerId);
  const place = path ? `${path.replaceAll(":", "/")}/did.json` : "/.well-known/did.json";
  return normalizeWebUrl(`https://${host.replace(/%3a/i, ":")}${place}`);
}

function parseKey({ publicKeyMultibase, publicKeyJwk }: Document): KeyObject | null {
  try {
    if (typeof publicKeyMultibase === "string") return decodeMultikey(publicKeyMultibase);
    return isDocument(publicKeyJwk)
      ? createPublicKey({ key: publicKeyJwk as JsonWebKey, format: "jwk" })
      : null;
  } catch {
    return null;
  }
}

/**
 * Finds the key of this name that the issuer lists for assertions and controls; null for any other (Controlled
 * Identifiers 1.0, 3.3).
 */
function findListedKey(profile: Document, issuerId: string, name: string): KeyObject | null {
  const asserting = [profile.assertionMethod].flat();
  const methods = [...toDocuments(asserting), ...toDocuments(profile.verificationMethod)];
  const method = methods.find(({ id }) => id === name);
  const isAsserting = asserting.some((one) => one === name || (isDocument(one) && one.id === name));
  if (!method || !isAsserting || profile.id !== issuerId || method.controller !== issuerId) return null;
  return parseKey(method);
}

const isExpired = ({ expires }: Document): boolean =>
  typeof expires === "string" && !(Date.parse(expires) > clock.now().getTime());

/** The name of the key that signed a credential, and a function that checks the signature with a key. */
type Signature = {
  keyName: string;
  isMadeWith: (key: KeyObject) => boolean | null | Promise<boolean | null>;
};

function findSignature({ document, proofs }: Credential, jws: string | null): Signature | null {
  if (jws !== null) {
    const kid = readJwsHeader(jws)?.kid;
    return typeof kid === "string" ? { keyName: kid, isMadeWith: (key) => isSignedBy(jws, key) } : null;
  }
  const proof = proofs.find((one) => isSupportedProof(one) && !isExpired(one));
  const keyName = proof?.verificationMethod;
  if (!proof || typeof keyName !== "string") return null;
  return { keyName, isMadeWith: (key) => isProofValid(document, proof, key) };
}

/** Whether the issuer's own key signed its list of revoked credentials (Bitstring Status List 1.0, 3.2). */
function isListSigned(list: Document, issuerId: string, profile: Document): boolean {
  const proof = toDocuments(list.proof).find(isSupportedProof);
  const keyName = proof?.verificationMethod;
  const key = typeof keyName === "string" ? findListedKey(profile, issuerId, keyName) : null;
  return !!proof && !!key && list.issuer === issuerId && isProofValid(list, proof, key);
}

/** Reads a place of a list; null when the list has no such place. */
async function readBit(list: Document, place: number): Promise<boolean | null> {
  const [subject] = toDocuments(list.credentialSubject);
  if (subject?.statusPurpose !== "revocation" || typeof subject.encodedList !== "string") return null;
  const { decodeList } = await import("@digitalbazaar/vc-bitstring-status-list");
  try {
    const bits = await decodeList({ encodedList: subject.encodedList });
    return place < bits.length ? bits.getStatus(place) : null;
  } catch {
    return null;
  }
}

/** Whether a status says that the credential was revoked; null when it cannot be read. */
async function readStatus(
  fetch: Fetch,
  { type, list, place }: CredentialStatus,
  { assertion, issuerId }: Credential,
  profile: Document | null,
): Promise<boolean | null> {
  const address = place !== null || type === "1EdTechRevocationList" ? normalizeWebUrl(list) : null;
  const fetched = address === null ? null : await tryFetchDocument(fetch, address, "list of revoked badges");
  if (!fetched || !("document" in fetched)) return null;
  if (place !== null)
    return profile && isListSigned(fetched.document, issuerId, profile)
      ? readBit(fetched.document, place)
      : null;
  const named = toDocuments(fetched.document.revokedCredential);
  return assertion.id !== null && named.some((one) => documentId(one) === assertion.id);
}

/** False when a status is unknown; throws when the credential was revoked. */
async function isUnrevoked(fetch: Fetch, credential: Credential, profile: Document | null): Promise<boolean> {
  let isKnown = true;
  for (const one of credential.statuses) {
    const isRevoked = await readStatus(fetch, one, credential, profile);
    if (isRevoked) throw revokedBadge();
    isKnown &&= isRevoked === false;
  }
  return isKnown;
}

async function loadProfile(fetch: Fetch, address: string | null): Promise<Document | null> {
  const fetched = address === null ? null : await tryFetchDocument(fetch, address, "issuer");
  return fetched && "document" in fetched ? fetched.document : null;
}

/** Whether a key from the issuer's own document signed the credential; null when this cannot be checked. */
async function checkSignature(
  credential: Credential,
  jws: string | null,
  profile: Document | null,
): Promise<boolean | null> {
  const signature = findSignature(credential, jws);
  const key = profile && signature && findListedKey(profile, credential.issuerId, signature.keyName);
  return key ? signature.isMadeWith(key) : null;
}

/**
 * Verifies that the issuer's own key signed a credential and that the issuer has not revoked it since. Also returns the
 * document at the issuer's URL. The key is only accepted from there, over https.
 *
 * @throws BadgeRefused for a wrong signature and for a revoked credential
 */
export async function verifyCredential(
  fetch: Fetch,
  credential: Credential,
  jws: string | null,
): Promise<{ isVerified: boolean; profile: Document | null }> {
  const address = keyDocumentUrl(credential.issuerId);
  const profile = await loadProfile(fetch, address);
  const signed = await checkSignature(credential, jws, profile);
  if (signed === false) {
    throw new BadgeRefused("bad_signature", "The signature of this badge does not match its issuer.");
  }
  const isValid = await isUnrevoked(fetch, credential, profile);
  const isSecure = address !== null && isHttps(address);
  return { isVerified: signed === true && isSecure && isValid, profile };
}
