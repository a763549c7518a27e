/** Choices that forms show, without zod, which is a large library. */

/** From the highest role down. */
export const MEMBER_ROLES = ["administrator", "issuer", "viewer"] as const;
