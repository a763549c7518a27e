import { db } from "@/lib/kernel/db";
import { loadPage, toSkipTake, type Page, type PageRequest } from "@/lib/kernel/list/page";
import type { StoredDesign } from "./schema";
import {
  designedTemplateSelect,
  readTemplateDesignRow,
  templateDesignSelect,
  type DesignedTemplateRow,
  type DesignRow,
} from "./serializer";

/** Locks a template against deletion until the transaction ends. Returns false when there is none. */
export async function lockTemplateOfDesign(organizationId: string, id: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM badge_templates
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL FOR KEY SHARE`;
  return rows.length > 0;
}

export const hasTemplate = async (organizationId: string, id: string): Promise<boolean> =>
  (await db().badgeTemplate.count({ where: { organizationId, id, deletedAt: null } })) > 0;

/** Finds the design of a template's certificates. Null when it has none of its own. */
export async function findTemplateDesign(
  organizationId: string,
  badgeTemplateId: string,
): Promise<DesignRow | null> {
  const row = await db().templateCertificateDesign.findUnique({
    where: { organizationId_badgeTemplateId: { organizationId, badgeTemplateId } },
    select: templateDesignSelect,
  });
  return row && readTemplateDesignRow(row);
}

export const saveTemplateDesign = async (
  organizationId: string,
  badgeTemplateId: string,
  design: StoredDesign,
  updatedAt: Date,
): Promise<DesignRow> =>
  readTemplateDesignRow(
    await db().templateCertificateDesign.upsert({
      where: { organizationId_badgeTemplateId: { organizationId, badgeTemplateId } },
      create: { organizationId, badgeTemplateId, design, updatedAt },
      update: { design, updatedAt },
      select: templateDesignSelect,
    }),
  );

export const deleteTemplateDesign = (organizationId: string, badgeTemplateId: string) =>
  db().templateCertificateDesign.deleteMany({ where: { organizationId, badgeTemplateId } });

/** Finds a page of the templates that have a design of their own, the last changed first. */
export const findDesignedTemplatePage = (
  organizationId: string,
  page: PageRequest,
): Promise<Page<DesignedTemplateRow>> => {
  const where = { organizationId };
  return loadPage(
    page,
    db().templateCertificateDesign.findMany({
      where,
      select: designedTemplateSelect,
      orderBy: [{ updatedAt: "desc" }, { badgeTemplateId: "desc" }],
      relationLoadStrategy: "join",
      ...toSkipTake(page),
    }),
    db().templateCertificateDesign.count({ where }),
  );
};
