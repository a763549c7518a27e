import { randomUUID } from "node:crypto";
import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import { getSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { organizationDid, statusListUrl } from "@/lib/credentials/open-badges/addresses";
import { buildUnsignedCredential } from "@/lib/credentials/open-badges/credential";
import type { Credential } from "@/lib/credentials/open-badges/schema";
import type { AssertionRow } from "@/lib/credentials/open-badges/serializer";
import {
  findBadgeToSign,
  getUnrevokedAssertion,
  type PublicAssertion,
} from "@/lib/credentials/open-badges/service";
import type { SignedStatusList } from "@/lib/credentials/status-lists/schema";
import { presentStatusList, type StatusListRow } from "@/lib/credentials/status-lists/serializer";
import { getRevokedIndexes, getStatusList } from "@/lib/credentials/status-lists/service";
import { findSignedCredential, findSignedCredentials, insertSignedCredential } from "./queries";
import type { SignedCredentialRow } from "./serializer";
import { addIssuerProofs, prepareSigning, signIssuerToken } from "./signing";
import { composeToken } from "./token";

async function signBadge(row: AssertionRow): Promise<SignedCredentialRow> {
  const { issuer, parts } = await prepareSigning(row);
  const credential = buildUnsignedCredential(row, { subjectId: `urn:uuid:${randomUUID()}`, ...parts });
  const signed = await addIssuerProofs(issuer, credential, clock.now());
  const token = await signIssuerToken(issuer, credential);
  return { badgeId: row.id, document: JSON.stringify(signed), ...token };
}

/**
 * Signs a badge that has no credential yet. If two processes do it at once, the first one is stored and both return it.
 * Null when the badge is no longer accepted.
 */
async function signAndStore(row: AssertionRow): Promise<SignedCredentialRow | null> {
  await insertSignedCredential(await signBadge(row));
  return findSignedCredential(row.id);
}

/**
 * Signs the credential of an accepted badge, unless that was done before. Returns false when the badge is not accepted, so
 * that it has no credential.
 */
export async function ensureSignedCredential(badgeId: string): Promise<boolean> {
  if (await findSignedCredential(badgeId)) return true;
  const row = await findBadgeToSign(badgeId);
  return row?.state === "accepted" && (await signAndStore(row)) !== null;
}

/**
 * Returns the credentials of accepted badges, in the order of the badges. Signs those that are not signed yet. A badge
 * that is no longer accepted has none.
 */
export async function listCredentials(badgeIds: string[]): Promise<SignedCredentialRow[]> {
  const stored = new Map((await findSignedCredentials(badgeIds)).map((row) => [row.badgeId, row]));
  const missing = badgeIds.filter((id) => !stored.has(id));
  for (const id of missing) await ensureSignedCredential(id);
  if (missing.length > 0)
    for (const row of await findSignedCredentials(missing)) stored.set(row.badgeId, row);
  return badgeIds.flatMap((id) => stored.get(id) ?? []);
}

/** Finds the credential of a badge as it was signed; null when it was not signed yet. */
export const findStoredCredential = (badgeId: string): Promise<SignedCredentialRow | null> =>
  findSignedCredential(badgeId);

/** Whether a JWT is the one of a stored credential, to the letter. */
export const isStoredToken = (jws: string, stored: SignedCredentialRow): boolean =>
  jws === composeToken(JSON.parse(stored.document) as Credential, stored);

/** A badge with its credential; null when the badge was replaced. */
export type CredentialOfBadge = PublicAssertion & { signed: SignedCredentialRow | null };

/**
 * Returns the credential of a public badge, and signs it when that has not been done yet. Throws as
 * `getUnrevokedAssertion` does.
 */
export async function getCredential(badgeId: string): Promise<CredentialOfBadge> {
  const assertion = await getUnrevokedAssertion(badgeId);
  return assertion.newestId === null ? getCredentialOfRow(assertion.row) : { ...assertion, signed: null };
}

/**
 * Returns the credential of an accepted badge, and signs it when that has not been done yet. Throws 404 when the badge has
 * ceased to be accepted since it was read.
 */
export async function getCredentialOfRow(row: AssertionRow): Promise<CredentialOfBadge> {
  const signed = (await findSignedCredential(row.id)) ?? (await signAndStore(row));
  if (!signed) throw notFound();
  return { row, newestId: null, signed };
}

/** Returns what was signed; throws for a replaced badge, which is a bug. */
export const requireSigned = ({ signed }: CredentialOfBadge): SignedCredentialRow => {
  if (!signed) throw new Error("A replaced badge leads to another one.");
  return signed;
};

/** Serializes a credential as it was signed. */
export const presentCredential = (badge: CredentialOfBadge): Credential =>
  JSON.parse(requireSigned(badge).document) as Credential;

/** Serializes a credential as its JWT. */
export const presentCredentialJwt = (badge: CredentialOfBadge): Promise<string> =>
  Promise.resolve(composeToken(presentCredential(badge), requireSigned(badge)));

/** Returns a status list of an organization; throws 404 when there is none. */
export const getCredentialStatusList = (organizationId: string, number: number): Promise<StatusListRow> =>
  getStatusList(organizationId, number);

/** The version of a status list: another one after each revocation and each rotation of keys. */
export async function findStatusListVersion(organizationId: string, number: number): Promise<string> {
  const { revision } = await getStatusList(organizationId, number);
  const { proofs, tokens } = await getSigningKeys(organizationId);
  return `${revision} ${proofs.multikey} ${tokens.multikey}`;
}

/**
 * Prepares a status list for its issuer's signature, also one under which no more credentials are issued. The keys are the
 * current ones, because earlier ones cannot sign any more: a domain that does not list them yet must publish them, so that
 * verifiers can read the list again.
 */
async function prepareStatusList(list: StatusListRow) {
  const { organizationId, number, issuerDid } = list;
  const did = issuerDid || organizationDid(organizationId);
  const unsigned = await presentStatusList(list, await getRevokedIndexes(list), {
    url: statusListUrl(organizationId, number),
    issuer: did,
  });
  return { issuer: { did, keys: await getSigningKeys(organizationId) }, unsigned };
}

/** Builds a status list with the proofs of its issuer. */
export async function buildSignedStatusList(list: StatusListRow): Promise<SignedStatusList> {
  const { issuer, unsigned } = await prepareStatusList(list);
  return addIssuerProofs(issuer, unsigned, list.updatedAt);
}

/** Builds a status list as a JWT of its issuer, for verifiers that read no other signatures. */
export async function buildStatusListJwt(list: StatusListRow): Promise<string> {
  const { issuer, unsigned } = await prepareStatusList(list);
  return composeToken(unsigned, await signIssuerToken(issuer, unsigned));
}
