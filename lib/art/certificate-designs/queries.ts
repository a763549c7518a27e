import { db } from "@/lib/kernel/db";
import type { StoredDesign } from "./schema";
import { buildDesignColumns, designSelect, readDesignRow, type DesignRow } from "./serializer";

/** Finds the design of an organization's certificates, the default when it has chosen none. */
export const findDesign = async (organizationId: string): Promise<DesignRow> =>
  readDesignRow(await db().certificateDesign.findUnique({ where: { organizationId }, select: designSelect }));

/** Locks the design of an organization against other changes until the transaction ends. */
export const lockDesign = (organizationId: string) =>
  db().$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`certificate_design:${organizationId}`}, 0)) IS NULL AS locked`;

export const saveDesign = async (
  organizationId: string,
  design: StoredDesign,
  updatedAt: Date,
): Promise<DesignRow> =>
  readDesignRow(
    await db().certificateDesign.upsert({
      where: { organizationId },
      create: { organizationId, ...buildDesignColumns(design), updatedAt },
      update: { ...buildDesignColumns(design), updatedAt },
      select: designSelect,
    }),
  );
