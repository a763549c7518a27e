import { db } from "@/lib/kernel/db";
import {
  assertionSelect,
  badgeClassSelect,
  issuerSelect,
  type AssertionRow,
  type BadgeClassRow,
  type IssuerRow,
} from "./serializer";

/** A badge by its id alone: whether it is shown is judged by its state. */
export const findAssertion = (id: string): Promise<AssertionRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: assertionSelect,
    relationLoadStrategy: "join",
  });

/** A template that badges may have been issued from. */
export const findBadgeClass = (id: string): Promise<BadgeClassRow | null> =>
  db().badgeTemplate.findFirst({
    where: { id, deletedAt: null, state: { not: "draft" } },
    select: badgeClassSelect,
    relationLoadStrategy: "join",
  });

const SHOWN = { deletedAt: null, state: "accepted", public: true } as const;

/** Whether anybody shows a badge of a template. */
export const isShownBySomebody = async (badgeTemplateId: string): Promise<boolean> =>
  (await db().issuedBadge.findFirst({ where: { badgeTemplateId, ...SHOWN }, select: { id: true } })) !== null;

/** Whether anybody shows a badge that this organization issued in its own name from another one's template. */
export const isIssuedInOwnName = async (badgeTemplateId: string, organizationId: string): Promise<boolean> =>
  (await db().issuedBadge.findFirst({
    where: { badgeTemplateId, organizationId, displayIssuerAs: "issuer", ...SHOWN },
    select: { id: true },
  })) !== null;

export const findIssuer = (id: string): Promise<IssuerRow | null> =>
  db().organization.findUnique({ where: { id }, select: issuerSelect });

/** An issuer's key as it is stored: the private half encrypted. */
export type StoredKey = { publicKey: Uint8Array<ArrayBuffer>; privateKey: Uint8Array<ArrayBuffer> };

export const findKey = (organizationId: string): Promise<StoredKey | null> =>
  db().issuerKey.findUnique({
    where: { organizationId },
    select: { publicKey: true, privateKey: true },
  });

/** Stores a key unless the organization has one by now. */
export async function insertKey(organizationId: string, key: StoredKey): Promise<void> {
  await db().issuerKey.createMany({ data: [{ organizationId, ...key }], skipDuplicates: true });
}
