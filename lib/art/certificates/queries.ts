import { db } from "@/lib/kernel/db";

/** Finds an organization with its newest badge template, for a certificate that shows its design. */
export const findSample = (id: string) =>
  db().organization.findUniqueOrThrow({
    where: { id },
    select: {
      name: true,
      verifiedDomain: true,
      primaryHexColor: true,
      photoId: true,
      badgeTemplates: {
        where: { deletedAt: null, state: "active" },
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
