import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { isDocument } from "./statement";

const LEAST_RSA_BITS = 2048;

/** How the algorithms that are taken are checked, and which keys they take. `none` and shared secrets are not. */
const ALGORITHMS = new Map<string, { hash: string | null; isFit: (key: KeyObject) => boolean }>([
  [
    "RS256",
    {
      hash: "sha256",
      isFit: ({ asymmetricKeyType: type, asymmetricKeyDetails: details }) =>
        type === "rsa" && (details?.modulusLength ?? 0) >= LEAST_RSA_BITS,
    },
  ],
  [
    "ES256",
    {
      hash: "sha256",
      isFit: ({ asymmetricKeyType: type, asymmetricKeyDetails: details }) =>
        type === "ec" && details?.namedCurve === "prime256v1",
    },
  ],
  ["EdDSA", { hash: null, isFit: ({ asymmetricKeyType: type }) => type === "ed25519" }],
]);

function headerOf(text: string): { algorithm: string } | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    // An extension that must be understood (RFC 7515, 4.1.11) is one that is not understood here.
    if (!isDocument(header) || typeof header.alg !== "string" || "crit" in header) return null;
    return { algorithm: header.alg };
  } catch {
    return null;
  }
}

/**
 * Whether a JWS in its compact form (RFC 7515) was signed with the private half of this key (PEM); null when that
 * cannot be said: another algorithm, a key that is none, of another kind or too weak.
 */
export function isSignedBy(jws: string, pem: string): boolean | null {
  const [header = "", payload = "", signature = ""] = jws.split(".");
  const algorithm = ALGORITHMS.get(headerOf(header)?.algorithm ?? "");
  if (!algorithm) return null;
  try {
    const key = createPublicKey(pem);
    if (!algorithm.isFit(key)) return null;
    const signed = Buffer.from(`${header}.${payload}`);
    // JWS writes the two numbers of ECDSA side by side (RFC 7518, 3.4).
    const how = { key, dsaEncoding: "ieee-p1363" } as const;
    return verify(algorithm.hash, signed, how, Buffer.from(signature, "base64url"));
  } catch {
    return null;
  }
}
