import { z } from "zod";
import { markTest } from "@/lib/badges/issued/choices";
import { isTestBadge, primaryIssuer, type BadgePageRow } from "@/lib/badges/issued/serializer";
import { findPublicSuccessorId, getPublicBadge } from "@/lib/badges/issued/service";
import { parseBadgeId } from "@/lib/credentials/open-badges/addresses";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError, notFound } from "@/lib/kernel/errors";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import { organizationPageUrl } from "@/lib/organizations/profile/serializer";
import { buildEmbedCode, EMBED_SIZES } from "./choices";

/** How a page of another service shows a public badge whose address it was given (oEmbed 1.0, type `rich`). */
export const OEmbed = z
  .strictObject({
    type: z.literal("rich"),
    version: z.literal("1.0"),
    title: z.string(),
    author_name: z.string(),
    author_url: z.url(),
    provider_name: z.string(),
    provider_url: z.url(),
    cache_age: z.int(),
    thumbnail_url: z.url(),
    thumbnail_width: z.int(),
    thumbnail_height: z.int(),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: "OEmbed" });
export type OEmbed = z.infer<typeof OEmbed>;

/** The card of a badge: 1200 × 630 pixels. */
const [CARD_WIDTH, CARD_HEIGHT] = [1_200, 630];
/** Seconds: as long as a public document may be kept. */
const CACHE_SECONDS = 60;

/** The address at which consumers ask how a badge is shown. A page names it, so that they find it by themselves. */
export const oEmbedUrl = (badgeUrl: string): string =>
  publicUrl(`/v1/oembed?${new URLSearchParams({ url: badgeUrl, format: "json" }).toString()}`);

export type EmbeddableBadge = { badge: BadgePageRow; width: number; height: number };

/** Reads the most pixels that a consumer has room for. What is no number is no limit. */
function readLimit(text: string | null, preferred: number): number {
  const limit = /^\d{1,5}$/.test(text ?? "") ? Number(text) : preferred;
  return Math.max(1, Math.min(limit, preferred));
}

/**
 * Finds the public badge of an address, and the size that a consumer has room for. A replaced badge leads to the newest one.
 * Throws 404 for any other address, 410 for a revoked badge, and 501 for another format than JSON (oEmbed 1.0, 2.2 and 2.3.5).
 */
export async function getEmbeddableBadge(query: URLSearchParams): Promise<EmbeddableBadge> {
  const format = query.get("format") ?? "json";
  if (format !== "json") throw new ApiError(501, "not_implemented", "Only the format json is available.");
  const id = parseBadgeId(query.get("url") ?? "");
  if (id === null) throw notFound("This is not the address of a public badge of this service.");
  const row = await getPublicBadge(id);
  const newest = row.state === "replaced" ? await findPublicSuccessorId(id) : id;
  if (newest === null) throw notFound();
  const [width, height] = EMBED_SIZES.medium;
  return {
    badge: newest === id ? row : await getPublicBadge(newest),
    width: readLimit(query.get("maxwidth"), width),
    height: readLimit(query.get("maxheight"), height),
  };
}

/** Serializes how a badge is shown. */
export function presentOEmbed({ badge, width, height }: EmbeddableBadge): OEmbed {
  const issuer = primaryIssuer<BadgePageRow["organization"]>(badge);
  const url = badgePageUrl(badge.id);
  const name = markTest(badge.badgeTemplate.name, isTestBadge(badge));
  return {
    type: "rich",
    version: "1.0",
    title: badge.issuedTo ? `${name} – ${badge.issuedTo}` : name,
    author_name: issuer.name,
    author_url: organizationPageUrl(issuer.vanitySlug),
    provider_name: new URL(url).host,
    provider_url: publicUrl("/"),
    cache_age: CACHE_SECONDS,
    thumbnail_url: `${url}/card.png`,
    thumbnail_width: CARD_WIDTH,
    thumbnail_height: CARD_HEIGHT,
    html: buildEmbedCode({ id: badge.id, url, name }, [width, height]),
    width,
    height,
  };
}
