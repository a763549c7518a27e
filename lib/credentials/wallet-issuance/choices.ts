/** The formats in which a wallet gets a badge (OpenID4VCI 1.0, Appendix A.1). */
export const WALLET_FORMATS = ["ldp_vc", "jwt_vc_json"] as const;
export type WalletFormat = (typeof WALLET_FORMATS)[number];
