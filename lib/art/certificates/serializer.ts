/** A certificate with the stamp of what it was drawn from. */
export type CertificateRow = { pdf: Buffer; stamp: string };

/** A certificate with the name of its badge. */
export type NamedCertificateRow = CertificateRow & { badge: string };

/** The file that an earner downloads: among others of their kind only the name tells them apart. */
export const presentCertificate = ({ pdf, badge }: NamedCertificateRow, params: Record<string, string>) => ({
  bytes: pdf,
  type: "application/pdf",
  title: badge,
  id: params.badge_id ?? "",
  extension: "pdf",
});
