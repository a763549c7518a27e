const SCOPE_BASE = "https://purl.imsglobal.org/spec/ob/v3p0/scope/";

/**
 * The scopes that applications can request (Open Badges 3.0, "Scopes", and OpenID Connect Core 11 for `offline_access`),
 * each with the key of its description for earners and the English one for the service description.
 */
export const WALLET_SCOPES = {
  [`${SCOPE_BASE}credential.readonly`]: {
    key: "read_badges",
    meaning: "Read the credentials of the wallet.",
  },
  [`${SCOPE_BASE}credential.upsert`]: { key: "add_badges", meaning: "Add credentials and update them." },
  [`${SCOPE_BASE}profile.readonly`]: { key: "read_profile", meaning: "Read the profile of the earner." },
  [`${SCOPE_BASE}profile.update`]: { key: "change_profile", meaning: "Change the profile of the earner." },
  offline_access: { key: "stay_connected", meaning: "Get refresh tokens." },
} as const;

export type WalletScopeKey = (typeof WALLET_SCOPES)[keyof typeof WALLET_SCOPES]["key"];

/** The scopes of the endpoints. */
export const READ_CREDENTIALS = `${SCOPE_BASE}credential.readonly`;
export const UPSERT_CREDENTIALS = `${SCOPE_BASE}credential.upsert`;
export const READ_PROFILE = `${SCOPE_BASE}profile.readonly`;
export const UPDATE_PROFILE = `${SCOPE_BASE}profile.update`;
export const OFFLINE_ACCESS = "offline_access";

export const WALLET_SCOPE_NAMES: readonly string[] = Object.keys(WALLET_SCOPES);

/** The keys of the descriptions of these scopes, in a fixed order. */
export const describeScopes = (scopes: readonly string[]): WalletScopeKey[] =>
  Object.entries(WALLET_SCOPES).flatMap(([name, { key }]) => (scopes.includes(name) ? [key] : []));
