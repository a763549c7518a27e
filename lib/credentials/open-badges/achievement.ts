import { templateAlignments } from "@/lib/badges/templates/alignments";
import { WIRE_TYPES } from "@/lib/badges/templates/serializer";
import type { Prisma } from "@/prisma/generated/client";

/** The columns of a template that its badge class and its achievement show. */
export const classSelect = {
  id: true,
  organizationId: true,
  state: true,
  public: true,
  name: true,
  description: true,
  imageId: true,
  criteriaUrl: true,
  globalActivityUrl: true,
  skills: true,
  alignments: true,
  achievementType: true,
  updatedAt: true,
  activities: {
    select: {
      title: true,
      activityType: true,
      activityUrl: true,
      requiredBadgeTemplate: { select: { name: true } },
    },
    orderBy: { position: "asc" },
  },
} satisfies Prisma.BadgeTemplateSelect;

type ClassRow = Prisma.BadgeTemplateGetPayload<{ select: typeof classSelect }>;

type Activity = ClassRow["activities"][number];

const formatActivity = ({ title, activityType, activityUrl, requiredBadgeTemplate }: Activity): string => {
  const name = title ?? requiredBadgeTemplate?.name ?? "";
  return `- ${WIRE_TYPES[activityType]}: ${name}${activityUrl ? ` (${activityUrl})` : ""}`;
};

/** How a badge is earned: the URL of a page, and the activities or else the description. */
export function buildCriteria(row: ClassRow): { id?: string; narrative?: string } {
  const page = row.criteriaUrl ?? row.globalActivityUrl;
  const lines = row.activities.map(formatActivity).join("\n");
  const narrative = lines || (page ? "" : row.description);
  return { ...(page ? { id: page } : {}), ...(narrative ? { narrative } : {}) };
}

/**
 * The alignments of a class at this URL. Open Badges require the URL of the target: where none is known it is the place in the
 * class that names it. `type` is what the target is, which only version 3.0 has.
 */
export const buildAlignments = (row: ClassRow, classUrl: string) =>
  templateAlignments(row).map(({ id, name, url, description, framework, code, type }) => ({
    target: {
      targetName: name,
      targetUrl: url ?? `${classUrl}#alignment-${id}`,
      ...(description ? { targetDescription: description } : {}),
      ...(framework ? { targetFramework: framework } : {}),
      ...(code ? { targetCode: code } : {}),
    },
    type,
  }));
