import { db } from "@/lib/kernel/db";
import { takeNamedLock } from "@/lib/kernel/named-lock";
import type { StoredDesign } from "./schema";
import { buildDesignColumns, designSelect, readDesignRow, type DesignRow } from "./serializer";

/** Finds the design of an organization's certificates, the default when it has chosen none. */
export const findDesign = async (organizationId: string): Promise<DesignRow> =>
  readDesignRow(await db().certificateDesign.findUnique({ where: { organizationId }, select: designSelect }));

/** Locks the design of an organization against other changes until the transaction ends. */
export const lockDesign = (organizationId: string) => takeNamedLock(`certificate_design:${organizationId}`);

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
