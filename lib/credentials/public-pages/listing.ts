import { findNewestBadgeIds } from "@/lib/badges/issued/service";
import type { IdBatch } from "@/lib/kernel/list/id-batch";
import {
  findListedBadges,
  findListedOrganizations,
  findListedProfiles,
  findListedTemplates,
  findPublishedImages,
  type ListedBadgeRow,
  type ListedPageRow,
  type ListedTemplateRow as ListedTemplate,
} from "./listing-queries";
import { findBadgeStamps, type BadgeStamp } from "./queries";
import { LAST_PAGE, PER_PAGE } from "./schema";
import { badgePageStatus } from "./service";

/** A batch of everything public of one kind. `last` is the id after which the next batch begins, null after the end. */
type Listing<Row> = { rows: Row[]; last: string | null };

const toListing = <Row extends { id: string }>(rows: Row[]): Listing<Row> => ({
  rows,
  last: rows.at(-1)?.id ?? null,
});

export type { ListedTemplate };

/** A badge with public documents: itself, its revocation, or only its status. `stamp` changes with all of them. */
export type ListedBadge = { id: string; shows: "badge" | "revocation" | "status"; stamp: string };

/** Changes with the page, the certificate and all documents of a badge. */
const joinStamps = ({ pageStamp, certificateStamp }: BadgeStamp): string =>
  `${pageStamp} ${certificateStamp}`;

/** What the addresses of a badge show. Those of a replaced badge lead to the newest one, which may not be public. */
function describeBadge(row: ListedBadgeRow, own: BadgeStamp, newest: BadgeStamp | null): ListedBadge[] {
  if (row.state !== "replaced") {
    const { kind } = badgePageStatus(own);
    if (kind === "unknown") return [];
    return [{ id: row.id, shows: kind === "revoked" ? "revocation" : "badge", stamp: joinStamps(own) }];
  }
  if (newest === null) return [];
  const shows = { shown: "badge", revoked: "revocation", replaced: "status", unknown: "status" } as const;
  const status = badgePageStatus(newest);
  return [{ id: row.id, shows: shows[status.kind], stamp: `${own.stamp} ${joinStamps(newest)}` }];
}

/** Lists badges with public documents, in the order of ids. */
export async function listPublicBadges(batch: IdBatch): Promise<Listing<ListedBadge>> {
  const rows = await findListedBadges(batch);
  const replaced = rows.filter(({ state }) => state === "replaced").map(({ id }) => id);
  const newestIds = await findNewestBadgeIds(replaced);
  const stamps = await findBadgeStamps([...rows.map(({ id }) => id), ...newestIds.values()]);
  const badges = rows.flatMap((row) => {
    const own = stamps.get(row.id);
    const newest = stamps.get(newestIds.get(row.id) ?? "") ?? null;
    return own ? describeBadge(row, own, newest) : [];
  });
  return { rows: badges, last: rows.at(-1)?.id ?? null };
}

/** Lists people with a public page, in the order of ids. */
export const listPublicProfiles = async (batch: IdBatch): Promise<Listing<ListedPageRow>> =>
  toListing(await findListedProfiles(batch));

/** Lists organizations, in the order of ids. */
export const listPublicOrganizations = async (batch: IdBatch): Promise<Listing<ListedPageRow>> =>
  toListing(await findListedOrganizations(batch));

/** Lists templates that are public or have public badges, in the order of ids. */
export const listPublicTemplates = async (batch: IdBatch): Promise<Listing<ListedTemplate>> =>
  toListing(await findListedTemplates(batch));

/** Returns how many pages a list of this length has. An empty list has one. */
export const countPages = (total: number): number =>
  Math.min(Math.max(Math.ceil(total / PER_PAGE), 1), LAST_PAGE);

/** Returns which of these images may be published. */
export const filterPublishedImages = (ids: string[]): Promise<Set<string>> => findPublishedImages(ids);
