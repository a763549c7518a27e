import { templateSelect } from "@/lib/badges/templates/serializer";
import { imageUrl } from "@/lib/art/images/serializer";
import { primaryIssuer, type BadgePageRow } from "@/lib/badges/issued/serializer";
import { joinNames } from "@/lib/kernel/names";
import type { Prisma } from "@/prisma/generated/client";
import {
  type PublicDomain,
  type PublicEarner,
  type PublicIssuer,
  type PublicOrganization,
  type PublicProfile,
  type PublicRelated,
  type TemplateFilter,
  PER_PAGE,
  type PublicCard,
  type PublicCollection,
  type PublicList,
} from "./schema";
import { filterParameters } from "./template-filter";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import { toIsoDate } from "@/lib/kernel/dates";

/** The columns of a template or a badge in a list. */
export type CardRow = {
  id: string;
  name: string;
  imageId: string;
  issuer: string;
  issuedOn: Date | null;
  /** That of a template is always "valid". */
  validity: DatedValidity;
  /** It was issued in test mode. Templates do not have it: the page of a test organization says that it is one. */
  isTest?: boolean;
};

/** A badge in the list of its earner, with the collection that it is in. */
export type CollectedCardRow = CardRow & {
  collectionId: string | null;
  collection: string | null;
  isTest: boolean;
};

/** The rows of a page of a list, and their total number. */
export type CardPage<Row extends CardRow = CardRow> = { rows: Row[]; total: number; page: number };

const presentCard = (row: CardRow, path: string): PublicCard => ({
  id: row.id,
  path,
  name: row.name,
  image_url: imageUrl(row.imageId),
  issuer: row.issuer,
  issued_on: row.issuedOn ? toIsoDate(row.issuedOn) : null,
  validity: row.validity,
  is_test: row.isTest ?? false,
});

/** Presents where a page of a list is. */
const presentPosition = ({ total, page }: CardPage): Omit<PublicList, "cards"> => ({
  total,
  page,
  pages: Math.max(1, Math.ceil(total / PER_PAGE)),
});

/** Presents a page of a list of templates or badges. */
const presentList = (list: CardPage, pathOf: (id: string) => string): PublicList => ({
  cards: list.rows.map((row) => presentCard(row, pathOf(row.id))),
  ...presentPosition(list),
});

/** Groups the badges of a page by collections. The rows are in the order of collections, those in none at the end. */
function presentCollections({ rows }: CardPage<CollectedCardRow>): PublicCollection[] {
  const groups = new Map<string | null, PublicCollection>();
  for (const row of rows) {
    const group = groups.get(row.collectionId) ?? { id: row.collectionId, name: row.collection, cards: [] };
    group.cards.push(presentCard(row, `/badges/${row.id}`));
    groups.set(row.collectionId, group);
  }
  return [...groups.values()];
}

const issuerSelect = {
  id: true,
  name: true,
  vanitySlug: true,
  photoId: true,
  websiteUrl: true,
  primaryHexColor: true,
  verifiedAt: true,
  verifiedDomain: true,
  testOfId: true,
} satisfies Prisma.OrganizationSelect;

type IssuerRow = Prisma.OrganizationGetPayload<{ select: typeof issuerSelect }>;

export const organizationPageSelect = {
  ...issuerSelect,
  coverId: true,
  bio: true,
  location: true,
  city: true,
  stateOrProvince: true,
  country: true,
  supportUrl: true,
  twitterUrl: true,
  facebookUrl: true,
  linkedInUrl: true,
} satisfies Prisma.OrganizationSelect;

type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof organizationPageSelect }>;

export const profileSelect = {
  id: true,
  firstName: true,
  middleName: true,
  lastName: true,
  headline: true,
  bio: true,
  currentPositionName: true,
  currentOrganizationName: true,
  photoId: true,
  vanitySlug: true,
  locale: true,
} satisfies Prisma.UserSelect;

type ProfileRow = Prisma.UserGetPayload<{ select: typeof profileSelect }>;

/** The columns of a template's page, with additional columns of its issuer. */
export const templatePageSelect = {
  ...templateSelect,
  organization: { select: { ...templateSelect.organization.select, ...issuerSelect } },
} satisfies Prisma.BadgeTemplateSelect;

export type TemplatePageRow = Prisma.BadgeTemplateGetPayload<{ select: typeof templatePageSelect }>;

export type OrganizationPageRow = {
  organization: OrganizationRow;
  templates: CardPage & { skills: string[] };
  filter: TemplateFilter;
};
export type RelatedRow = { cards: CardRow[]; skills: string[]; slug: string };
export type ProfilePageRow = { user: ProfileRow; badges: CardPage<CollectedCardRow> };

