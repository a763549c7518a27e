/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

export const DISPLAY_ISSUER_AS = ["grantor", "issuer", "both"] as const;
