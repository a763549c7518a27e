import { z } from "zod";

const Ed25519Jwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
const P256Jwk = z.strictObject({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  alg: z.literal("ES256"),
  use: z.literal("sig"),
});

/** The public key of an issuer (RFC 7517, RFC 7518, RFC 8037). */
export const PublicJwk = z.union([Ed25519Jwk, P256Jwk]);
export type PublicJwk = z.infer<typeof PublicJwk>;

const kid = { kid: z.string() };

/** A public key with its name, and the set of an issuer's keys. */
export const IssuerJwk = z.union([Ed25519Jwk.extend(kid), P256Jwk.extend(kid)]).meta({ id: "IssuerJwk" });
export type IssuerJwk = z.infer<typeof IssuerJwk>;
export const IssuerJwks = z.strictObject({ keys: z.array(IssuerJwk) }).meta({ id: "IssuerJwks" });
export type IssuerJwks = z.infer<typeof IssuerJwks>;
