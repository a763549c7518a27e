import type { DatedValidity } from "@/lib/badges/issued/choices";

/** How many templates or badges one page of an organization or a person shows. */
export const PER_PAGE = 24;
/** Later pages are not served, because the database reads all rows before an offset. */
export const LAST_PAGE = 400;

/** How many skills a list can be filtered by. */
export const MAX_OFFERED_SKILLS = 100;

/** How many related badges a page shows. */
export const MAX_RELATED = 6;

/** Which public templates of an organization its page lists. Empty text does not filter. */
export type TemplateFilter = { query: string; skill: string };

/** The verified domain of an issuer, and since when. */
export type PublicDomain = {
  name: string;
  verified_at: string;
  /** The issuer's website, if it is in this domain. */
  website: string | null;
  /** The path that counts that the website was opened from a badge or template, and leads to it. */
  visit_path?: string;
};

/** The public data of an issuer. */
export type PublicIssuer = {
  name: string;
  color: string | null;
  website: string | null;
  /** Null when no domain is verified. */
  domain: PublicDomain | null;
  /** Its public page, relative to the service. */
  path: string;
  photo_url: string | null;
  /** It is a test organization, so its badges prove nothing. */
  is_test: boolean;
};

/** A template or a badge in a list. */
export type PublicCard = {
  id: string;
  path: string;
  name: string;
  image_url: string;
  issuer: string;
  /** Calendar date; null for a template. */
  issued_on: string | null;
  validity: DatedValidity;
  is_test: boolean;
};

export type PublicList = { cards: PublicCard[]; total: number; page: number; pages: number };

/** What the page of a template or of a badge shows of the issuer's other templates. */
export type PublicRelated = {
  list: PublicList;
  /** Skills with the path of the list of badges that have them. */
  skillPaths: Record<string, string>;
};

/** A collection with those of its public badges that are on a page; without an id, the badges in none. */
export type PublicCollection = { id: string | null; name: string | null; cards: PublicCard[] };

export type PublicOrganization = {
  issuer: PublicIssuer;
  bio: string | null;
  /** 1440 × 360 pixels. */
  cover_url: string | null;
  location: string | null;
  support_url: string | null;
  links: { name: string; url: string }[];
  templates: PublicList;
  filter: TemplateFilter;
  /** The parameters of the filter in addresses. */
  parameters: Record<string, string>;
  /** The skills to filter the templates by. */
  skills: string[];
};

export type PublicProfile = {
  path: string;
  name: string;
  headline: string | null;
  bio: string | null;
  position: string | null;
  employer: string | null;
  photo_url: string | null;
  /** The badges of this page by collections, those in none at the end. */
  collections: PublicCollection[];
  badges: Omit<PublicList, "cards">;
};

/** The earner of a badge, if they have a public page. */
export type PublicEarner = { path: string; photo_url: string | null };
