import { publicUrl } from "@/lib/kernel/env";
import { clock } from "@/lib/kernel/clock";
import type { HeldCredential } from "@/lib/credentials/open-badges/schema";
import type { Prisma } from "@/prisma/generated/client";
import type { CredentialResponse, WalletCopy, WalletNonce, WalletOffer, WalletToken } from "./schema";

export const walletOfferSelect = {
  id: true,
  badgeId: true,
  createdAt: true,
  expiresAt: true,
  collectedAt: true,
} satisfies Prisma.WalletOfferSelect;

export type WalletOfferRow = Prisma.WalletOfferGetPayload<{ select: typeof walletOfferSelect }>;

/** An offer with what its wallet needs. Only the service that generated it has these in clear. */
export type NewWalletOffer = WalletOfferRow & { offerUrl: string; transactionCode: string };

/** Serializes an offer without its link and its code, which are never shown again. */
export const presentWalletOffer = (row: WalletOfferRow): WalletOffer => ({
  id: row.id,
  badge_id: row.badgeId,
  offer_url: null,
  tx_code: null,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  collected_at: row.collectedAt?.toISOString() ?? null,
  usable: row.expiresAt > clock.now(),
});

/** Serializes a new offer with its link and its code. */
export const presentNewWalletOffer = (offer: NewWalletOffer): WalletOffer => ({
  ...presentWalletOffer(offer),
  offer_url: offer.offerUrl,
  tx_code: offer.transactionCode,
});

/** The URL of an offer, for its earner. */
export const walletOfferUrl = ({ id, badgeId }: { id: string; badgeId: string }): string =>
  publicUrl(`/v1/me/badges/${badgeId}/wallet_offers/${id}`);

export const walletCopySelect = {
  id: true,
  badgeId: true,
  format: true,
  holder: true,
  issuedAt: true,
} satisfies Prisma.WalletCopySelect;

export type WalletCopyRow = Prisma.WalletCopyGetPayload<{ select: typeof walletCopySelect }>;

/** The `id` of the credential of a copy. */
export const copyCredentialId = (id: string): string => `urn:uuid:${id}`;

export const presentWalletCopy = (row: WalletCopyRow): WalletCopy => ({
  id: row.id,
  badge_id: row.badgeId,
  credential_id: copyCredentialId(row.id),
  format: row.format,
  holder: row.holder,
  issued_at: row.issuedAt.toISOString(),
});

/** A new access token in clear. It is stored nowhere. */
export type GrantedWalletToken = { token: string; lifetimeSeconds: number };

export const presentWalletToken = ({ token, lifetimeSeconds }: GrantedWalletToken): WalletToken => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: lifetimeSeconds,
});

export const presentNonce = (nonce: string): WalletNonce => ({ c_nonce: nonce });

export const presentIssuedCredential = (credential: HeldCredential | string): CredentialResponse => ({
  credentials: [{ credential }],
});
