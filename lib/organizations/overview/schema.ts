/** The spans that the front page of an organization shows. */
export const SPANS = ["30d", "90d", "12m"] as const;
export type Span = (typeof SPANS)[number];

/** Badges by what became of them: revoked and replaced ones are the issuer's own doing. */
export type Outcomes = { accepted: number; pending: number; rejected: number; withdrawn: number };

/** The badges that were issued from one calendar day to another, both included (`YYYY-MM-DD`). */
export type Bucket = { from: string; to: string; issued: number } & Outcomes;
