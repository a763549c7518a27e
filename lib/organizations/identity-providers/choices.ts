/** How many certificates and role rules a provider may have. */
export const MAX_CERTIFICATES = 5;
export const MAX_ROLE_RULES = 50;
/** Characters of a metadata file that is pasted or uploaded. Those of a provider with many keys have 20,000. */
export const MAX_METADATA_LENGTH = 200_000;
