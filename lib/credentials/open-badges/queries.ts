import { db } from "@/lib/kernel/db";
import {
  assertionSelect,
  badgeClassSelect,
  issuerSelect,
  type AssertionRow,
  type BadgeClassRow,
  type IssuerRow,
} from "./serializer";

/** Finds a badge by its id. The caller decides by its state whether it is public. */
export const findAssertion = (id: string): Promise<AssertionRow | null> =>
  db().issuedBadge.findFirst({
    where: { id, deletedAt: null },
    select: assertionSelect,
    relationLoadStrategy: "join",
  });

/** Finds a template, unless it is a draft: badges may have been issued from it. */
export const findBadgeClass = (id: string): Promise<BadgeClassRow | null> =>
  db().badgeTemplate.findFirst({
    where: { id, deletedAt: null, state: { not: "draft" } },
    select: badgeClassSelect,
    relationLoadStrategy: "join",
  });

const PUBLIC_BADGE = { deletedAt: null, state: "accepted", public: true } as const;

/** Whether a template has a public badge. */
export const hasPublicBadge = async (badgeTemplateId: string): Promise<boolean> =>
  (await db().issuedBadge.findFirst({
    where: { badgeTemplateId, ...PUBLIC_BADGE },
    select: { id: true },
  })) !== null;

/** Whether a template of another organization has a public badge that this organization issued in its own name. */
export const hasPublicBadgeOfIssuer = async (
  badgeTemplateId: string,
  organizationId: string,
): Promise<boolean> =>
  (await db().issuedBadge.findFirst({
    where: { badgeTemplateId, organizationId, displayIssuerAs: "issuer", ...PUBLIC_BADGE },
    select: { id: true },
  })) !== null;

export const findIssuer = (id: string): Promise<IssuerRow | null> =>
  db().organization.findUnique({ where: { id }, select: issuerSelect });
