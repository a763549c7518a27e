/** A certificate with the stamp of what it was drawn from. */
export type CertificateRow = { pdf: Buffer; stamp: string };

/** A certificate with the id and the name of its badge. */
export type NamedCertificateRow = CertificateRow & { id: string; badge: string };

/** The file that an earner downloads: among others of their kind only the name tells them apart. */
export const presentCertificate = ({ pdf, id, badge }: NamedCertificateRow) => ({
  bytes: pdf,
  type: "application/pdf",
  title: badge,
  id,
  extension: "pdf",
});