/** The issuer's website if it is within its verified domain; a link on the domain's name must lead there. */
function websiteInDomain(domain: string, website: string | null): string | null {
  if (website === null || !URL.canParse(website)) return null;
  return `.${new URL(website).hostname}`.endsWith(`.${domain}`) ? website : null;
}

type DomainColumns = Pick<IssuerRow, "verifiedAt" | "verifiedDomain" | "websiteUrl">;

/** The verified domain of an organization; null when there is none. */
export function publicDomain({ verifiedAt, verifiedDomain, websiteUrl }: DomainColumns): PublicDomain | null {
  if (!verifiedAt || verifiedDomain === null) return null;
  const website = websiteInDomain(verifiedDomain, websiteUrl);
  return { name: verifiedDomain, verified_at: verifiedAt.toISOString(), website };
}

const organizationPath = (slug: string): string => `/org/${slug}`;

/** The path of the page that says how a badge of a template is earned. */
export const templatePath = (slug: string, id: string): string => `${organizationPath(slug)}/badges/${id}`;

export const presentPublicIssuer = (row: IssuerRow): PublicIssuer => ({
  name: row.name,
  color: row.primaryHexColor,
  website: row.websiteUrl,
  domain: publicDomain(row),
  path: organizationPath(row.vanitySlug),
  photo_url: row.photoId ? imageUrl(row.photoId) : null,
  is_test: row.testOfId !== null,
});

/** Names the path that counts a visit of the issuer's website, for the page of a badge or template. */
export const withVisitPath = (issuer: PublicIssuer, page: string): PublicIssuer =>
  issuer.domain?.website ? { ...issuer, domain: { ...issuer.domain, visit_path: `${page}/issuer` } } : issuer;

/** The address at which a badge of the template can be earned; null when its issuer does not show one. */
export const presentEarnUrl = (template: {
  enable_earn_this_badge: boolean;
  earn_this_badge_url: string | null;
  global_activity_url: string | null;
}): string | null =>
  template.enable_earn_this_badge ? (template.earn_this_badge_url ?? template.global_activity_url) : null;

/** The organization that a badge names as its issuer, for public pages. */
export const presentBadgeIssuer = (badge: BadgePageRow): PublicIssuer =>
  presentPublicIssuer(primaryIssuer(badge));

/** The earner's public page and photo; null while no one has confirmed the earner's address. */
export const presentBadgeEarner = ({ user }: BadgePageRow): PublicEarner | null =>
  user?.emails[0]?.confirmedAt
    ? { path: `/users/${user.vanitySlug}`, photo_url: user.photoId ? imageUrl(user.photoId) : null }
    : null;

const NOTHING_RELATED: RelatedRow = { cards: [], skills: [], slug: "" };

export function presentRelated(row: RelatedRow | null): PublicRelated {
  const { cards, skills, slug } = row ?? NOTHING_RELATED;
  const pathOf = (skill: string) => `${organizationPath(slug)}?${new URLSearchParams({ skill }).toString()}`;
  return {
    list: presentList({ rows: cards, total: cards.length, page: 1 }, (id) => templatePath(slug, id)),
    skillPaths: Object.fromEntries(skills.map((skill) => [skill, pathOf(skill)])),
  };
}

const toLink = (name: string, url: string | null) => (url ? [{ name, url }] : []);

export function presentOrganizationPage({
  organization,
  templates,
  filter,
}: OrganizationPageRow): PublicOrganization {
  const { city, stateOrProvince, country, location, vanitySlug } = organization;
  return {
    issuer: presentPublicIssuer(organization),
    bio: organization.bio,
    cover_url: organization.coverId ? imageUrl(organization.coverId) : null,
    location: location ?? ([city, stateOrProvince, country].filter(Boolean).join(", ") || null),
    support_url: organization.supportUrl,
    links: [
      ...toLink("LinkedIn", organization.linkedInUrl),
      ...toLink("X", organization.twitterUrl),
      ...toLink("Facebook", organization.facebookUrl),
    ],
    templates: presentList(templates, (id) => templatePath(vanitySlug, id)),
    filter,
    parameters: filterParameters(filter),
    // The skill that was chosen stays a choice when no badge has it any more.
    skills: [...new Set([...templates.skills, ...(filter.skill === "" ? [] : [filter.skill])])],
  };
}

export const presentProfile = ({ user, badges }: ProfilePageRow): PublicProfile => ({
  path: `/users/${user.vanitySlug}`,
  name: joinNames(user.firstName, user.middleName, user.lastName),
  headline: user.headline,
  bio: user.bio,
  position: user.currentPositionName,
  employer: user.currentOrganizationName,
  photo_url: user.photoId ? imageUrl(user.photoId) : null,
  collections: presentCollections(badges),
  badges: presentPosition(badges),
});
