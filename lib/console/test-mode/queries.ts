import { db } from "@/lib/kernel/db";

export const findTestOrganization = (organizationId: string) =>
  db().organization.findUnique({
    where: { testOfId: organizationId },
    select: { id: true, vanitySlug: true },
  });

/** Finds what the test organization of an organization is created with. */
export const findTestBasis = (id: string) =>
  db().organization.findUnique({
    where: { id },
    select: {
      name: true,
      vanitySlug: true,
      testOfId: true,
      photoId: true,
      websiteUrl: true,
      contactEmail: true,
      bio: true,
      primaryHexColor: true,
      workforceEnabled: true,
      requiresSecondFactor: true,
      sessionIdleMinutes: true,
      learningTokenIdleDays: true,
      memberships: { select: { userId: true, role: true, createdAt: true } },
    },
  });

export const insertMemberships = async (
  organizationId: string,
  members: { userId: string; role: "administrator" | "issuer" | "viewer"; createdAt: Date }[],
): Promise<void> => {
  await db().membership.createMany({ data: members.map((member) => ({ ...member, organizationId })) });
};
