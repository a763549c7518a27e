import type { KeyObject } from "node:crypto";
import type { CompactJWSHeaderParameters } from "jose";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isHttps, isSameOrigin, normalizeWebUrl } from "./addresses";
import { tryFetchDocument } from "./documents";
import {
  findKeyProblem,
  findListedMethod,
  listAssertionMethods,
  loadKeys,
  mayHaveKeyAt,
  type CredentialIssuer,
  type KeyProblem,
} from "./issuer-document";
import { isDocument, type Document } from "./statement";

/**
 * Loads the key of a token from its URL, a JWK or a set of them (Open Badges 3.0, 8.2.1). It is the issuer's if it lies on
 * the origin of the issuer, which is a URL. The keys of a DID are those in its document alone: on the host of a `did:web`
 * others may have files, too.
 */
async function loadKeyFromUrl(
  fetch: Fetch,
  issuer: CredentialIssuer,
  { kid, alg }: CompactJWSHeaderParameters,
): Promise<TokenKey | null> {
  const [address, home] = [normalizeWebUrl(kid), normalizeWebUrl(issuer.id)];
  if (!address || !home || !isHttps(address) || !isSameOrigin(address, home)) return null;
  // A document of another id says nothing about the keys of this issuer.
  if (issuer.profile && issuer.profile.id !== issuer.id) return null;
  const fetched = await tryFetchDocument(fetch, address, "key");
  const found = "document" in fetched ? findJwk(fetched.document, kid) : null;
  return found && chooseUrlKey(issuer, { ...found, kid: String(kid) }, alg);
}

/** Finds the key of this name in a set, or the only one; null when there is none. */
function findJwk(document: Document, kid: unknown): { jwk: Document; keys: Document[] } | null {
  const keys = [document.keys ?? document].flat().filter(isDocument);
  const jwk = keys.find((key) => key.kid === kid) ?? (keys.length === 1 ? keys[0] : undefined);
  return jwk ? { jwk, keys } : null;
}

/** A key of a set as a verification method. */
const toMethod = (jwk: Document): Document => ({
  id: jwk.kid,
  publicKeyJwk: jwk,
  revoked: jwk.revoked,
  expires: jwk.expires,
});

/** A file of the same origin may be anyone's, and a listed key may have been revoked: the list counts if there is one. */
async function chooseUrlKey(
  issuer: CredentialIssuer,
  { jwk, keys, kid }: { jwk: Document; keys: Document[]; kid: string },
  alg: string,
): Promise<TokenKey | null> {
  const method = await findMethodOfJwk(issuer, jwk);
  if (method) return readMethodKey(issuer, method, alg);
  if (!mayHaveKeyAt(issuer, kid)) return null;
  const set = { ...issuer, profile: { ...issuer.profile, verificationMethod: keys.map(toMethod) } };
  return readMethodKey(set, toMethod(jwk), alg);
}

/** Finds the listed method whose key a token carries in its header (Open Badges 3.0, 8.2.1): by the key itself. */
async function findMethodOfJwk(issuer: CredentialIssuer, jwk: object): Promise<Document | null> {
  const { hasKey, readKeyForms } = await loadKeys();
  const forms = await readKeyForms({ publicKeyJwk: jwk });
  return (forms && listAssertionMethods(issuer).find((method) => hasKey(method, forms))) ?? null;
}

type TokenKey = KeyObject | "unusable" | KeyProblem;

/** Whether a JWK is meant for checking signatures (RFC 7517, 4.2 and 4.3), by one of these algorithms (4.4). */
export const isForSignatures = (
  { use, key_ops: operations, alg }: Document,
  algorithms: readonly string[],
): boolean =>
  (use === undefined || use === "sig") &&
  (operations === undefined || [operations].flat().includes("verify")) &&
  (alg === undefined || algorithms.includes(alg as string));

/** Reads the key of a listed method, unless it counts no more or is meant for another algorithm (RFC 7517, 4.4). */
async function readMethodKey(
  issuer: CredentialIssuer,
  method: Document,
  algorithm: string,
): Promise<TokenKey> {
  const problem = await findKeyProblem(issuer, method);
  if (problem) return problem;
  const { publicKeyJwk: jwk } = method;
  if (isDocument(jwk) && !isForSignatures(jwk, [algorithm])) return "unusable";
  return (await (await loadKeys()).readPublicKey(method)) ?? "unusable";
}

/** Finds the key of a token: in the issuer's document, or at the URL that names it. Null when it is not the issuer's. */
export async function loadTokenKey(
  fetch: Fetch,
  issuer: CredentialIssuer,
  header: CompactJWSHeaderParameters,
): Promise<TokenKey | null> {
  const { alg, kid, jwk } = header;
  if (kid === undefined) {
    const method = isDocument(jwk) ? await findMethodOfJwk(issuer, jwk) : null;
    return method && readMethodKey(issuer, method, alg);
  }
  if (typeof kid !== "string") return null;
  const method = findListedMethod(issuer, kid);
  return method ? readMethodKey(issuer, method, alg) : loadKeyFromUrl(fetch, issuer, header);
}
