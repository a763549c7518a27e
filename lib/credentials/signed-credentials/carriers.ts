import type { Earner } from "@/lib/access/callers/caller";
import { getEarnerBadge } from "@/lib/badges/issued/earner";
import { bakePng, bakeSvg } from "@/lib/credentials/open-badges/baking";
import { findBadgeToSign, getBadgeArt } from "@/lib/credentials/open-badges/service";
import { badRequest, notFound, unprocessable } from "@/lib/kernel/errors";
import {
  getCredential,
  getCredentialOfRow,
  presentCredentialJwt,
  requireSigned,
  type CredentialOfBadge,
} from "./service";

/** Returns the badge whose art is requested with its credential baked in. Throws as `getCredential` does. */
export const getCredentialPng = (badgeId: string): Promise<CredentialOfBadge> => getCredential(badgeId);
export const getCredentialSvg = (badgeId: string): Promise<CredentialOfBadge> => getCredential(badgeId);

/** Builds a PNG of the art of a badge with its signed credential inside. */
export const buildCredentialPng = async (badge: CredentialOfBadge): Promise<Buffer<ArrayBuffer>> =>
  bakePng(await getBadgeArt(badge.row), "credential", requireSigned(badge).document);

/** Builds an SVG of the art of a badge with its signed credential inside. */
export const buildCredentialSvg = async (badge: CredentialOfBadge): Promise<Buffer<ArrayBuffer>> =>
  bakeSvg(await getBadgeArt(badge.row), "credential", requireSigned(badge).document);

type Carrier = { type: string; build: (badge: CredentialOfBadge) => Promise<Buffer> };

/** The files in which a credential can be carried, by their extensions. */
const CARRIERS = {
  json: {
    type: "application/ld+json",
    build: (badge) => Promise.resolve(Buffer.from(requireSigned(badge).document)),
  },
  jwt: {
    type: "application/vc+jwt",
    build: async (badge) => Buffer.from(await presentCredentialJwt(badge)),
  },
  png: { type: "image/png", build: buildCredentialPng },
  svg: { type: "image/svg+xml", build: buildCredentialSvg },
} satisfies Record<string, Carrier>;
type CarrierName = keyof typeof CARRIERS;

export const CARRIER_TYPES: string[] = Object.values(CARRIERS).map(({ type }) => type);

/** Reads the requested format of a credential. Throws 400 for an unknown one. */
export function readCarrier(query: URLSearchParams): CarrierName {
  const format = query.get("format") ?? "json";
  if (!Object.hasOwn(CARRIERS, format)) throw badRequest("invalid_parameter", "There is no such format.");
  return format as CarrierName;
}

/** A credential as a file; `badge` is the name of the badge. */
type OwnCredential = { id: string; badge: string; carrier: CarrierName; bytes: Buffer };

/**
 * Returns the credential of one of the earner's accepted badges, public or private, as a file. Signs it if that has not
 * been done yet. Throws 404 for badges of other people, and 422 naming the state of a badge that is not accepted.
 */
export async function getOwnCredential(
  earner: Earner,
  badgeId: string,
  carrier: CarrierName,
): Promise<OwnCredential> {
  const { id, state, badgeTemplate } = await getEarnerBadge(earner, badgeId);
  if (state !== "accepted") {
    const message = `This badge is ${state}: only an accepted badge has a credential.`;
    throw unprocessable("not_accepted", message);
  }
  const row = await findBadgeToSign(id);
  if (!row) throw notFound();
  const bytes = await CARRIERS[carrier].build(await getCredentialOfRow(row));
  return { id, badge: badgeTemplate.name, carrier, bytes };
}

/** Serializes a credential as a file to download. */
export const presentOwnCredential = ({ id, badge, carrier, bytes }: OwnCredential) => ({
  bytes,
  type: CARRIERS[carrier].type,
  title: badge,
  id,
  extension: carrier,
});
