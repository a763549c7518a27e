/** The time spans of an organization's overview. */
export const SPANS = ["30d", "90d", "12m"] as const;
export type Span = (typeof SPANS)[number];

/** Badges by outcome. Revoked and replaced badges are counted as withdrawn by the issuer. */
export type OutcomeCounts = { accepted: number; pending: number; rejected: number; withdrawn: number };

/** The badges that were issued from one calendar day to another, both included (`YYYY-MM-DD`). */
export type Bucket = { from: string; to: string; issued: number } & OutcomeCounts;
