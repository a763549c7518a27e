import type { CompactJWSHeaderParameters } from "jose";
import type { Facts } from "@/lib/credentials/proofs/signed-facts";
import { isSupportedProof, suiteOf } from "@/lib/credentials/proofs/suites";
import { verifyInThread } from "@/lib/credentials/proofs/threads";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { failed, passed, unknown, type Check, type CheckName } from "./checks";
import { findUnsignedFact } from "./facts";
import {
  findKeyProblem,
  findListedMethod,
  loadKeys,
  type CredentialIssuer,
  type KeyProblem,
} from "./issuer-document";
import { isMoment } from "./shape";
import {
  checkClaims,
  CLOCK_SKEW_MS,
  findForeignType,
  isSignedBy,
  isSupportedAlgorithm,
  readClaims,
  readJwsHeader,
} from "./signature";
import { isDocument, type Document } from "./statement";
import { isForSignatures, loadTokenKey } from "./token-key";

/** A badge with its proofs, or the payload of a JWS with that; or a list of statuses, which has other facts. */
export type Signed = { document: Document; jws: string | null; isList?: true };

/** Most proofs that are checked: real credentials have one or two. */
const MAX_PROOFS = 4;

const CHECK: CheckName = "authenticity";

/** Checks the dates of a proof; null when they are in order. */
function checkProofDates({ created, expires }: Document): Check | null {
  const now = clock.now().getTime();
  for (const [name, moment] of Object.entries({ created, expires })) {
    if (moment !== undefined && !isMoment(moment)) return unknown(CHECK, "unprocessable", `proof.${name}`);
  }
  if (typeof created === "string" && !(Date.parse(created) <= now + CLOCK_SKEW_MS))
    return unknown(CHECK, "proof_from_future");
  return typeof expires === "string" && !(Date.parse(expires) > now) ? unknown(CHECK, "proof_expired") : null;
}

/** Contexts belong to a document. Only a proof by JCS repeats those that were signed (2.2, "eddsa-jcs-2022"). */
const hasOwnContext = (proof: Document): boolean => "@context" in proof && !suiteOf(proof).includes("-jcs-");

/** The names of the algorithms of the suites for a JWK, by its curve (RFC 7518, 3.1; RFC 8037, 3.1; RFC 9864, 2.2). */
const PROOF_ALGORITHMS = new Map([
  ["Ed25519", ["EdDSA", "Ed25519"]],
  ["P-256", ["ES256"]],
  ["P-384", ["ES384"]],
]);

/** The key of a proof; or why there is none that counts. */
async function findProofKey(
  proof: Document,
  issuer: CredentialIssuer,
): Promise<{ key: Document } | { check: Check }> {
  const { verificationMethod, proofPurpose } = proof;
  const name = isDocument(verificationMethod) ? verificationMethod.id : verificationMethod;
  const method = typeof name === "string" ? findListedMethod(issuer, name) : null;
  if (!method || proofPurpose !== "assertionMethod") return { check: keyNotListed(issuer) };
  const { publicKeyJwk: jwk } = method;
  if (isDocument(jwk) && !isForSignatures(jwk, PROOF_ALGORITHMS.get(String(jwk.crv)) ?? []))
    return { check: unknown(CHECK, "unsupported_key") };
  const problem = await findKeyProblem(issuer, method);
  // The proof may name the key by its full name only.
  return problem ? { check: keyProblem(problem, issuer) } : { key: { ...method, id: name } };
}

/** The members of a proof (Data Integrity 1.0, 2.1). */
const PROOF_MEMBERS = new Set([
  "@context",
  "id",
  "type",
  "cryptosuite",
  "proofPurpose",
  "verificationMethod",
  "created",
  "expires",
  "domain",
  "challenge",
  "nonce",
  "previousProof",
  "proofValue",
]);

/** Finds a member under another name, such as `expires` under its full IRI, which is signed but not checked. */
const findOtherMember = (proof: Document): string | undefined =>
  Object.keys(proof).find((name) => !PROOF_MEMBERS.has(name));

/** What keeps a proof from being checked, by its own members; null when nothing does. */
function findProofProblem(proof: Document): Check | null {
  if (!isSupportedProof(proof)) return unknown(CHECK, "unsupported_suite", suiteOf(proof).slice(0, 100));
  if (hasOwnContext(proof)) return unknown(CHECK, "ambiguous", "proof.@context");
  const other = findOtherMember(proof);
  if (other !== undefined) return unknown(CHECK, "ambiguous", `proof.${other}`.slice(0, 100));
  return checkProofDates(proof);
}

/** The result for a right proof: what the badge says must be what was signed. A list of statuses has other facts. */
function describeRightProof(
  { document, isList }: Signed,
  proof: Document,
  { facts, withheld }: { facts: Facts | null; withheld: boolean },
): Check {
  if (withheld) return unknown(CHECK, "partly_disclosed", suiteOf(proof));
  const unsigned = facts && !isList ? findUnsignedFact(document, facts) : null;
  if (unsigned === null) return passed(CHECK, "signed", suiteOf(proof));
  return unsigned.isAmbiguous
    ? unknown(CHECK, "ambiguous", unsigned.path)
    : failed(CHECK, "differs", unsigned.path);
}

