import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { listDesignChanges } from "./changes";
import { applyChanges, readNewImages, removeUnusedImages, saveNewImages } from "./images";
import { findDesign, lockDesign, saveDesign } from "./queries";
import type { CertificateDesignInput } from "./schema";
import type { DesignRow } from "./serializer";

/** Returns how the organization's certificates look. */
export const getCertificateDesign = ({ organizationId }: Caller): Promise<DesignRow> =>
  findDesign(organizationId);

/**
 * Changes how the organization's certificates look, those of badges issued before included, because they are drawn on
 * demand. Images that are no longer used are deleted. Throws 422 for an unusable image.
 */
export async function updateCertificateDesign(
  caller: Caller,
  input: CertificateDesignInput,
): Promise<DesignRow> {
  const { organizationId } = caller;
  const images = await readNewImages(input);
  return withAuditEntry(caller, "certificate_design.update", organizationId, async (noteChanges) => {
    await lockDesign(organizationId);
    const before = await findDesign(organizationId);
    const design = await saveNewImages(applyChanges(before.design, input), images);
    const after = await saveDesign(organizationId, design, clock.now());
    await removeUnusedImages(before.design, after.design);
    noteChanges(listDesignChanges(before.design, after.design));
    return after;
  });
}
