import { presentImage } from "@/lib/art/images/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { DEFAULT_DESIGN } from "./choices";
import { StoredDesign, type CertificateDesign } from "./schema";

export const designSelect = { design: true, updatedAt: true } satisfies Prisma.CertificateDesignSelect;

/** A design, and when it was saved; null for the default. */
export type DesignRow = { design: StoredDesign; updatedAt: Date | null };

/** Reads a stored design. Without one it is the default. */
export const readDesignRow = (
  row: Prisma.CertificateDesignGetPayload<{ select: typeof designSelect }> | null,
): DesignRow =>
  row
    ? { design: StoredDesign.parse(row.design), updatedAt: row.updatedAt }
    : { design: { ...DEFAULT_DESIGN, signatures: [] }, updatedAt: null };

export const presentCertificateDesign = ({ design, updatedAt }: DesignRow): CertificateDesign => ({
  ...design,
  signatures: design.signatures.map(({ name, title, image_id: imageId }) => ({
    name,
    title,
    image: presentImage(imageId),
  })),
  updated_at: updatedAt?.toISOString() ?? null,
});
