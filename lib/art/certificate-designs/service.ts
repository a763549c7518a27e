import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { applyChanges, readNewImages, removeUnusedImages, saveNewImages } from "./images";
import { findDesign, lockDesign, saveDesign } from "./queries";
import type { CertificateDesignInput, StoredDesign } from "./schema";
import type { DesignRow } from "./serializer";

/** Returns how the organization's certificates look. */
export const getCertificateDesign = ({ organizationId }: Caller): Promise<DesignRow> =>
  findDesign(organizationId);

/** Returns how the certificates of badges that this organization issues look. */
export const getDesignOf = async (organizationId: string): Promise<StoredDesign> =>
  (await findDesign(organizationId)).design;

/** Lists each signature as a field of its own, so that the audit log says which one changed. */
const flattenDesign = ({ signatures, ...look }: StoredDesign) => ({
  ...look,
  ...Object.fromEntries(
    [0, 1].flatMap((index) => {
      const { name, title, image_id: imageId } = signatures[index] ?? {};
      const place = `signature_${index + 1}`;
      return [
        [`${place}_name`, name],
        [`${place}_title`, title],
        [`${place}_image`, imageId],
      ];
    }),
  ),
});

const IMAGE_FIELDS = ["logo_id", "signature_1_image", "signature_2_image"];

const listDesignChanges = (before: StoredDesign, after: StoredDesign) =>
  listChanges(flattenDesign(before), flattenDesign(after), { withoutValues: IMAGE_FIELDS });

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
