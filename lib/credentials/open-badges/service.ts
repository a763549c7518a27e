import { getImageBytes } from "@/lib/art/images/service";
import { findPublicSuccessorId, publicStatus } from "@/lib/badges/issued/service";
import { gone, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { getPublishedKeys } from "@/lib/credentials/issuer-keys/service";
import { assertionUrl } from "./addresses";
import { bakePng, bakeSvg } from "./baking";
import type { KeyedIssuer } from "./issuer";
import { findAssertion, findBadgeClass, findIssuer, hasPublicBadgeOfIssuer, hasPublicBadge } from "./queries";
import {
  isEnded,
  presentAssertion,
  presentRevocation,
  revocationMessage,
  type AssertionRow,
  type BadgeClassRow,
  type IssuerRow,
  type Revocation,
} from "./serializer";

/** A badge with public documents; `newestId` is the newest badge in its place if it was replaced and that one is public. */
export type PublicAssertion = { row: AssertionRow; newestId: string | null };

/**
 * Returns a badge for its Open Badges documents and its page (decision 0078): accepted and public, revoked, or
 * replaced. Throws 404 for all others, as if they did not exist.
 */
export async function getAssertion(badgeId: string): Promise<PublicAssertion> {
  const row = await findAssertion(badgeId);
  const found = row && (await findPublicAssertion(row));
  if (!found) throw notFound();
  return found;
}

/** Returns the public data of a badge that was read already; null when it has no public documents. */
export async function findPublicAssertion(row: AssertionRow): Promise<PublicAssertion | null> {
  const newestId = row.state === "replaced" ? await findPublicSuccessorId(row.id) : null;
  return newestId === null && publicStatus(row) === "unknown" ? null : { row, newestId };
}

/**
 * Returns the public data of a revocation or replacement; null when there is none. Throws 404 for a badge without public
 * documents.
 */
export async function getRevocation(badgeId: string): Promise<Revocation | null> {
  const { row } = await getAssertion(badgeId);
  return isEnded(row) ? presentRevocation(row) : null;
}

/** Whether the documents of a badge say that it ended. Those of a replaced one lead to its successor once that is public. */
export const isGone = ({ row, newestId }: PublicAssertion): boolean => isEnded(row) && newestId === null;

/** Returns a badge as `getAssertion` does, but throws 410 for one that was revoked, or replaced by one that is not public. */
export async function getUnrevokedAssertion(badgeId: string): Promise<PublicAssertion> {
  const assertion = await getAssertion(badgeId);
  if (isGone(assertion)) throw gone(revocationMessage(assertion.row));
  return assertion;
}

/** Returns the badge whose art is requested with its assertion baked in; throws 410 for a revoked one. */
export const getBakedImage = (badgeId: string): Promise<PublicAssertion> => getUnrevokedAssertion(badgeId);
export const getBakedSvg = (badgeId: string): Promise<PublicAssertion> => getUnrevokedAssertion(badgeId);

/** Returns the art of a badge, a PNG. */
export const getBadgeArt = async ({ badgeTemplate }: AssertionRow): Promise<Buffer> =>
  Buffer.from(await getImageBytes(badgeTemplate.imageId));

/** Builds a PNG of the art of a badge with the URL of its assertion baked in. */
export const buildBakedImage = async ({ row }: PublicAssertion): Promise<Buffer<ArrayBuffer>> =>
  bakePng(await getBadgeArt(row), "assertion", assertionUrl(row.id));

/** Builds an SVG of the art of a badge with its assertion baked in. */
export const buildBakedSvg = async ({ row }: PublicAssertion): Promise<Buffer<ArrayBuffer>> =>
  bakeSvg(await getBadgeArt(row), "assertion", JSON.stringify(presentAssertion(row)), assertionUrl(row.id));

/**
 * Returns a template as the badge class of one issuer: its owner, or with `issuer_id` an organization that issued
 * badges from it in its own name. Throws 404 for drafts, and for a private template without a public badge.
 */
export async function getBadgeClass(
  templateId: string,
  query: URLSearchParams,
): Promise<{ row: BadgeClassRow; issuerId: string }> {
  const row = await findBadgeClass(templateId);
  if (!row) throw notFound();
  const issuerId = query.get("issuer_id")?.toLowerCase() ?? row.organizationId;
  const isShown =
    issuerId === row.organizationId
      ? row.public || (await hasPublicBadge(row.id))
      : isUuid(issuerId) && (await hasPublicBadgeOfIssuer(row.id, issuerId));
  if (!isShown) throw notFound();
  return { row, issuerId };
}

/** Returns an organization as an issuer; throws 404 when there is none. */
export async function getIssuerProfile(organizationId: string): Promise<IssuerRow> {
  const row = await findIssuer(organizationId);
  if (!row) throw notFound();
  return row;
}

/** Returns an issuer with its public keys, which are created when they are first needed. */
export async function getKeyedIssuer(organizationId: string): Promise<KeyedIssuer> {
  const issuer = await getIssuerProfile(organizationId);
  return { issuer, keys: await getPublishedKeys(issuer.id) };
}

export const getCredentialIssuer = (organizationId: string): Promise<KeyedIssuer> =>
  getKeyedIssuer(organizationId);
export const getIssuerJwk = (organizationId: string): Promise<KeyedIssuer> => getKeyedIssuer(organizationId);
export const getIssuerJwks = (organizationId: string): Promise<KeyedIssuer> => getKeyedIssuer(organizationId);

/** Returns the badge whose status is requested, including replaced ones. */
export const getCredentialStatus = (badgeId: string): Promise<PublicAssertion> => getAssertion(badgeId);

/** Finds a badge in any state to sign its credential. */
export const findBadgeToSign = (badgeId: string): Promise<AssertionRow | null> => findAssertion(badgeId);
