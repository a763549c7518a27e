import { presentImage } from "@/lib/art/images/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { DEFAULT_DESIGN } from "./choices";
import {
  StoredDesign,
  type CertificateDesign,
  type DesignedTemplate,
  type TemplateCertificateDesign,
} from "./schema";

export const designSelect = {
  design: true,
  options: true,
  updatedAt: true,
} satisfies Prisma.CertificateDesignSelect;

export const templateDesignSelect = {
  design: true,
  updatedAt: true,
} satisfies Prisma.TemplateCertificateDesignSelect;

export const designedTemplateSelect = {
  updatedAt: true,
  badgeTemplate: { select: { id: true, name: true, state: true } },
} satisfies Prisma.TemplateCertificateDesignSelect;

export type DesignedTemplateRow = Prisma.TemplateCertificateDesignGetPayload<{
  select: typeof designedTemplateSelect;
}>;

/** A design, and when it was saved; null for the default. */
export type DesignRow = { design: StoredDesign; updatedAt: Date | null };

const DEFAULT: StoredDesign = { ...DEFAULT_DESIGN, signatures: [] };

/** The design that a template uses, and whether it is that of the organization. */
export type TemplateDesignRow = DesignRow & { isInherited: boolean };

/** Reads a stored design. Without one it is the default. */
export const readDesignRow = (
  row: Prisma.CertificateDesignGetPayload<{ select: typeof designSelect }> | null,
): DesignRow =>
  row
    ? { design: parseDesign(row.design, row.options), updatedAt: row.updatedAt }
    : { design: DEFAULT, updatedAt: null };

/** Parses what is stored of a design. Choices that it has not are those of the default. */
const parseDesign = (...parts: Prisma.JsonValue[]): StoredDesign =>
  StoredDesign.parse(Object.assign({}, DEFAULT, ...parts));

/** Reads the design of a template. */
export const readTemplateDesignRow = (
  row: Prisma.TemplateCertificateDesignGetPayload<{ select: typeof templateDesignSelect }>,
): DesignRow => ({ design: parseDesign(row.design), updatedAt: row.updatedAt });

/** Builds the columns of a design. */
export function buildDesignColumns(stored: StoredDesign) {
  const { layout, orientation, paper_size, color, show_logo, show_expiry, show_qr, signatures, ...options } =
    stored;
  const design = { layout, orientation, paper_size, color, show_logo, show_expiry, show_qr, signatures };
  return { design, options };
}

export const presentCertificateDesign = ({ design, updatedAt }: DesignRow): CertificateDesign => {
  const { logo_id: logoId, signatures, ...look } = design;
  return {
    ...look,
    logo: presentImage(logoId),
    signatures: signatures.map(({ name, title, image_id: imageId }) => ({
      name,
      title,
      image: presentImage(imageId),
    })),
    updated_at: updatedAt?.toISOString() ?? null,
  };
};

export const presentTemplateCertificateDesign = (row: TemplateDesignRow): TemplateCertificateDesign => ({
  ...presentCertificateDesign(row),
  inherited: row.isInherited,
});

export const presentDesignedTemplate = ({
  badgeTemplate,
  updatedAt,
}: DesignedTemplateRow): DesignedTemplate => ({
  badge_template: badgeTemplate,
  updated_at: updatedAt.toISOString(),
});
