import { X509Certificate } from "node:crypto";
import type { ProviderCertificate } from "./schema";

const MIN_RSA_BITS = 2_048;

const toPem = (body: string): string =>
  `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join("\n") ?? ""}\n-----END CERTIFICATE-----\n`;

/** The base64 of a certificate without lines and spaces; null for text that is no single certificate. */
function readBody(text: string): string | null {
  const parts = text.split(/-----(?:BEGIN|END) CERTIFICATE-----/);
  if (parts.length !== 1 && parts.length !== 3) return null;
  const body = (parts.length === 3 ? (parts[1] ?? "") : text).replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]+={0,2}$/.test(body) ? body : null;
}

/**
 * Parses a certificate, in PEM or as the base64 of an XML document, into PEM. Null for other text, and for keys that are
 * too weak: RSA below 2,048 bits, or of another kind than RSA and elliptic curves.
 */
export function parseCertificate(text: string): string | null {
  const body = readBody(text);
  if (body === null) return null;
  try {
    const { publicKey, raw } = new X509Certificate(Buffer.from(body, "base64"));
    const isStrong =
      publicKey.asymmetricKeyType === "ec" ||
      (publicKey.asymmetricKeyType === "rsa" &&
        (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS);
    return isStrong ? toPem(raw.toString("base64")) : null;
  } catch {
    return null;
  }
}

/** The fingerprint of a stored certificate, by which it is recognized: SHA-256 in hexadecimal pairs. */
export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256;

/** What a stored certificate says about itself. */
export function describeCertificate(pem: string): ProviderCertificate {
  const { subject, fingerprint256, validTo } = new X509Certificate(pem);
  return {
    pem,
    subject: subject.split("\n").join(", "),
    fingerprint: fingerprint256,
    expires_at: new Date(validTo).toISOString(),
  };
}

/** When the last of these certificates ends. Null without any. */
export function findLastEnd(certificates: string[]): Date | null {
  const ends = certificates.map((pem) => Date.parse(new X509Certificate(pem).validTo));
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}
