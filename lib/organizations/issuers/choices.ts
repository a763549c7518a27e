/** Choices that forms show, without zod, which is a large library. */

export const DISPLAY_ISSUER_AS = ["grantor", "issuer", "both"] as const;
