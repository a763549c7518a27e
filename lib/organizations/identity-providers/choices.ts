/** How many certificates and role rules a provider may have. */
export const MAX_CERTIFICATES = 5;
export const MAX_ROLE_RULES = 50;
/** Characters of a metadata file that is pasted or uploaded. Those of a provider with many keys have 20,000. */
export const MAX_METADATA_LENGTH = 200_000;

/** How a request reaches the sign-in address of a provider: HTTP-Redirect or HTTP-POST (SAML 2.0 Bindings, 3.4 and 3.5). */
export const SIGN_IN_BINDINGS = ["redirect", "post"] as const;
export type SignInBinding = (typeof SIGN_IN_BINDINGS)[number];
