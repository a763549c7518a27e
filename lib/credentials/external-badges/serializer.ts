import { presentImage } from "@/lib/art/images/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import { publicUrl } from "@/lib/kernel/env";
import { checkDates } from "@/lib/credentials/verification/checks";
import { clock } from "@/lib/kernel/clock";
import type { Prisma } from "@/prisma/generated/client";
import type { EarnerExternalBadge, EmployeeExternalBadge, ExternalBadge } from "./schema";

/** The columns that everyone with access to the badge sees. */
export const shownSelect = {
  id: true,
  type: true,
  badgeName: true,
  badgeDescription: true,
  issuerName: true,
  recipientName: true,
  badgeUrl: true,
  badgeId: true,
  badgeVersion: true,
  credentialNumber: true,
  criteriaId: true,
  criteriaNarrative: true,
  skills: true,
  verified: true,
  imageId: true,
  aiInfluenced: true,
  issuedAt: true,
  issuedAtDate: true,
  expiresAt: true,
  expiresAtDate: true,
  refreshedAt: true,
} satisfies Prisma.ExternalBadgeSelect;

export const earnerSelect = {
  ...shownSelect,
  public: true,
  revokedAt: true,
  createdAt: true,
} satisfies Prisma.ExternalBadgeSelect;

type ShownRow = Prisma.ExternalBadgeGetPayload<{ select: typeof shownSelect }>;
export type EarnerBadgeRow = Prisma.ExternalBadgeGetPayload<{ select: typeof earnerSelect }>;

/** One row of one query for the badges of many employees. */
export type EmployeeBadgeRow = ShownRow & { employeeId: string; externalId: string | null };

const toDay = (date: Date | null): string | null => date && toIsoDate(date);
const toTimestamp = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * The issuer confirmed it when it was last refreshed, and it is valid now by its dates. The date of issue of Open Badges 1 and 2
 * is no start.
 */
const isVerified = ({ verified, badgeVersion, issuedAt, expiresAt }: ShownRow): boolean =>
  verified &&
  checkDates(clock.now(), { start: badgeVersion === "3.0" ? issuedAt : null, end: expiresAt }).every(
    ({ result }) => result === "passed",
  );

const commonFields = (row: ShownRow) => ({
  badge_name: row.badgeName,
  badge_description: row.badgeDescription,
  issuer_name: row.issuerName,
  issued_at_date: toDay(row.issuedAtDate),
  expires_at_date: toDay(row.expiresAtDate),
  badge_url: row.badgeUrl,
  badge_id: row.badgeId,
  credly_record_id: row.id,
  refreshed_at: row.refreshedAt.toISOString(),
  skills: row.skills.map((name) => ({ name })),
  verification_status: { verified: isVerified(row) },
  image_url: presentImage(row.imageId)?.url ?? null,
});

/** Serializes a badge with the fields of its type only (specification, "Employee external badge"). */
function presentBadge(row: ShownRow): ExternalBadge {
  if (row.type === "EmulatedBadge") {
    return {
      type: row.type,
      ...commonFields(row),
      recipient_name: row.recipientName,
      ai_influence: { ai_influenced: row.aiInfluenced },
    };
  }
  return {
    type: row.type,
    ...commonFields(row),
    badge_criteria: { id: row.criteriaId, narrative: row.criteriaNarrative },
    issued_at: toTimestamp(row.issuedAt),
    expires_at: toTimestamp(row.expiresAt),
    credential_number: row.credentialNumber,
    badge_version: row.badgeVersion,
  };
}

/** Serializes a badge for its earner's own pages. */
export const presentEarnerExternalBadge = (row: EarnerBadgeRow): EarnerExternalBadge => ({
  id: row.id,
  public: row.public,
  revoked: row.revokedAt !== null,
  created_at: row.createdAt.toISOString(),
  ...presentBadge(row),
});

/** Serializes a badge with its employee, for their employer. */
export const presentEmployeeExternalBadge = (row: EmployeeBadgeRow): EmployeeExternalBadge => ({
  employee: { id: row.employeeId, external_id: row.externalId },
  external_badge: presentBadge(row),
});

/** The API URL of an external badge for its earner. */
export const earnerExternalBadgeUrl = ({ id }: { id: string }): string =>
  publicUrl(`/v1/me/external_badges/${id}`);
