import type { StoredDesign } from "@/lib/art/certificate-designs/schema";

/** What a certificate is drawn from besides its texts. Images are PNGs. */
export type CertificateLook = {
  design: StoredDesign;
  art: Uint8Array;
  /** The colour of the design or of the organization. */
  color: string | null;
  logo: Uint8Array | null;
  /** In the order of the design's signatures. */
  signatures: (Uint8Array | null)[];
};
