import { resolveKeyDid } from "@/lib/credentials/proofs/key-dids";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isHttps, normalizeWebUrl } from "./addresses";
import { failed, passed, unknown, type Check } from "./checks";
import { tryFetchDocument } from "./documents";
import { isMoment } from "./shape";
import { isDocument, type Document } from "./statement";

/** The issuer of a credential as its own document describes it. */
export type CredentialIssuer = {
  id: string;
  /** The document with its keys; null when it could not be read. */
  profile: Document | null;
  /** The host that publishes the document; null for a DID that is only a key. */
  host: string | null;
  check: Check;
};

/** A `did:web` (did:web method, 3.1): a host, perhaps a port, and a path of plain names (DID Core, 3.1). */
const DID_WEB = /^did:web:([a-z\d.-]+(?:%3a\d{1,5})?)((?::(?:[\w.-]|%[\da-f]{2})+)*)$/i;

/**
 * The URL of the document with the issuer's keys: its own URL, or that of its `did:web` (did:web method, 3.2); null for
 * other identifiers.
 */
export function keyDocumentUrl(issuerId: string): string | null {
  if (!issuerId.startsWith("did:")) return normalizeWebUrl(issuerId);
  const [, host, path = ""] = DID_WEB.exec(issuerId) ?? [];
  if (host === undefined || path.split(":").some((part) => /^\.{1,2}$|%2f|%5c/i.test(part))) return null;
  const place = path ? `${path.replaceAll(":", "/")}/did.json` : "/.well-known/did.json";
  return normalizeWebUrl(`https://${host.replace(/%3a/i, ":")}${place}`);
}

const didMethod = (id: string): string => /^did:[a-z\d]+/.exec(id)?.[0] ?? id.slice(0, 50);

/** Loads the document of a credential's issuer: from its URL, or for `did:web` from its host. A key describes itself. */
export async function loadCredentialIssuer(fetch: Fetch, id: string): Promise<CredentialIssuer> {
  const keyDocument = resolveKeyDid(id);
  if (keyDocument)
    return {
      id,
      profile: keyDocument,
      host: null,
      check: failed("issuer", "issuer_is_a_key", didMethod(id)),
    };
  const address = keyDocumentUrl(id);
  if (address === null) {
    const check = unknown("issuer", "issuer_unsupported", didMethod(id));
    return { id, profile: null, host: null, check };
  }
  const { host } = new URL(address);
  const fetched = await tryFetchDocument(fetch, address, "issuer");
  if (!("document" in fetched))
    return { id, profile: null, host, check: unknown("issuer", "issuer_not_reached", host) };
  const check = isHttps(address) ? passed("issuer", null, host) : unknown("issuer", "issuer_insecure", host);
  return { id, profile: fetched.document, host, check };
}

/** The full name of a key: in the issuer's document and in tokens it may be only the fragment. */
const keyName = (issuerId: string, name: unknown): unknown =>
  typeof name === "string" && name.startsWith("#") ? issuerId + name : name;

/** Most methods of an issuer that are looked at. An organization of this service may have 500 keys. */
const MAX_METHODS = 1_000;

/** Whether a document says that its subject has no keys any more (DID Core, 7.1.2). What cannot be read may say so. */
const isDeactivated = ({ deactivated }: Document): boolean =>
  ![undefined, false].includes(deactivated as undefined);

/** The verification methods that the issuer lists for assertions and controls (Controlled Identifiers 1.0, 3.3). */
export function listAssertionMethods({ id, profile }: CredentialIssuer): Document[] {
  if (profile?.id !== id || isDeactivated(profile)) return [];
  const asserting = [profile.assertionMethod].flat();
  const names = new Set(asserting.map((one) => keyName(id, isDocument(one) ? one.id : one)));
  return [...asserting, profile.verificationMethod]
    .flat()
    .filter(isDocument)
    .filter((one) => one.controller === id && names.has(keyName(id, one.id)))
    .slice(0, MAX_METHODS);
}

/** Finds the verification method of this name that the issuer lists for assertions and controls; null for any other. */
export function findListedMethod(issuer: CredentialIssuer, name: string): Document | null {
  const named = new Set([keyName(issuer.id, name), `${issuer.id}#${name}`]);
  return listAssertionMethods(issuer).find((one) => named.has(keyName(issuer.id, one.id))) ?? null;
}

/** Whether this moment has come. One that cannot be read may be any moment, so it has. */
export function hasCome(moment: unknown): boolean {
  if (moment === undefined) return false;
  return !isMoment(moment) || Date.parse(moment) <= clock.now().getTime();
}

export type KeyProblem = "key_revoked" | "key_expired";

function findOwnProblem({ expires, revoked }: Document): KeyProblem | null {
  if (hasCome(revoked)) return "key_revoked";
  return hasCome(expires) ? "key_expired" : null;
}

/** The members of an issuer's document in which keys stand (Controlled Identifiers 1.0, 2.2 and 2.3; Open Badges 2.0). */
const METHOD_LISTS = [
  "publicKey",
  "verificationMethod",
  "assertionMethod",
  "authentication",
  "keyAgreement",
  "capabilityInvocation",
  "capabilityDelegation",
] as const;

/**
 * Whether a key that is only a file of the issuer may be its key: the issuer's document names its URL (Open Badges 2.0,
 * Profile), or says nothing of keys. One that says which keys it has, be it none, has no others.
 */
export function mayHaveKeyAt({ profile }: CredentialIssuer, address: string): boolean {
  if (profile === null) return true;
  const isNamed = [profile.publicKey].flat().some((one) => (isDocument(one) ? one.id : one) === address);
  return !isDeactivated(profile) && (isNamed || !METHOD_LISTS.some((name) => name in profile));
}

/** The methods that count no more, for whatever purpose they are listed. */
const listEndedMethods = ({ profile }: CredentialIssuer): Document[] =>
  METHOD_LISTS.flatMap((name) => [profile?.[name]].flat())
    .filter(isDocument)
    .filter((method) => findOwnProblem(method) !== null)
    .slice(0, MAX_METHODS);

/** Loads the libraries for keys when a signature is checked, or a key is listed as revoked: most processes never do. */
export const loadKeys = () => import("@/lib/credentials/proofs/public-keys");

/** Lists those of these methods that are of the same key as this one: by its name, or by its key material. */
async function filterSameKey(issuerId: string, method: Document, others: Document[]): Promise<Document[]> {
  if (others.length === 0) return [];
  const { hasKey, readKeyForms } = await loadKeys();
  const name = keyName(issuerId, method.id);
  const forms = await readKeyForms(method);
  const isNamed = (other: Document): boolean => name !== undefined && name === keyName(issuerId, other.id);
  return others.filter((other) => isNamed(other) || (forms !== null && hasKey(other, forms)));
}

/**
 * Finds why a key of the issuer counts no more (Controlled Identifiers 1.0, 2.2); null for one that does. A document may list a
 * key twice: it was revoked if one of its entries says so. When it signed does not matter, because a thief writes any date.
 */
export async function findKeyProblem(issuer: CredentialIssuer, method: Document): Promise<KeyProblem | null> {
  const ended = await filterSameKey(issuer.id, method, listEndedMethods(issuer));
  const problems = [method, ...ended].map(findOwnProblem);
  return problems.find((one) => one === "key_revoked") ?? problems.find((one) => one !== null) ?? null;
}
