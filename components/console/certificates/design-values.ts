import type { UseFormReturn } from "react-hook-form";
import type { CertificateDesign, TemplateCertificateDesign } from "@/lib/art/certificate-designs/schema";

/** `image`: a new image as a data URL, or empty. `kept`: the stored image that is used without a new one. */
type SignatureValues = {
  name: string;
  title: string;
  image: string;
  kept: CertificateDesign["signatures"][number]["image"];
};

/** The organization's logo, another image, or none. */
export const LOGO_CHOICES = ["none", "organization", "own"] as const;

export type DesignValues = Omit<
  CertificateDesign,
  "color" | "logo" | "show_logo" | "signatures" | "updated_at"
> & {
  color: string;
  logo_choice: (typeof LOGO_CHOICES)[number];
  /** A new logo as a data URL, or empty. */
  logo: string;
  /** The stored logo that is used without a new one. */
  kept_logo: CertificateDesign["logo"];
  signatures: SignatureValues[];
};

export type DesignFormState = UseFormReturn<DesignValues>;

const readLogoChoice = ({ show_logo: isShown, logo }: CertificateDesign): DesignValues["logo_choice"] => {
  if (!isShown) return "none";
  return logo ? "own" : "organization";
};

/** Returns the values of the form for a design of the organization or of a template. */
export const designFormValues = (design: CertificateDesign | TemplateCertificateDesign): DesignValues => {
  const {
    updated_at: _updatedAt,
    show_logo: _isShown,
    inherited: _isInherited,
    ...look
  } = {
    inherited: false,
    ...design,
  };
  return {
    ...look,
    color: design.color ?? "",
    logo_choice: readLogoChoice(design),
    logo: "",
    kept_logo: design.logo,
    signatures: design.signatures.map(({ name, title, image }) => ({ name, title, image: "", kept: image })),
  };
};

/** Builds the part of the body about the logo. An own logo is kept while none is shown, but not beside another one. */
const logoBody = ({ logo_choice: choice, logo, kept_logo: kept }: DesignValues) => ({
  show_logo: choice !== "none",
  ...(choice === "own" && logo !== ""
    ? { logo }
    : { logo_id: choice === "organization" ? null : (kept?.id ?? null) }),
});

/** Builds the body of PUT. */
export const designBody = (values: DesignValues) => {
  const { color, logo_choice: _choice, logo: _logo, kept_logo: _kept, signatures, ...look } = values;
  return {
    ...look,
    ...logoBody(values),
    color: color === "" ? null : color,
    signatures: signatures.map(({ image, kept, ...texts }) =>
      image === "" ? { ...texts, image_id: kept?.id ?? null } : { ...texts, image },
    ),
  };
};
