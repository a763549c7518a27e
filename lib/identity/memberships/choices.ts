/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

/** From the one that may do everything down. */
export const MEMBER_ROLES = ["administrator", "issuer", "viewer"] as const;
