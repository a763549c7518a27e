/** A certificate with the stamp of the badge that it was drawn from. */
export type CertificateRow = { pdf: Buffer; stamp: string };

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
