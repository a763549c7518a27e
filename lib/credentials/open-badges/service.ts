import { loadImage } from "@/lib/art/images/service";
import { newestBadgeId, standingOf } from "@/lib/badges/issued/service";
import { gone, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { assertionUrl, jwkUrl } from "./addresses";
import { bake } from "./baking";
import { changedAt, methodId, unsignedCredential, type KeyedIssuer } from "./credential";
import { credentialJwt } from "./credential-jwt";
import { withProof } from "./data-integrity";
import { issuerKey } from "./keys";
import { findAssertion, findBadgeClass, findIssuer, isIssuedInOwnName, isShownBySomebody } from "./queries";
import type { Credential } from "./schema";
import {
  issuerOf,
  presentRevocation,
  revocationMessage,
  type AssertionRow,
  type BadgeClassRow,
  type IssuerRow,
  type Revocation,
} from "./serializer";

/** A badge that everybody may know of: how it stands, and the newest one in its place when it was replaced. */
export type Shown = { row: AssertionRow; newestId: string | null };

/**
 * A badge as its Open Badges documents show it, as its page does (decision 0078): an accepted and public one, one
 * that was revoked, or one that was replaced. 404 for all others, which answer as if they did not exist.
 */
export async function getAssertion(badgeId: string): Promise<Shown> {
  const row = await findAssertion(badgeId);
  if (!row || standingOf(row) === "unknown") throw notFound();
  if (row.state !== "replaced") return { row, newestId: null };
  const newestId = await newestBadgeId(row.id);
  if (newestId === null) throw notFound();
  return { row, newestId };
}

/** What everybody may know of a badge that was revoked; null where that is nothing. 404 for what is not shown. */
export async function getRevocation(badgeId: string): Promise<Revocation | null> {
  const { row } = await getAssertion(badgeId);
  return row.state === "revoked" ? presentRevocation(row) : null;
}

/** A badge as `getAssertion` finds it, for the verbs that have nothing to say of a revoked one: 410. */
async function getStanding(badgeId: string): Promise<Shown> {
  const shown = await getAssertion(badgeId);
  if (shown.row.state === "revoked") throw gone(revocationMessage(shown.row));
  return shown;
}

/** The badge whose art is asked for with its assertion baked in; 410 for a revoked one. */
export const getBakedImage = (badgeId: string): Promise<Shown> => getStanding(badgeId);

/** The art of a badge with the address of its assertion in it. */
export async function bakedImage({ row }: Shown): Promise<Buffer<ArrayBuffer>> {
  return bake(Buffer.from(await loadImage(row.badgeTemplate.imageId)), assertionUrl(row.id));
}

/**
 * A template as the badge class of one issuer: its owner, or with `issuer_id` an organization that issued badges of it
 * in its own name. 404 for drafts, and for a private one of which nobody shows a badge.
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
      ? row.public || (await isShownBySomebody(row.id))
      : isUuid(issuerId) && (await isIssuedInOwnName(row.id, issuerId));
  if (!isShown) throw notFound();
  return { row, issuerId };
}

/** An organization as an issuer; 404 when there is none. */
export async function getIssuerProfile(organizationId: string): Promise<IssuerRow> {
  const row = await findIssuer(organizationId);
  if (!row) throw notFound();
  return row;
}

/** The same with the key by which it signs credentials, which is made for the first who asks. */
async function keyed(organizationId: string): Promise<KeyedIssuer> {
  const issuer = await getIssuerProfile(organizationId);
  return { issuer, publicKey: (await issuerKey(issuer.id)).publicKey };
}

export const getCredentialIssuer = (organizationId: string): Promise<KeyedIssuer> => keyed(organizationId);
export const getIssuerJwk = (organizationId: string): Promise<KeyedIssuer> => keyed(organizationId);
export const getIssuerJwks = (organizationId: string): Promise<KeyedIssuer> => keyed(organizationId);
export const getIssuerDid = (organizationId: string): Promise<KeyedIssuer> => keyed(organizationId);

/** A badge as a credential of Open Badges 3.0; 410 for a revoked one. */
export const getCredential = (badgeId: string): Promise<Shown> => getStanding(badgeId);

/** The badge whose status is asked for, a replaced one too. */
export const getCredentialStatus = (badgeId: string): Promise<Shown> => getAssertion(badgeId);

/** A credential with the proof of its issuer in it. */
export async function signedCredential({ row }: Shown): Promise<Credential> {
  const issuer = issuerOf(row);
  const key = await issuerKey(issuer.id);
  const verificationMethod = methodId({ issuer, publicKey: key.publicKey });
  const proved = withProof(unsignedCredential(row), key.privateKey(), {
    created: changedAt(row),
    verificationMethod,
  });
  return proved as Credential;
}

/** The same as a JWT. */
export async function credentialToken({ row }: Shown): Promise<string> {
  const { id } = issuerOf(row);
  return credentialJwt(unsignedCredential(row), (await issuerKey(id)).privateKey(), jwkUrl(id));
}
