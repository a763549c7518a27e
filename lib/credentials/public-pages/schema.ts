/** How many templates or badges stand on one page of an organization or a person. */
export const PER_PAGE = 24;
/** Pages beyond this one are not served: a database walks all rows before an offset. */
export const LAST_PAGE = 400;

/** A domain that an issuer has proved to be its own, and since when. */
export type PublicDomain = {
  name: string;
  verified_at: string;
  /** The issuer's website, where it is of this domain. */
  website: string | null;
};

/** An issuer as everybody may see it. */
export type PublicIssuer = {
  name: string;
  color: string | null;
  website: string | null;
  /** Null while none is verified: then nothing is said of domains. */
  domain: PublicDomain | null;
  /** Its public page, relative to the service. */
  path: string;
  photo_url: string | null;
};

/** A template or a badge as one of many. */
export type PublicCard = {
  id: string;
  path: string;
  name: string;
  image_url: string;
  issuer: string;
  /** Calendar date; null for a template. */
  issued_on: string | null;
  is_expired: boolean;
};

export type PublicList = { cards: PublicCard[]; total: number; page: number; pages: number };

export type PublicOrganization = {
  issuer: PublicIssuer;
  bio: string | null;
  location: string | null;
  support_url: string | null;
  links: { name: string; url: string }[];
  templates: PublicList;
};

export type PublicProfile = {
  path: string;
  name: string;
  bio: string | null;
  position: string | null;
  employer: string | null;
  photo_url: string | null;
  badges: PublicList;
};

/** The earner of a badge where they have a page of their own. */
export type PublicEarner = { path: string; photo_url: string | null };
