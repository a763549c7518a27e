import type { CertificatePreview } from "@/lib/art/certificate-designs/schema";

/** A certificate with the stamp of the badge that it was drawn from. */
export type CertificateRow = { pdf: Buffer; stamp: string };

/** A picture of a certificate with the problems of its design. */
export type CertificatePreviewRow = { png: Buffer; warnings: CertificatePreview["warnings"] };

/** Presents the picture as a data URL. It is not stored, so it has no address of its own. */
export const presentCertificatePreview = ({ png, warnings }: CertificatePreviewRow): CertificatePreview => ({
  image: `data:image/png;base64,${png.toString("base64")}`,
  warnings,
});

/** A certificate with the id and the name of its badge. */
export type NamedCertificateRow = CertificateRow & { id: string; badge: string };

/**
 * Presents the file that an earner downloads. Its name contains the name of the badge, so that an earner can tell
 * several certificates apart.
 */
export const presentCertificate = ({ pdf, id, badge }: NamedCertificateRow) => ({
  bytes: pdf,
  type: "application/pdf",
  title: badge,
  id,
  extension: "pdf",
});
