import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import { presentMethods } from "@/lib/credentials/open-badges/issuer";
import type { VerificationMethod } from "@/lib/credentials/issuer-keys/schema";
import { CONTEXTS } from "@/lib/credentials/open-badges/schema";
import { quote } from "./problems";

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toObjects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** What a DID document lists: its verification methods, also those inside `assertionMethod`, and the ids of the latter. */
type Listing = { methods: Map<unknown, Json>; asserting: Set<unknown> };

function readListing({ verificationMethod, assertionMethod }: Json): Listing {
  const references: unknown[] = Array.isArray(assertionMethod) ? assertionMethod : [];
  const methods = new Map<unknown, Json>();
  // The first one of an id counts.
  for (const method of [...toObjects(verificationMethod), ...toObjects(references)])
    if (!methods.has(method.id)) methods.set(method.id, method);
  return {
    methods,
    asserting: new Set(references.map((one) => (isObject(one) ? one.id : one))),
  };
}

/** Whether a published method has the public key of ours. A JWK may have members that we leave out. */
function hasSameKey(method: VerificationMethod, given: Json): boolean {
  if (method.type === "Multikey") return given.publicKeyMultibase === method.publicKeyMultibase;
  const { publicKeyJwk: jwk } = given;
  if (!isObject(jwk)) return false;
  const members = ["kty", "crv", "x", "y"] as const;
  const own: Json = method.publicKeyJwk;
  return members.every((member) => jwk[member] === own[member]);
}

/** Returns what is wrong with the published form of a verification method; null when verifiers find the key by it. */
function findMethodProblem(method: VerificationMethod, { methods, asserting }: Listing): string | null {
  const given = methods.get(method.id);
  const name = quote(method.id);
  if (!given) return `“verificationMethod” has no ${name}.`;
  if (given.type !== method.type) return `The “type” of ${name} must be “${method.type}”.`;
  if (given.controller !== method.controller)
    return `The “controller” of ${name} must be “${method.controller}”.`;
  if (!hasSameKey(method, given)) return `The public key of ${name} is not that of this organization.`;
  return asserting.has(method.id) ? null : `“assertionMethod” has no ${name}.`;
}

function findHeadProblem(document: Json, did: string): string | null {
  if (document.id !== did) return `Its “id” must be “${did}”. It is ${quote(document.id)}.`;
  const contexts: unknown[] = [document["@context"]].flat();
  const missing = CONTEXTS.did.find((context) => !contexts.includes(context));
  return missing === undefined ? null : `Its “@context” must contain “${missing}”.`;
}

/** What a published DID document says: which keys it lists, by their ids, and what is wrong with it. */
export type DidInspection = { listedKeys: string[]; problems: string[] };

function describeEarlier(count: number): string {
  const [keys, them] = count === 1 ? ["an earlier key", "it"] : [`${count} earlier keys`, "them"];
  return `It lacks ${keys}. Badges signed with ${them} may no longer be verifiable. Publish the whole file.`;
}

/**
 * Compares a published DID document with the keys of its organization. A key is listed if all its verification methods are,
 * each for assertions, with the ids that credentials name (Controlled Identifiers 1.0, 2.2 and 2.3.2). The document may
 * list more. Problems with active keys come first.
 */
export function inspectDidDocument(document: unknown, did: string, keys: PublishedKey[]): DidInspection {
  if (!isObject(document)) return { listedKeys: [], problems: ["It is not a JSON object."] };
  const headProblem = findHeadProblem(document, did);
  if (headProblem) return { listedKeys: [], problems: [headProblem] };
  const listing = readListing(document);
  const inspected = keys.map((key) => ({
    key,
    problems: presentMethods(did, key).flatMap((method) => findMethodProblem(method, listing) ?? []),
  }));
  const missing = inspected.filter(({ problems }) => problems.length > 0);
  const earlier = missing.filter(({ key }) => key.retiredAt !== null).length;
  const active = missing.filter(({ key }) => key.retiredAt === null);
  return {
    listedKeys: inspected.filter(({ problems }) => problems.length === 0).map(({ key }) => key.id),
    problems: [
      ...active.flatMap(({ problems }) => problems),
      ...(earlier > 0 ? [describeEarlier(earlier)] : []),
    ],
  };
}