async function checkProof(
  signed: Signed,
  { proof, previous }: { proof: Document; previous: Document[] },
  issuer: CredentialIssuer,
): Promise<Check> {
  const problem = findProofProblem(proof);
  if (problem) return problem;
  const found = await findProofKey(proof, issuer);
  if ("check" in found) return found.check;
  const { pickKey } = await loadKeys();
  const named = { ...proof, verificationMethod: found.key.id };
  const result = await verifyInThread(signed.document, named, pickKey(found.key), previous);
  if (result.isValid === null) return unknown(CHECK, result.problem, result.detail?.slice(0, 200));
  return result.isValid ? describeRightProof(signed, proof, result) : failed(CHECK, "bad_signature");
}

const keyProblem = (problem: KeyProblem, { host }: CredentialIssuer): Check => unknown(CHECK, problem, host);

/** A key that the issuer does not list may be anyone's. When the issuer's document could not be read, nothing is known. */
const keyNotListed = ({ profile, host }: CredentialIssuer): Check =>
  profile ? failed(CHECK, "key_not_listed", host) : unknown(CHECK, "issuer_not_reached", host);

/** One wrong proof is enough to refuse a document, and one right proof by its issuer to accept it. */
const chooseCheck = (checks: Check[]): Check =>
  checks.find(({ result, reason }) => result === "failed" && reason !== "key_not_listed") ??
  checks.find(({ result }) => result === "passed") ??
  checks[0] ??
  unknown(CHECK, "unsigned");

/** The proofs that a proof follows and signs too, directly; null when one is missing (Data Integrity 1.0, 4.5). */
function findPrevious(proofs: Document[], { previousProof }: Document): Document[] | null {
  const ids = previousProof === undefined ? [] : [previousProof].flat();
  const found = ids.map((id) => proofs.find((one) => typeof id === "string" && one.id === id));
  return found.every((one) => one !== undefined) ? found : null;
}

/** Orders proofs so that each follows those that it signs; null when that is impossible: one is missing, or in a circle. */
function orderChain(proofs: Document[]): { proof: Document; previous: Document[] }[] | null {
  const ordered: { proof: Document; previous: Document[] }[] = [];
  const isOrdered = (one: Document): boolean => ordered.some(({ proof }) => proof === one);
  while (ordered.length < proofs.length) {
    const next = proofs
      .filter((proof) => !isOrdered(proof))
      .map((proof) => ({ proof, previous: findPrevious(proofs, proof) }))
      .find(({ previous }) => previous?.every(isOrdered));
    if (!next?.previous) return null;
    ordered.push({ proof: next.proof, previous: next.previous });
  }
  return ordered;
}

/** Checks each proof of a document. One that follows another is right only if that is right. */
async function checkEachProof(signed: Signed, issuer: CredentialIssuer): Promise<Check[]> {
  const { proof: member } = signed.document;
  const given = member === undefined ? [] : [member].flat();
  const proofs = given.filter(isDocument);
  if (proofs.length < given.length || proofs.length > MAX_PROOFS)
    return [unknown(CHECK, "unprocessable", "proof")];
  const chain = orderChain(proofs);
  if (!chain) return [failed(CHECK, "bad_signature", "previousProof")];
  const checks = new Map<Document, Check>();
  for (const { proof, previous } of chain) {
    const broken = previous.map((one) => checks.get(one)).find((check) => check?.result !== "passed");
    checks.set(proof, broken ?? (await checkProof(signed, { proof, previous }, issuer)));
  }
  return [...checks.values()];
}

const checkProofs = async (signed: Signed, issuer: CredentialIssuer): Promise<Check> =>
  chooseCheck(await checkEachProof(signed, issuer));

/** What keeps a token from being checked, by its header and claims; null when nothing does. */
function findTokenProblem(jws: string, header: CompactJWSHeaderParameters): Check | null {
  const foreignType = findForeignType(header);
  if (foreignType !== null) return unknown(CHECK, "unsupported_suite", foreignType);
  if (!isSupportedAlgorithm(header.alg)) return unknown(CHECK, "unsupported_suite", header.alg.slice(0, 100));
  return checkClaims(readClaims(jws));
}

async function checkJws(fetch: Fetch, { jws }: { jws: string }, issuer: CredentialIssuer): Promise<Check> {
  const header = readJwsHeader(jws);
  if (!header) return unknown(CHECK, "unsigned");
  const problem = findTokenProblem(jws, header);
  if (problem) return problem;
  const key = await loadTokenKey(fetch, issuer, header);
  if (key === null) return keyNotListed(issuer);
  if (key === "key_revoked" || key === "key_expired") return keyProblem(key, issuer);
  return describeSignature(key === "unusable" ? null : await isSignedBy(jws, key), header.alg);
}

function describeSignature(isSigned: boolean | null, algorithm: string): Check {
  if (isSigned === null) return unknown(CHECK, "unsupported_key");
  return isSigned ? passed(CHECK, "signed", algorithm) : failed(CHECK, "bad_signature");
}

/** Checks whether a key that its issuer lists for assertions signed a document, and that the document says what was signed. */
export const checkIntegrity = (fetch: Fetch, signed: Signed, issuer: CredentialIssuer): Promise<Check> =>
  signed.jws === null ? checkProofs(signed, issuer) : checkJws(fetch, { jws: signed.jws }, issuer);

/** Whether every proof of a document, or its signature, is right. A list of statuses counts only then. */
export async function isWhollySigned(
  fetch: Fetch,
  signed: Signed,
  issuer: CredentialIssuer,
): Promise<boolean> {
  const checks =
    signed.jws === null
      ? await checkEachProof(signed, issuer)
      : [await checkJws(fetch, { jws: signed.jws }, issuer)];
  return checks.length > 0 && checks.every(({ result }) => result === "passed");
}
