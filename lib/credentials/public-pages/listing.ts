import { findPublicSuccessorIds } from "@/lib/badges/issued/service";
import type { IdBatch } from "@/lib/kernel/list/id-batch";
import {
  findListedBadges,
  findListedOrganizations,
  findListedProfiles,
  findListedTemplates,
  findPublishedImages,
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

/** A badge with public documents: itself, or that it was revoked or replaced. `stamp` changes with all of them. */
export type ListedBadge = { id: string; shows: "badge" | "revocation"; stamp: string };

/** Changes with the page, the certificate and all documents of a badge. */
const joinStamps = ({ pageStamp, certificateStamp }: BadgeStamp): string =>
  `${pageStamp} ${certificateStamp}`;

/** What the addresses of a badge show. Those of a replaced badge lead to its successor if that is public. */
function describeBadge(own: BadgeStamp, successor: BadgeStamp | null): Omit<ListedBadge, "id"> | null {
  const { kind } = badgePageStatus(successor ?? own);
  if (kind === "unknown") return null;
  const stamp = successor ? `${own.stamp} ${joinStamps(successor)}` : joinStamps(own);
  return { shows: kind === "shown" ? "badge" : "revocation", stamp };
}

/** Lists badges with public documents, in the order of ids. */
export async function listPublicBadges(batch: IdBatch): Promise<Listing<ListedBadge>> {
  const rows = await findListedBadges(batch);
  const replaced = rows.filter(({ state }) => state === "replaced").map(({ id }) => id);
  const successorIds = await findPublicSuccessorIds(replaced);
  const stamps = await findBadgeStamps([...rows.map(({ id }) => id), ...successorIds.values()]);
  const badges = rows.flatMap(({ id }) => {
    const own = stamps.get(id);
    const described = own ? describeBadge(own, stamps.get(successorIds.get(id) ?? "") ?? null) : null;
    return described ? [{ id, ...described }] : [];
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
