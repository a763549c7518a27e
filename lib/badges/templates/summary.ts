import { imageUrl } from "@/lib/art/images/serializer";
import { toIsoDate } from "@/lib/kernel/dates";
import type { Prisma } from "@/prisma/generated/client";
import type { BadgeTemplateSummary, IssuableBadgeTemplate } from "./schema";

export const summarySelect = {
  id: true,
  imageId: true,
  name: true,
  public: true,
  skills: true,
  updatedAt: true,
  defaultExpiresAtType: true,
  defaultExpiresAtDate: true,
  defaultExpiresAfter: true,
  organization: { select: { id: true, name: true } },
} satisfies Prisma.BadgeTemplateSelect;

export type SummaryRow = Prisma.BadgeTemplateGetPayload<{ select: typeof summarySelect }>;

/** Presents a badge template in the short form. */
export const presentSummary = (row: SummaryRow): BadgeTemplateSummary => ({
  id: row.id,
  image_url: imageUrl(row.imageId),
  name: row.name,
  public: row.public,
  updated_at: row.updatedAt.toISOString(),
  owner: row.organization,
});

/** Presents it with the fields that help to choose one. */
export const presentIssuableTemplate = (row: SummaryRow): IssuableBadgeTemplate => ({
  ...presentSummary(row),
  skills: row.skills,
  default_expires_at_type: row.defaultExpiresAtType,
  default_expires_at_date: row.defaultExpiresAtDate && toIsoDate(row.defaultExpiresAtDate),
  default_expires_after: row.defaultExpiresAfter,
});
