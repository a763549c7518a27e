import {
  CompactSign,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWTPayload,
} from "jose";
import { toIsoDate, toWholeSeconds } from "@/lib/kernel/dates";
import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import type { SigningKey } from "@/lib/credentials/issuer-keys/service";
import { domainDid, domainOrigin, organizationDid } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import { isObject } from "./did-document";
import { quote } from "./problems";
import type { BuiltConfiguration } from "./serializer";

const CONTEXT = "https://identity.foundation/.well-known/did-configuration/v1";
const CREDENTIAL_CONTEXT = "https://www.w3.org/2018/credentials/v1";
const ALGORITHM = "EdDSA";
const VALID_YEARS = 2;
const DAY_MS = 24 * 3_600_000;
/** How long before the end the console asks for a new file. */
const NOTICE_MS = 30 * DAY_MS;
/** Most entries of a published file that are read. */
const MAX_ENTRIES = 50;

/** An organization and the domain that it has verified. */
type VerifiedDomain = { organizationId: string; domain: string; verifiedAt: Date };

/** The DIDs that a domain is linked with: its own, and the one of the organization at this service. */
const listDids = ({
  organizationId,
  domain,
}: Pick<VerifiedDomain, "organizationId" | "domain">): string[] => [
  domainDid(domain),
  organizationDid(organizationId),
];

/**
 * The time of issue: the begin of the month, but not before the key or the verification. With a signature that is the same
 * for the same content, the file stays the same for a month although it is stored nowhere.
 */
function chooseIssueTime(key: PublishedKey, { verifiedAt }: VerifiedDomain, now: Date): Date {
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return new Date(Math.max(month, key.createdAt.getTime(), verifiedAt.getTime()));
}

/**
 * Signs a Domain Linkage Credential as a JWT (DIF Well Known DID Configuration 1.0, "JSON Web Token Proof Format"): version
 * 1.1 of Verifiable Credentials, no `id`, no `typ`, and no other members than these.
 */
async function signLinkage(did: string, origin: string, key: SigningKey, dates: { from: Date; until: Date }) {
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
  const payload = {
    exp: seconds(dates.until),
    iss: did,
    nbf: seconds(dates.from),
    sub: did,
    vc: {
      "@context": [CREDENTIAL_CONTEXT, CONTEXT],
      issuer: did,
      issuanceDate: toWholeSeconds(dates.from),
      expirationDate: toWholeSeconds(dates.until),
      type: ["VerifiableCredential", "DomainLinkageCredential"],
      credentialSubject: { id: did, origin },
    },
  };
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: ALGORITHM, kid: proofMethodId(did, key) })
    .sign(key.privateKey);
}

/** Builds the DID configuration of a verified domain, with a credential for each DID of its organization. */
export async function buildDidConfiguration(
  verified: VerifiedDomain,
  key: SigningKey,
  now: Date,
): Promise<BuiltConfiguration> {
  const from = chooseIssueTime(key, verified, now);
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + VALID_YEARS);
  const origin = domainOrigin(verified.domain);
  const signed = listDids(verified).map((did) => signLinkage(did, origin, key, { from, until }));
  return { content: { "@context": CONTEXT, linked_dids: await Promise.all(signed) }, expiresAt: until };
}

/** A JWT of a published file, as far as it can be read. */
type Entry = { jwt: string; kid: unknown; payload: JWTPayload };

function readEntry(jwt: unknown): Entry[] {
  if (typeof jwt !== "string") return [];
  try {
    return [{ jwt, kid: decodeProtectedHeader(jwt).kid, payload: decodeJwt(jwt) }];
  } catch {
    return [];
  }
}

async function isSigned({ jwt }: Entry, { jwk }: PublishedKey): Promise<boolean> {
  try {
    await compactVerify(jwt, await importJWK(jwk, ALGORITHM), { algorithms: [ALGORITHM] });
    return true;
  } catch {
    return false;
  }
}

const readOrigin = ({ payload: { vc } }: Entry): unknown =>
  isObject(vc) && isObject(vc.credentialSubject) ? vc.credentialSubject.origin : undefined;

/** What is wrong with a credential. `isUsable`: verifiers still accept it, but it must be replaced soon. */
type Problem = { text: string; isUsable: boolean };

const REPLACE = "Replace the file.";

function findDateProblem(did: string, { payload: { exp = 0 } }: Entry, now: Date): Problem | null {
  const left = exp * 1_000 - now.getTime();
  if (left > NOTICE_MS) return null;
  if (left <= 0) return { text: `The credential for ${did} has expired. ${REPLACE}`, isUsable: false };
  const day = toIsoDate(new Date(exp * 1_000));
  return { text: `The credential for ${did} expires on ${day}. ${REPLACE}`, isUsable: true };
}

async function findEntryProblem(
  did: string,
  entry: Entry,
  { origin, keys, now }: Expected,
): Promise<Problem | null> {
  const key = keys.find((one) => entry.kid === proofMethodId(did, one));
  if (!key || !(await isSigned(entry, key))) {
    const text = `The credential for ${did} is not signed by a key of this organization. ${REPLACE}`;
    return { text, isUsable: false };
  }
  const given = readOrigin(entry);
  if (given !== origin) {
    const text = `The “origin” of the credential for ${did} must be “${origin}”. It is ${quote(given)}.`;
    return { text, isUsable: false };
  }
  if (key.retiredAt !== null)
    return { text: `The credential for ${did} is signed by a retired key. ${REPLACE}`, isUsable: true };
  return findDateProblem(did, entry, now);
}

type Expected = { origin: string; keys: PublishedKey[]; now: Date };

/** Returns the problem of the best credential for a DID; null when one has none. */
async function findLinkProblem(did: string, entries: Entry[], expected: Expected): Promise<Problem | null> {
  const candidates = entries.filter(({ payload }) => payload.iss === did);
  const problems = await Promise.all(candidates.map((entry) => findEntryProblem(did, entry, expected)));
  if (problems.includes(null)) return null;
  const none = { text: `It has no credential for ${did}.`, isUsable: false };
  return problems.find((problem) => problem?.isUsable) ?? problems[0] ?? none;
}

/** What a published DID configuration says: whether it links both DIDs, and what is wrong with it or will be soon. */
export type ConfigurationInspection = { isLinking: boolean; problems: string[] };

const wrong = (problem: string): ConfigurationInspection => ({ isLinking: false, problems: [problem] });

/**
 * Inspects a published DID configuration: it must have a valid credential for each DID of the organization, by one of
 * these keys. Others may be beside them.
 */
export async function inspectDidConfiguration(
  document: unknown,
  verified: Pick<VerifiedDomain, "organizationId" | "domain">,
  keys: PublishedKey[],
  now: Date,
): Promise<ConfigurationInspection> {
  if (!isObject(document)) return wrong("It is not a JSON object.");
  const { "@context": context, linked_dids: linked } = document;
  if (![context].flat().includes(CONTEXT)) return wrong(`Its “@context” must be “${CONTEXT}”.`);
  if (!Array.isArray(linked)) return wrong("Its “linked_dids” must be a list.");
  const entries = linked.slice(0, MAX_ENTRIES).flatMap(readEntry);
  const signers = keys.filter(({ algorithm }) => algorithm === "Ed25519");
  const expected = { origin: domainOrigin(verified.domain), keys: signers, now };
  const found = await Promise.all(listDids(verified).map((did) => findLinkProblem(did, entries, expected)));
  const problems = found.filter((problem) => problem !== null);
  return {
    isLinking: problems.every(({ isUsable }) => isUsable),
    problems: problems.map(({ text }) => text),
  };
}
