import { listChanges } from "@/lib/access/audit/changes";
import type { StoredDesign } from "./schema";

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

/** Lists what changed in a design, for the audit log. */
export const listDesignChanges = (before: StoredDesign, after: StoredDesign) =>
  listChanges(flattenDesign(before), flattenDesign(after), { withoutValues: IMAGE_FIELDS });
