const buildKeyDocument = (did: string, method: JsonLdDocument): JsonLdDocument => ({
  id: did,
  verificationMethod: [method],
  assertionMethod: [method.id],
  authentication: [method.id],
});

/** Longest did that is read: an RSA key as JWK has some 700 letters. */
const MAX_LENGTH = 2_000;

function parseJwk(encoded: string): object | null {
  try {
    const jwk: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
    return typeof jwk === "object" && jwk !== null && !Array.isArray(jwk) ? jwk : null;
  } catch {
    return null;
  }
}

/**
 * Builds the DID document of a DID that is a public key: `did:key` (multibase) or `did:jwk`. Null for any other DID. The
 * key itself is not checked.
 */
export function resolveKeyDid(did: string): JsonLdDocument | null {
  if (did.length > MAX_LENGTH) return null;
  const [, method, encoded = ""] = /^did:(key|jwk):([\w-]+)$/.exec(did) ?? [];
  if (method === "key")
    return buildKeyDocument(did, {
      id: `${did}#${encoded}`,
      type: "Multikey",
      controller: did,
      publicKeyMultibase: encoded,
    });
  const jwk = method === "jwk" ? parseJwk(encoded) : null;
  return (
    jwk && buildKeyDocument(did, { id: `${did}#0`, type: "JsonWebKey", controller: did, publicKeyJwk: jwk })
  );
}
