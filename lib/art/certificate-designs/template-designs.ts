import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { listDesignChanges } from "./changes";
import { applyChanges, copyImages, readNewImages, removeUnusedImages, saveNewImages } from "./images";
import { findDesign, lockDesign } from "./queries";
import type { CertificateDesignInput, StoredDesign } from "./schema";
import type { DesignedTemplateRow, TemplateDesignRow } from "./serializer";
import {
  deleteTemplateDesign,
  findDesignedTemplatePage,
  findTemplateDesign,
  hasTemplate,
  lockTemplateOfDesign,
  saveTemplateDesign,
} from "./template-queries";

/** Finds the template's own design, or else that of the organization. */
async function findUsedDesign(organizationId: string, templateId: string): Promise<TemplateDesignRow> {
  const own = await findTemplateDesign(organizationId, templateId);
  return own ? { ...own, isInherited: false } : { ...(await findDesign(organizationId)), isInherited: true };
}

/**
 * Returns how the certificates of a template's badges look: its own design, or that of the organization. Throws 404 for
 * an unknown template.
 */
export async function getTemplateCertificateDesign(
  { organizationId }: Caller,
  templateId: string,
): Promise<TemplateDesignRow> {
  if (!(await hasTemplate(organizationId, templateId))) throw notFound();
  return findUsedDesign(organizationId, templateId);
}

type DrawnBadge = { issuerId: string; templateId: string; templateOwnerId: string };

/**
 * Returns how the certificate of a badge looks. The design of a template applies where its organization is the issuer,
 * because it has that organization's signatures. An organization that issues the template in its own name has its own
 * design.
 */
export async function getDesignOfBadge(badge: DrawnBadge): Promise<StoredDesign> {
  const { issuerId, templateId, templateOwnerId } = badge;
  if (issuerId !== templateOwnerId) return (await findDesign(issuerId)).design;
  return (await findUsedDesign(issuerId, templateId)).design;
}

/** Locks the template, and then the designs of its organization. Throws 404 for an unknown template. */
async function lockTemplateDesign(organizationId: string, templateId: string): Promise<void> {
  if (!(await lockTemplateOfDesign(organizationId, templateId))) throw notFound();
  await lockDesign(organizationId);
}

/**
 * Changes the template's own design. The first change copies the organization's design with its images, so that later
 * changes of one do not affect the other. Throws 404 for an unknown template and 422 for an unusable image.
 */
export async function updateTemplateCertificateDesign(
  caller: Caller,
  templateId: string,
  input: CertificateDesignInput,
): Promise<TemplateDesignRow> {
  const { organizationId } = caller;
  const images = await readNewImages(input);
  return withAuditEntry(caller, "badge_template.design_certificate", templateId, async (noteChanges) => {
    await lockTemplateDesign(organizationId, templateId);
    const before = await findUsedDesign(organizationId, templateId);
    const changed = applyChanges(before.design, input);
    const design = await saveNewImages(before.isInherited ? await copyImages(changed) : changed, images);
    const after = await saveTemplateDesign(organizationId, templateId, design, clock.now());
    if (!before.isInherited) await removeUnusedImages(before.design, after.design);
    noteChanges(listDesignChanges(before.design, after.design));
    return { ...after, isInherited: false };
  });
}

/** Deletes a design with its images. Returns whether there was one. */
async function removeDesign(organizationId: string, templateId: string): Promise<boolean> {
  const before = await findTemplateDesign(organizationId, templateId);
  if (!before) return false;
  await deleteTemplateDesign(organizationId, templateId);
  await removeUnusedImages(before.design, null);
  return true;
}

/**
 * Deletes the template's own design, so that its certificates look as those of the organization again. Throws 404 for a
 * template without one.
 */
export async function resetTemplateCertificateDesign(caller: Caller, templateId: string): Promise<void> {
  const { organizationId } = caller;
  await withAuditEntry(caller, "badge_template.reset_certificate_design", templateId, async () => {
    await lockTemplateDesign(organizationId, templateId);
    if (!(await removeDesign(organizationId, templateId)))
      throw notFound("This badge template has no design of its own.");
  });
}

/** Deletes the design of a template that is being deleted. Call it in that transaction, after locking the template. */
export async function removeTemplateDesign(organizationId: string, templateId: string): Promise<void> {
  await lockDesign(organizationId);
  await removeDesign(organizationId, templateId);
}

/** Gives a copy of a template the same design, if the template has one of its own. Call it in the copy's transaction. */
export async function copyTemplateDesign(organizationId: string, from: string, to: string): Promise<void> {
  await lockDesign(organizationId);
  const original = await findTemplateDesign(organizationId, from);
  if (original) await saveTemplateDesign(organizationId, to, await copyImages(original.design), clock.now());
}

/** Lists the templates that have a design of their own, the last changed first. */
export const listTemplateCertificateDesigns = (
  { organizationId }: Caller,
  { page }: Pick<ListInput, "page">,
): Promise<Page<DesignedTemplateRow>> => findDesignedTemplatePage(organizationId, page);
