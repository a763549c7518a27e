import { listChanges } from "@/lib/access/audit/changes";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { readImage, removeImage, saveImage } from "@/lib/art/images/service";
import { clock } from "@/lib/kernel/clock";
import { invalidField } from "@/lib/kernel/errors";
import { findDesign, lockDesign, saveDesign } from "./queries";
import type { CertificateDesignInput, SignatureInput, StoredDesign, StoredSignature } from "./schema";
import type { DesignRow } from "./serializer";

/** Returns how the organization's certificates look. */
export const getCertificateDesign = ({ organizationId }: Caller): Promise<DesignRow> =>
  findDesign(organizationId);

/** Returns how the certificates of badges that this organization issues look. */
export const getDesignOf = async (organizationId: string): Promise<StoredDesign> =>
  (await findDesign(organizationId)).design;

/** Reads and re-encodes the images of signatures. Throws 422 at the field of an unusable one. */
export const readSignatureImages = (given: SignatureInput[] | undefined): Promise<(Buffer | null)[]> =>
  Promise.all(
    (given ?? []).map(({ image }, index) =>
      image ? readImage(image, `signatures.${index}.image`) : Promise.resolve(null),
    ),
  );

/** Returns a design with the given fields. Signatures are set by the caller. */
export function applyChanges(
  design: StoredDesign,
  { signatures: _signatures, ...given }: CertificateDesignInput,
): StoredDesign {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...design, ...changes };
}

/**
 * Returns the signatures with the images that they keep. Throws 422 for the id of an image that no stored signature
 * has, such as one of another organization.
 */
export const keepImages = (stored: StoredDesign, given: SignatureInput[]): StoredSignature[] =>
  given.map(({ name, title, image, image_id: id }, index) => {
    const kept = image ? null : (id ?? null);
    if (kept !== null && stored.signatures.every((one) => one.image_id !== kept))
      throw invalidField(`signatures.${index}.image_id`, "unknown_image", "This image is no longer stored.");
    return { name, title, image_id: kept };
  });

/** Stores the new images. */
async function saveImages(
  signatures: StoredSignature[],
  images: (Buffer | null)[],
): Promise<StoredSignature[]> {
  const saved: StoredSignature[] = [];
  for (const [index, signature] of signatures.entries()) {
    const bytes = images[index];
    saved.push(bytes ? { ...signature, image_id: await saveImage(bytes) } : signature);
  }
  return saved;
}

async function removeUnusedImages(before: StoredDesign, after: StoredDesign): Promise<void> {
  const used = new Set(after.signatures.map(({ image_id: id }) => id));
  for (const { image_id: id } of before.signatures) if (id && !used.has(id)) await removeImage(id);
}

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

/**
 * Changes how the organization's certificates look, those of badges issued before included, because they are drawn on
 * demand. Images that are no longer used are deleted. Throws 422 for an unusable image.
 */
export async function updateCertificateDesign(
  caller: Caller,
  input: CertificateDesignInput,
): Promise<DesignRow> {
  const { organizationId } = caller;
  const images = await readSignatureImages(input.signatures);
  return withAuditEntry(caller, "certificate_design.update", organizationId, async (noteChanges) => {
    await lockDesign(organizationId);
    const before = await findDesign(organizationId);
    const design = applyChanges(before.design, input);
    if (input.signatures)
      design.signatures = await saveImages(keepImages(before.design, input.signatures), images);
    const after = await saveDesign(organizationId, design, clock.now());
    await removeUnusedImages(before.design, after.design);
    noteChanges(
      listChanges(flattenDesign(before.design), flattenDesign(after.design), {
        withoutValues: ["signature_1_image", "signature_2_image"],
      }),
    );
    return after;
  });
}
