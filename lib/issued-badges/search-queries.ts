import { db } from "@/lib/kernel/db";
import { booleanValue, calendarDay, idList, notAfter, notBefore, oneOf } from "@/lib/kernel/list/criteria";
import { commaList, escapeLike, textMatch, type Filters } from "@/lib/kernel/list/filter";
import { slice, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { Sorts } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { BADGE_STATES } from "./schema";
import { badgeSelect, type BadgeRow } from "./serializer";

type Where = Prisma.IssuedBadgeWhereInput;
type Order = Prisma.IssuedBadgeOrderByWithRelationInput;

const contains = (value: string) => ({ contains: escapeLike(value), mode: "insensitive" as const });

const addressOf = (value: string): string => value.trim().toLowerCase();

export const filters: Filters<Where> = {
  query: (value) => ({ OR: [{ issuedTo: contains(value) }, { recipientEmail: contains(value) }] }),
  state: (value) => ({ state: { in: oneOf("state", BADGE_STATES, value) } }),
  user_id: (value) => ({ userId: { in: idList("user_id", value) } }),
  issued_at_min: (value) => ({ issuedAt: notBefore("issued_at_min", value) }),
  issued_at_max: (value) => ({ issuedAt: notAfter("issued_at_max", value) }),
  issued_at_date_min: (value) => ({ issuedAtDate: { gte: calendarDay("issued_at_date_min", value) } }),
  issued_at_date_max: (value) => ({ issuedAtDate: { lte: calendarDay("issued_at_date_max", value) } }),
  issuer_id: (value) => ({ organizationId: { in: idList("issuer_id", value) } }),
  issuer_earner_id: (value) => ({ issuerEarnerId: value }),
  public: (value) => ({ public: booleanValue("public", value) }),
  "badge_templates[owner_id]": (value) => ({
    templateOrganizationId: { in: idList("badge_templates[owner_id]", value) },
  }),
  "badge_templates[name]": (value) => ({ badgeTemplate: { name: textMatch(value) } }),
  "badge_templates[reporting_tags]": (value) => ({
    badgeTemplate: { reportingTags: { hasSome: commaList(value) } },
  }),
  "badge_templates[skills]": (value) => ({ badgeTemplate: { skills: { hasSome: commaList(value) } } }),
  created_at_min: (value) => ({ createdAt: notBefore("created_at_min", value) }),
  created_at_max: (value) => ({ createdAt: notAfter("created_at_max", value) }),
  // A lower bound includes the badges that never expire (specification).
  expires_at_min: (value) => ({
    OR: [{ expiresAt: notBefore("expires_at_min", value) }, { expiresAt: null }],
  }),
  expires_at_date_min: (value) => ({
    OR: [{ expiresAtDate: { gte: calendarDay("expires_at_date_min", value) } }, { expiresAtDate: null }],
  }),
  expires_at_max: (value) => ({ expiresAt: notAfter("expires_at_max", value) }),
  expires_at_date_max: (value) => ({ expiresAtDate: { lte: calendarDay("expires_at_date_max", value) } }),
  state_updated_at_min: (value) => ({ stateUpdatedAt: notBefore("state_updated_at_min", value) }),
  state_updated_at_max: (value) => ({ stateUpdatedAt: notAfter("state_updated_at_max", value) }),
  updated_at_min: (value) => ({ updatedAt: notBefore("updated_at_min", value) }),
  updated_at_max: (value) => ({ updatedAt: notAfter("updated_at_max", value) }),
  badge_template_id: (value) => ({ badgeTemplateId: { in: idList("badge_template_id", value) } }),
  recipient_email: (value) => ({ recipientEmail: addressOf(value) }),
  recipient_email_all: (value) => ({
    OR: [
      { recipientEmail: addressOf(value) },
      { user: { emails: { some: { email: addressOf(value), confirmedAt: { not: null } } } } },
    ],
  }),
};

export const sorts: Sorts<Order> = {
  created_at: (direction) => ({ createdAt: direction }),
  issued_at: (direction) => ({ issuedAt: direction }),
  state_updated_at: (direction) => ({ stateUpdatedAt: direction }),
  "badge_templates[name]": (direction) => ({ badgeTemplate: { name: direction } }),
  // The names that the badge was issued to: an earner without an account yet has no others.
  "users[first_name]": (direction) => ({ issuedToFirstName: direction }),
  "users[last_name]": (direction) => ({ issuedToLastName: direction }),
};

export async function findBadgePage(
  where: Where,
  order: Order[],
  page: PageRequest,
): Promise<Page<BadgeRow>> {
  const [rows, total] = await Promise.all([
    db().issuedBadge.findMany({
      where,
      select: badgeSelect,
      orderBy: [...order, { id: "desc" }],
      relationLoadStrategy: "join",
      ...slice(page),
    }),
    db().issuedBadge.count({ where }),
  ]);
  return { ...page, rows, total };
}
