import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/fetch-within";
import { isKnownSuite, isProved } from "@/lib/credentials/open-badges/data-integrity";
import { keyOfMultikey } from "@/lib/credentials/open-badges/multikey";
import { isHttps, webUrl } from "./addresses";
import type { Credential } from "./credential";
import { lookAt } from "./documents";
import { idOf } from "./open-badge";
import { BadgeRefused, revoked } from "./refusal";
import { isSignedBy, jwsHeader } from "./signature";
import { isDocument, type Document } from "./statement";

const documentsOf = (value: unknown): Document[] => [value].flat().filter(isDocument);

/**
 * The URL of the document with the issuer's keys: its own URL, or that of its `did:web`; null for other identifiers.
 */
export function keyAddress(issuerId: string): string | null {
  const [, host, path] = /^did:web:([^:]+)((?::[^:]+)*)$/.exec(issuerId) ?? [];
  if (host === undefined) return webUrl(issuerId);
  const place = path ? `${path.replaceAll(":", "/")}/did.json` : "/.well-known/did.json";
  return webUrl(`https://${host.replace(/%3a/i, ":")}${place}`);
}

function keyOf({ publicKeyMultibase, publicKeyJwk }: Document): KeyObject | null {
  try {
    if (typeof publicKeyMultibase === "string") return keyOfMultikey(publicKeyMultibase);
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
function listedKey(profile: Document, issuerId: string, name: string): KeyObject | null {
  const asserting = [profile.assertionMethod].flat();
  const methods = [...documentsOf(asserting), ...documentsOf(profile.verificationMethod)];
  const method = methods.find(({ id }) => id === name);
  const isAsserting = asserting.some((one) => one === name || (isDocument(one) && one.id === name));
  if (!method || !isAsserting || profile.id !== issuerId || method.controller !== issuerId) return null;
  return keyOf(method);
}

const isOver = ({ expires }: Document): boolean =>
  typeof expires === "string" && !(Date.parse(expires) > clock.now().getTime());

/** The name of the key that signed a credential, and a function that checks the signature with a key. */
type Signature = { keyName: string; isOf: (key: KeyObject) => boolean | null | Promise<boolean | null> };

function signatureOf({ document, proofs }: Credential, jws: string | null): Signature | null {
  if (jws !== null) {
    const kid = jwsHeader(jws)?.kid;
    return typeof kid === "string" ? { keyName: kid, isOf: (key) => isSignedBy(jws, key) } : null;
  }
  const proof = proofs.find((one) => isKnownSuite(one) && !isOver(one));
  const keyName = proof?.verificationMethod;
  if (!proof || typeof keyName !== "string") return null;
  return { keyName, isOf: (key) => isProved(document, proof, key) };
}

/** False when the status is unknown; throws when the credential was revoked (1EdTech Revocation List Status Method). */
async function isStanding(fetch: Fetch, { assertion, statuses }: Credential): Promise<boolean> {
  let isKnown = true;
  for (const { type, id } of statuses) {
    const address = type === "1EdTechRevocationList" ? webUrl(id) : null;
    const sight = address === null ? null : await lookAt(fetch, address, "list of revoked badges");
    if (!sight || !("document" in sight)) {
      isKnown = false;
      continue;
    }
    const named = documentsOf(sight.document.revokedCredential);
    if (assertion.id !== null && named.some((one) => idOf(one) === assertion.id)) throw revoked();
  }
  return isKnown;
}

async function profileOf(fetch: Fetch, address: string | null): Promise<Document | null> {
  const sight = address === null ? null : await lookAt(fetch, address, "issuer");
  return sight && "document" in sight ? sight.document : null;
}

/** Whether a key from the issuer's own document signed the credential; null when this cannot be checked. */
async function isSigned(
  credential: Credential,
  jws: string | null,
  profile: Document | null,
): Promise<boolean | null> {
  const signature = signatureOf(credential, jws);
  const key = profile && signature && listedKey(profile, credential.issuerId, signature.keyName);
  return key ? signature.isOf(key) : null;
}

/**
 * Verifies that the issuer's own key signed a credential and that the issuer has not revoked it since. Also returns the
 * document at the issuer's URL. The key is only accepted from there, over https.
 *
 * @throws BadgeRefused for a wrong signature and for a revoked credential
 */
export async function isIssuersWord(
  fetch: Fetch,
  credential: Credential,
  jws: string | null,
): Promise<{ isVerified: boolean; profile: Document | null }> {
  const address = keyAddress(credential.issuerId);
  const profile = await profileOf(fetch, address);
  const signed = await isSigned(credential, jws, profile);
  if (signed === false) {
    throw new BadgeRefused("bad_signature", "The signature of this badge does not match its issuer.");
  }
  const stands = await isStanding(fetch, credential);
  const isSecure = address !== null && isHttps(address);
  return { isVerified: signed === true && isSecure && stands, profile };
}
