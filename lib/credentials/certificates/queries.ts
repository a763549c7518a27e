import { db } from "@/lib/kernel/db";

/** Finds an organization with one of its badge templates, by default the newest active one, for a sample of its design. */
export const findSample = (id: string, templateId: string | null) =>
  db().organization.findUniqueOrThrow({
    where: { id },
    select: {
      name: true,
      verifiedDomain: true,
      primaryHexColor: true,
      photoId: true,
      badgeTemplates: {
        where: { deletedAt: null, ...(templateId === null ? { state: "active" } : { id: templateId }) },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: 1,
        select: {
          name: true,
          description: true,
          skills: true,
          timeToEarn: true,
          image: { select: { bytes: true } },
        },
      },
    },
  });
