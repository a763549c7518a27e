import type { Integration, LearningCaller } from "@/lib/kernel/caller";
import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { integrationSelect } from "./serializer";

/** The integrations that a token works on: an owner's, all of the app. */
export const reachOf = ({
  organizationId,
  appId,
  kind,
  integrationIds,
}: LearningCaller): Prisma.LearningIntegrationWhereInput =>
  kind === "owner" ? { organizationId, appId } : { organizationId, id: { in: integrationIds } };

/** One of the integrations that a token works on, by its id or its course; null when there is none. */
export const findReachable = (
  caller: LearningCaller,
  named: { id: number } | { courseId: string },
): Promise<Integration | null> =>
  db().learningIntegration.findFirst({
    where: { AND: [reachOf(caller), named] },
    select: integrationSelect,
    orderBy: { id: "asc" },
  });
