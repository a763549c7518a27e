import { z } from "zod";
import { flag, line, name, optional, optionalNotNull, timestamp } from "@/lib/kernel/fields";
import { FONTS, LAYOUTS, MAX_SIGNATURES, ORIENTATIONS, PAPER_SIZES, SAMPLES, SEALS } from "./choices";

const LINE_LENGTH = 80;

const look = {
  layout: z.enum(LAYOUTS),
  orientation: z.enum(ORIENTATIONS),
  paper_size: z.enum(PAPER_SIZES),
  /** Null: the organization's colour. */
  color: z.string().nullable(),
  show_logo: z.boolean(),
  show_expiry: z.boolean(),
  show_qr: z.boolean(),
  font: z.enum(FONTS),
  seal: z.enum(SEALS),
  show_description: z.boolean(),
  show_skills: z.boolean(),
  show_time_to_earn: z.boolean(),
  show_evidence: z.boolean(),
  show_badge_id: z.boolean(),
};

const image = () => z.strictObject({ id: z.uuid(), url: z.string() });

const StoredSignature = z.strictObject({
  name: z.string(),
  title: z.string(),
  image_id: z.uuid().nullable(),
});
export type StoredSignature = z.infer<typeof StoredSignature>;

/** A design as it is stored. */
export const StoredDesign = z.strictObject({
  ...look,
  /** The image of a logo for certificates. Null: the organization's logo. */
  logo_id: z.uuid().nullable(),
  signatures: z.array(StoredSignature),
});
export type StoredDesign = z.infer<typeof StoredDesign>;

export const CertificateDesign = z
  .strictObject({
    ...look,
    /** A logo for certificates. Null: the organization's logo. */
    logo: image().nullable(),
    signatures: z.array(z.strictObject({ name: z.string(), title: z.string(), image: image().nullable() })),
    /** Null while the organization uses the default. */
    updated_at: timestamp().nullable(),
  })
  .meta({ id: "CertificateDesign" });
export type CertificateDesign = z.infer<typeof CertificateDesign>;

export const TemplateCertificateDesign = CertificateDesign.extend({
  /** The template has no design of its own. This is the design of the organization. */
  inherited: z.boolean(),
}).meta({ id: "TemplateCertificateDesign" });
export type TemplateCertificateDesign = z.infer<typeof TemplateCertificateDesign>;

export const DesignedTemplate = z
  .strictObject({
    badge_template: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      state: z.enum(["draft", "active", "archived"]),
    }),
    /** When its design was changed last. */
    updated_at: timestamp(),
  })
  .meta({ id: "DesignedTemplate" });
export type DesignedTemplate = z.infer<typeof DesignedTemplate>;

const color = () => line(7).regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #1a5fb4");

const dataUrl = () =>
  z
    .string()
    .max(2_000_000)
    .regex(/^data:image\/[a-z0-9.+-]+;base64,/i, "must be a data URL of an image");

const SignatureInput = z.object({
  name: name(LINE_LENGTH),
  title: optional(line(LINE_LENGTH)).transform((value) => value ?? ""),
  /** A new image. */
  image: optional(dataUrl()),
  /** The id of an image that a signature of the stored design has. Used without `image`. */
  image_id: optional(z.uuid()),
});
export type SignatureInput = z.infer<typeof SignatureInput>;

/** The fields of a design to change. The list of signatures is replaced as a whole. */
export const CertificateDesignInput = z
  .object({
    layout: optionalNotNull(z.enum(LAYOUTS)),
    orientation: optionalNotNull(z.enum(ORIENTATIONS)),
    paper_size: optionalNotNull(z.enum(PAPER_SIZES)),
    color: optional(color()),
    show_logo: optionalNotNull(flag()),
    show_expiry: optionalNotNull(flag()),
    show_qr: optionalNotNull(flag()),
    font: optionalNotNull(z.enum(FONTS)),
    seal: optionalNotNull(z.enum(SEALS)),
    show_description: optionalNotNull(flag()),
    show_skills: optionalNotNull(flag()),
    show_time_to_earn: optionalNotNull(flag()),
    show_evidence: optionalNotNull(flag()),
    show_badge_id: optionalNotNull(flag()),
    /** A new logo for certificates. */
    logo: optional(dataUrl()),
    /** The id of the stored logo for certificates, or null for the organization's logo. Used without `logo`. */
    logo_id: optional(z.uuid()),
    signatures: optionalNotNull(z.array(SignatureInput).max(MAX_SIGNATURES)),
  })
  .meta({ id: "CertificateDesignInput" });
export type CertificateDesignInput = z.infer<typeof CertificateDesignInput>;

export const CertificatePreviewInput = z
  .object({ design: CertificateDesignInput, sample: z.enum(SAMPLES) })
  .meta({ id: "CertificatePreviewInput" });
export type CertificatePreviewInput = z.infer<typeof CertificatePreviewInput>;

export const CertificatePreview = z
  .strictObject({
    /** A data URL of the certificate as a PNG. */
    image: z.string(),
    warnings: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  })
  .meta({ id: "CertificatePreview" });
export type CertificatePreview = z.infer<typeof CertificatePreview>;
