import type { Prisma } from "@/prisma/generated/client";

export const signedCredentialSelect = {
  badgeId: true,
  document: true,
  tokenHeader: true,
  tokenSignature: true,
} satisfies Prisma.SignedCredentialSelect;

/** A credential as it was signed: its JSON, and what its JWT needs besides. */
export type SignedCredentialRow = Prisma.SignedCredentialGetPayload<{
  select: typeof signedCredentialSelect;
}>;

/** The most accepted endorsements of a badge, all of which its credentials contain. */
export const MAX_ENDORSEMENTS = 10;
