import type { KeyObject } from "node:crypto";
import { isSupportedProof, suiteOf } from "@/lib/credentials/proofs/suites";
import { verifyInThread } from "@/lib/credentials/proofs/threads";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isHttps, isSameOrigin, normalizeWebUrl } from "./addresses";
import { failed, passed, unknown, type Check, type CheckName } from "./checks";
import { tryFetchDocument } from "./documents";
import { findListedMethod, type CredentialIssuer } from "./issuer-document";
import { isSignedBy, isSupportedAlgorithm, readJwsHeader } from "./signature";
import { isDocument, type Document } from "./statement";

/** A document with its proofs, or the payload of a JWS with that. */
export type Signed = { document: Document; jws: string | null };

/** Most proofs that are checked: real credentials have one or two. */
const MAX_PROOFS = 4;

const CHECK: CheckName = "authenticity";

/** Loads the libraries for keys when a proof is checked: most processes never do. */
const loadKeys = () => import("@/lib/credentials/proofs/public-keys");

const isExpired = ({ expires }: Document): boolean =>
  typeof expires === "string" && !(Date.parse(expires) > clock.now().getTime());

async function checkProof(document: Document, proof: Document, issuer: CredentialIssuer): Promise<Check> {
  if (!isSupportedProof(proof)) return unknown(CHECK, "unsupported_suite", suiteOf(proof).slice(0, 100));
  const { verificationMethod, proofPurpose } = proof;
  const name = isDocument(verificationMethod) ? verificationMethod.id : verificationMethod;
  const method = typeof name === "string" ? findListedMethod(issuer, name) : null;
  if (!method || proofPurpose !== "assertionMethod") return keyNotListed(issuer);
  if (isExpired(proof)) return unknown(CHECK, "proof_expired");
  const { pickKey } = await loadKeys();
  // The proof may name the key by its full name only.
  const result = await verifyInThread(
    document,
    { ...proof, verificationMethod: name },
    { ...pickKey(method), id: name },
  );
  if (result.isValid === null) return unknown(CHECK, result.problem, result.detail?.slice(0, 200));
  return result.isValid ? passed(CHECK, "signed", suiteOf(proof)) : failed(CHECK, "bad_signature");
}

/** A key that the issuer does not list may be anyone's. When the issuer's document could not be read, nothing is known. */
const keyNotListed = ({ profile, host }: CredentialIssuer): Check =>
  profile ? failed(CHECK, "key_not_listed", host) : unknown(CHECK, "issuer_not_reached", host);

/** One wrong proof is enough to refuse a document, and one right proof by its issuer to accept it. */
const chooseCheck = (checks: Check[]): Check =>
  checks.find(({ reason }) => reason === "bad_signature") ??
  checks.find(({ result }) => result === "passed") ??
  checks[0] ??
  unknown(CHECK, "unsigned");

async function checkProofs({ document }: Signed, issuer: CredentialIssuer): Promise<Check> {
  const proofs = [document.proof].flat().filter(isDocument).slice(0, MAX_PROOFS);
  const checks: Check[] = [];
  for (const proof of proofs) checks.push(await checkProof(document, proof, issuer));
  return chooseCheck(checks);
}

/**
 * Loads the key of a token from its URL, a JWK or a set of them (Open Badges 3.0, 8.2.1). It is the issuer's if it lies on
 * the origin of the issuer, which is a URL. The keys of a DID are those in its document alone: on the host of a `did:web`
 * others may have files, too.
 */
async function loadKeyFromUrl(
  fetch: Fetch,
  issuer: CredentialIssuer,
  kid: string,
): Promise<KeyObject | null> {
  const [address, home] = [normalizeWebUrl(kid), normalizeWebUrl(issuer.id)];
  if (!address || !home || !isHttps(address) || !isSameOrigin(address, home)) return null;
  const fetched = await tryFetchDocument(fetch, address, "key");
  if (!("document" in fetched)) return null;
  const keys = [fetched.document.keys ?? fetched.document].flat().filter(isDocument);
  const publicKeyJwk = keys.find((key) => key.kid === kid) ?? (keys.length === 1 ? keys[0] : null);
  return (await loadKeys()).readPublicKey({ publicKeyJwk });
}

/** Finds the key of a token: in the issuer's document, or at the URL that names it. Null when it is not the issuer's. */
async function loadTokenKey(
  fetch: Fetch,
  issuer: CredentialIssuer,
  kid: string,
): Promise<KeyObject | "unusable" | null> {
  const method = findListedMethod(issuer, kid);
  if (!method) return loadKeyFromUrl(fetch, issuer, kid);
  const { readPublicKey } = await loadKeys();
  return (await readPublicKey(method)) ?? "unusable";
}

async function checkJws(fetch: Fetch, { jws }: { jws: string }, issuer: CredentialIssuer): Promise<Check> {
  const header = readJwsHeader(jws);
  if (!header) return unknown(CHECK, "unsigned");
  const { alg, kid } = header;
  if (!isSupportedAlgorithm(alg)) return unknown(CHECK, "unsupported_suite", alg.slice(0, 100));
  const key = typeof kid === "string" ? await loadTokenKey(fetch, issuer, kid) : null;
  if (key === null) return keyNotListed(issuer);
  const isSigned = key === "unusable" ? null : await isSignedBy(jws, key);
  return describeSignature(isSigned, alg);
}

function describeSignature(isSigned: boolean | null, algorithm: string): Check {
  if (isSigned === null) return unknown(CHECK, "unsupported_key");
  return isSigned ? passed(CHECK, "signed", algorithm) : failed(CHECK, "bad_signature");
}

/** Checks whether a key that its issuer lists for assertions signed a document. */
export const checkIntegrity = (fetch: Fetch, signed: Signed, issuer: CredentialIssuer): Promise<Check> =>
  signed.jws === null ? checkProofs(signed, issuer) : checkJws(fetch, { jws: signed.jws }, issuer);
