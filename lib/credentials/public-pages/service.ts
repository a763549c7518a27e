import { gone, notFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { newestBadgeId } from "@/lib/badges/issued/service";
import {
  findBadgeCards,
  findDrawnBadge,
  findOrganizationPage,
  findProfile,
  findTemplateCards,
  findTemplatePage,
  stampBadge,
  stampOrganization,
  stampProfile,
  stampTemplate,
  type BadgeStamp,
  type Stamped,
} from "./queries";
import { LAST_PAGE } from "./schema";
import {
  presentDrawnBadge,
  type DrawnBadge,
  type OrganizationPageRow,
  type ProfilePageRow,
  type TemplatePageRow,
} from "./serializer";

/**
 * How an address of the public stands: shown, with a stamp that is another one whenever the page would say something
 * else; revoked (410); replaced, which leads to another address; or unknown (404).
 */
export type PublicStanding = { kind: "shown"; stamp: string } | { kind: "revoked" | "replaced" | "unknown" };

const UNKNOWN: PublicStanding = { kind: "unknown" };

const shown = (found: Stamped | null): PublicStanding =>
  found ? { kind: "shown", stamp: found.stamp } : UNKNOWN;

function standingOf(found: BadgeStamp | null): PublicStanding {
  if (found?.state === "revoked") return found.wasAccepted ? { kind: "revoked" } : UNKNOWN;
  if (found?.state === "replaced") return { kind: found.state };
  const isShown = found?.state === "accepted" && found.public && !found.isOwnerGone;
  return isShown ? shown(found) : UNKNOWN;
}

/** Names in addresses; a NUL is no text to PostgreSQL. */
const isSlug = (text: string): boolean => text !== "" && text.length <= 255 && !text.includes("\u0000");
const isPage = (page: number): boolean => Number.isInteger(page) && page >= 1 && page <= LAST_PAGE;

/**
 * How the page of a badge stands. A badge of somebody who deleted their account has none any more, and a replaced one
 * leads to none when the newest in its place was deleted.
 */
export async function badgeStanding(id: string): Promise<PublicStanding> {
  const standing = isUuid(id) ? standingOf(await stampBadge(id)) : UNKNOWN;
  return standing.kind === "replaced" && (await newestBadgeId(id)) === null ? UNKNOWN : standing;
}

/** The stamp of a badge whoever may see it, for what is made of it; 404 when it is gone. */
export async function badgeStamp(id: string): Promise<string> {
  const found = isUuid(id) ? await stampBadge(id) : null;
  if (!found) throw notFound();
  return found.stamp;
}

/** The stamp of a badge that has a public page; 404 for any other one, 410 for a revoked one. */
export async function publicStamp(id: string): Promise<string> {
  const standing = await badgeStanding(id);
  if (standing.kind === "shown") return standing.stamp;
  throw standing.kind === "revoked" ? gone("This badge was revoked by its issuer.") : notFound();
}

/** What is drawn of a badge; 404 when it is gone. Whether it may be shown is the affair of who asks. */
export async function getDrawnBadge(id: string): Promise<DrawnBadge> {
  const row = await findDrawnBadge(id);
  if (!row) throw notFound();
  return presentDrawnBadge(row);
}

/** How the page of a template stands: only active public ones have one. */
export const templateStanding = async (slug: string, id: string): Promise<PublicStanding> =>
  isSlug(slug) && isUuid(id) ? shown(await stampTemplate(slug, id)) : UNKNOWN;

/** How a page of an organization stands, by its slug. */
export const organizationStanding = async (slug: string, page: number): Promise<PublicStanding> =>
  isSlug(slug) && isPage(page) ? shown(await stampOrganization(slug, page)) : UNKNOWN;

/** How a page of a person stands: there is none while they show no badge. */
export const profileStanding = async (slug: string, page: number): Promise<PublicStanding> =>
  isSlug(slug) && isPage(page) ? shown(await stampProfile(slug, page)) : UNKNOWN;

/** An active public template; 404 for any other one. */
export async function getTemplatePage(slug: string, id: string): Promise<TemplatePageRow> {
  const row = isSlug(slug) && isUuid(id) ? await findTemplatePage(slug, id) : null;
  if (!row) throw notFound();
  return row;
}

/** An organization with a page of its active public templates; 404 for an unknown one. */
export async function getOrganizationPage(slug: string, page: number): Promise<OrganizationPageRow> {
  const organization = isSlug(slug) && isPage(page) ? await findOrganizationPage(slug) : null;
  if (!organization) throw notFound();
  return { organization, templates: await findTemplateCards(organization.id, page) };
}

/** A person with a page of the badges that they accepted and show; 404 while they show none. */
export async function getProfile(slug: string, page: number): Promise<ProfilePageRow> {
  const user = isSlug(slug) && isPage(page) ? await findProfile(slug) : null;
  if (!user) throw notFound();
  const badges = await findBadgeCards(user.id, page);
  if (badges.rows.length === 0) throw notFound();
  return { user, badges };
}
