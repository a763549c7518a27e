import { isInTransaction, isOnReplica } from "@/lib/kernel/db";
import { gone, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { createBatchedRead } from "@/lib/kernel/shared-read";
import { findPublicSuccessorId } from "@/lib/badges/issued/service";
import {
  findBadgeCards,
  findDrawnBadge,
  findDrawnImages,
  findOrganizationPage,
  findProfile,
  findTemplatePage,
  findBadgeStamps,
  findOrganizationStamp,
  findCurrentAddress,
  findProfileStamp,
  findTemplateStamp,
  type BadgeStamp,
  type PageStamp,
  findRelated,
} from "./queries";
import {
  listDrawnImages,
  presentDrawnBadge,
  presentDrawnProfile,
  type DrawnBadge,
  type DrawnProfile,
} from "./drawn-serializer";
import { LAST_PAGE, type TemplateFilter } from "./schema";
import type { OrganizationPageRow, ProfilePageRow, RelatedRow, TemplatePageRow } from "./serializer";
import { NO_FILTER } from "./template-filter";
import { findTemplateCards } from "./template-queries";

/**
 * The status of a public page: shown, with a stamp that changes with the content; revoked or replaced (410); moved, which
 * leads to another page, that of its successor for example; or unknown (404).
 */
export type PublicPageStatus =
  { kind: "shown"; stamp: string } | { kind: "revoked" | "replaced" | "moved" | "unknown" };

// Every request of a public badge reads it, also for a page or document that is cached.
const readBadgeStamps = createBatchedRead<BadgeStamp>(findBadgeStamps);
// Not shared with the readers of the primary, whose stamps must not be older than their requests.
const readBadgeStampsOfReplica = createBatchedRead<BadgeStamp>(findBadgeStamps);

async function readBadgeStamp(id: string): Promise<BadgeStamp | null> {
  const key = id.toLowerCase();
  if (isInTransaction()) return (await findBadgeStamps([key])).get(key) ?? null;
  return isOnReplica() ? readBadgeStampsOfReplica(key) : readBadgeStamps(key);
}

const UNKNOWN: PublicPageStatus = { kind: "unknown" };

const toPageStatus = (found: PageStamp | null): PublicPageStatus =>
  found ? { kind: "shown", stamp: found.stamp } : UNKNOWN;

const isShown = (found: BadgeStamp): boolean =>
  found.state === "accepted" && found.public && !found.isOwnerGone;

type StampColumn = "stamp" | "pageStamp" | "certificateStamp";

/**
 * Says what the documents of a badge show, by their stamp, or what its page shows. Those of a replaced badge lead to its
 * successor instead where that is public (`readBadgePageStatus`).
 */
export function badgePageStatus(found: BadgeStamp | null, column: StampColumn = "stamp"): PublicPageStatus {
  if (found?.state === "revoked" || found?.state === "replaced")
    return found.wasAccepted ? { kind: found.state } : UNKNOWN;
  return found && isShown(found) ? { kind: "shown", stamp: found[column] } : UNKNOWN;
}

/** PostgreSQL does not accept NUL in text. */
const isSlug = (text: string): boolean => text !== "" && text.length <= 255 && !text.includes("\u0000");
const isPage = (page: number): boolean => Number.isInteger(page) && page >= 1 && page <= LAST_PAGE;

/** Reads the status of a badge's page. It is unknown when the earner has deleted their account. */
export const readBadgePageStatus = (id: string): Promise<PublicPageStatus> =>
  readBadgeStatus(id, "pageStamp");

async function readBadgeStatus(id: string, column: StampColumn): Promise<PublicPageStatus> {
  const found = isUuid(id) ? await readBadgeStamp(id) : null;
  const isMoved = found?.state === "replaced" && (await findPublicSuccessorId(id)) !== null;
  return isMoved ? { kind: "moved" } : badgePageStatus(found, column);
}

/** Returns the stamp of a badge's certificate, public or not; throws 404 when it was deleted. */
export async function getCertificateStamp(id: string): Promise<string> {
  const found = isUuid(id) ? await readBadgeStamp(id) : null;
  if (!found) throw notFound();
  return found.certificateStamp;
}

/**
 * Returns the stamp of a badge with a public page: a document about it is the same while the stamp is. Null for any
 * other badge.
 */
export async function findPublicBadgeStamp(id: string): Promise<string | null> {
  const found = isUuid(id) ? badgePageStatus(await readBadgeStamp(id)) : UNKNOWN;
  return found.kind === "shown" ? found.stamp : null;
}

/** Returns the stamp of a badge with a public page; throws 410 for a revoked one, 404 for any other. */
export const getPublicBadgeStamp = (id: string): Promise<string> => getPublicStamp(id, "stamp");

/** Returns the stamp of the certificate of a badge with a public page; throws as `getPublicBadgeStamp`. */
export const getPublicCertificateStamp = (id: string): Promise<string> =>
  getPublicStamp(id, "certificateStamp");

async function getPublicStamp(id: string, column: StampColumn): Promise<string> {
  const status = await readBadgeStatus(id, column);
  if (status.kind === "shown") return status.stamp;
  switch (status.kind) {
    case "revoked":
      throw gone("This badge was revoked by its issuer.");
    case "replaced":
    case "moved":
      throw gone("This badge was replaced by its issuer.");
    case "unknown":
      throw notFound();
  }
}

/** Returns the data of a badge to draw; throws 404 when it was deleted. The caller checks whether it may be shown. */
export async function getDrawnBadge(id: string): Promise<DrawnBadge> {
  const row = await findDrawnBadge(id);
  if (!row) throw notFound();
  return presentDrawnBadge(row);
}

/** Reads the status of a template's page. Only active public templates have one. */
export const readTemplatePageStatus = async (slug: string, id: string): Promise<PublicPageStatus> =>
  isSlug(slug) && isUuid(id) ? toPageStatus(await findTemplateStamp(slug, id)) : UNKNOWN;

/** Reads the status of an organization's page, by its slug. */
export const readOrganizationPageStatus = async (
  slug: string,
  page: number,
  filter: TemplateFilter = NO_FILTER,
): Promise<PublicPageStatus> =>
  isSlug(slug) && isPage(page) ? toPageStatus(await findOrganizationStamp(slug, filter, page)) : UNKNOWN;

/**
 * Finds the address of the profile that an earlier address or the id of a person leads to. Null when the profile is
 * not public, as for an unknown address.
 */
export async function findMovedProfile(slug: string): Promise<string | null> {
  const current = isSlug(slug) ? await findCurrentAddress(slug) : null;
  return current !== null && (await findProfileStamp(current, 1)) ? current : null;
}

/**
 * Reads the status of a person's page. There is none while they have no public badges. An earlier address is replaced by
 * the current one.
 */
export async function readProfilePageStatus(slug: string, page: number): Promise<PublicPageStatus> {
  if (!isSlug(slug) || !isPage(page)) return UNKNOWN;
  const found = await findProfileStamp(slug, page);
  if (found) return toPageStatus(found);
  return (await findMovedProfile(slug)) === null ? UNKNOWN : { kind: "moved" };
}

/** Returns what the pages of a template and of its badges show of other public templates of its organization. */
export const getRelated = (templateId: string): Promise<RelatedRow | null> => findRelated(templateId);

/** Returns an active public template; throws 404 for any other. */
export async function getTemplatePage(slug: string, id: string): Promise<TemplatePageRow> {
  const row = isSlug(slug) && isUuid(id) ? await findTemplatePage(slug, id) : null;
  if (!row) throw notFound();
  return row;
}

/** Returns an organization with a page of its active public templates that match; throws 404 for an unknown one. */
export async function getOrganizationPage(
  slug: string,
  page: number,
  filter: TemplateFilter = NO_FILTER,
): Promise<OrganizationPageRow> {
  const organization = isSlug(slug) && isPage(page) ? await findOrganizationPage(slug) : null;
  if (!organization) throw notFound();
  return { organization, templates: await findTemplateCards(organization.id, filter, page), filter };
}

/** Returns a person with a page of their public badges; throws 404 when there are none. */
export async function getProfile(slug: string, page: number): Promise<ProfilePageRow> {
  const user = isSlug(slug) && isPage(page) ? await findProfile(slug) : null;
  if (!user) throw notFound();
  const badges = await findBadgeCards(user.id, page);
  if (badges.rows.length === 0) throw notFound();
  return { user, badges };
}

/** Returns the stamp of a profile, for images that are created from it; throws 404 when it is not shown. */
export async function getProfileStamp(slug: string): Promise<string> {
  const found = isSlug(slug) ? await findProfileStamp(slug, 1) : null;
  if (!found) throw notFound();
  return found.stamp;
}

/** Returns the data of a profile to draw; throws 404 when it is not shown. */
export async function getDrawnProfile(slug: string): Promise<DrawnProfile> {
  const row = await getProfile(slug, 1);
  return presentDrawnProfile(row, await findDrawnImages(listDrawnImages(row)));
}
