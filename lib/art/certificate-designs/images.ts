import { getImageBytes, readImage, removeImage, saveImage } from "@/lib/art/images/service";
import { invalidField } from "@/lib/kernel/errors";
import type { CertificateDesignInput, SignatureInput, StoredDesign, StoredSignature } from "./schema";

/** The new images of a changed design, re-encoded; null where it has none. */
export type NewImages = { logo: Buffer | null; signatures: (Buffer | null)[] };

const readGivenImage = async (image: string | null | undefined, field: string): Promise<Buffer | null> =>
  image ? readImage(image, field) : null;

/** Reads and re-encodes the new images of a design. Throws 422 at the field of an unusable one. */
export async function readNewImages({ logo, signatures }: CertificateDesignInput): Promise<NewImages> {
  const [newLogo, ...others] = await Promise.all([
    readGivenImage(logo, "logo"),
    ...(signatures ?? []).map(({ image }, index) => readGivenImage(image, `signatures.${index}.image`)),
  ]);
  return { logo: newLogo ?? null, signatures: others };
}

const unknownImage = (field: string) =>
  invalidField(field, "unknown_image", "This image is no longer stored.");

const keepSignatureImages = (stored: StoredDesign, given: SignatureInput[]): StoredSignature[] =>
  given.map(({ name, title, image, image_id: id }, index) => {
    const kept = image ? null : (id ?? null);
    if (kept !== null && stored.signatures.every((one) => one.image_id !== kept))
      throw unknownImage(`signatures.${index}.image_id`);
    return { name, title, image_id: kept };
  });

function keepLogo(stored: StoredDesign, { logo, logo_id: id }: CertificateDesignInput): string | null {
  if (logo) return null;
  if (id === undefined) return stored.logo_id;
  if (id !== null && id !== stored.logo_id) throw unknownImage("logo_id");
  return id;
}

/**
 * Returns a design with the given fields, and with the images that it keeps. Throws 422 for the id of an image that the
 * stored design does not have, such as one of another organization.
 */
export function applyChanges(stored: StoredDesign, input: CertificateDesignInput): StoredDesign {
  const { logo: _logo, logo_id: _logoId, signatures, ...given } = input;
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...stored,
    ...changes,
    logo_id: keepLogo(stored, input),
    signatures: signatures ? keepSignatureImages(stored, signatures) : stored.signatures,
  };
}

/** Stores the new images of a design. */
export async function saveNewImages(design: StoredDesign, images: NewImages): Promise<StoredDesign> {
  const signatures: StoredSignature[] = [];
  for (const [index, signature] of design.signatures.entries()) {
    const bytes = images.signatures[index];
    signatures.push(bytes ? { ...signature, image_id: await saveImage(bytes) } : signature);
  }
  return { ...design, logo_id: images.logo ? await saveImage(images.logo) : design.logo_id, signatures };
}

/** Copies an image, because each one belongs to a single design. Null for one that was deleted. */
async function copyImage(id: string | null): Promise<string | null> {
  const bytes = id === null ? null : await getImageBytes(id).catch(() => null);
  return bytes && saveImage(Buffer.from(bytes));
}

/** Returns a design with copies of its images. */
export async function copyImages(design: StoredDesign): Promise<StoredDesign> {
  const signatures: StoredSignature[] = [];
  for (const signature of design.signatures)
    signatures.push({ ...signature, image_id: await copyImage(signature.image_id) });
  return { ...design, logo_id: await copyImage(design.logo_id), signatures };
}

const listImages = ({ logo_id: logo, signatures }: StoredDesign): string[] =>
  [logo, ...signatures.map(({ image_id: id }) => id)].filter((id) => id !== null);

/** Deletes the images that a design no longer has. `after` is null when the design itself was deleted. */
export async function removeUnusedImages(before: StoredDesign, after: StoredDesign | null): Promise<void> {
  const used = new Set(after ? listImages(after) : []);
  for (const id of listImages(before)) if (!used.has(id)) await removeImage(id);
}
