/** How a credential reaches a verifier: as a document of this service, inside an image, or from a wallet app. */
export const CARRIERS = ["json", "jwt", "png", "svg", "wallet_json", "wallet_jwt"] as const;
export type Carrier = (typeof CARRIERS)[number];

/** The states of a badge whose credential was saved before. `altered` is a copy that somebody else changed. */
export const STATES = ["valid", "expiring", "expired", "revoked", "replaced", "altered"] as const;
export type State = (typeof STATES)[number];

/** What a verifier can check of a credential. */
export const CHECKS = ["signature", "dates", "status", "form"] as const;
export type Check = (typeof CHECKS)[number];
