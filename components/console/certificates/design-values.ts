import type { CertificateDesign } from "@/lib/art/certificate-designs/schema";

/** `image`: a new image as a data URL, or empty. `kept`: the stored image that is used without a new one. */
type SignatureValues = {
  name: string;
  title: string;
  image: string;
  kept: CertificateDesign["signatures"][number]["image"];
};

export type DesignValues = Omit<CertificateDesign, "color" | "signatures" | "updated_at"> & {
  color: string;
  signatures: SignatureValues[];
};

export const designFormValues = (design: CertificateDesign): DesignValues => {
  const { updated_at: _updatedAt, ...look } = design;
  return {
    ...look,
    color: design.color ?? "",
    signatures: design.signatures.map(({ name, title, image }) => ({ name, title, image: "", kept: image })),
  };
};

/** Builds the body of PUT. */
export const designBody = ({ color, signatures, ...look }: DesignValues) => ({
  ...look,
  color: color === "" ? null : color,
  signatures: signatures.map(({ image, kept, ...texts }) =>
    image === "" ? { ...texts, image_id: kept?.id ?? null } : { ...texts, image },
  ),
});
