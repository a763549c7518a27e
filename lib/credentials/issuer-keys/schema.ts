import { z } from "zod";
import { timestamp } from "@/lib/kernel/fields";

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

/** The names of the algorithms as the standards for credentials write them. */
export const ALGORITHM_NAMES = { Ed25519: "Ed25519", P256: "P-256" } as const;
const algorithm = z.enum(ALGORITHM_NAMES);

/** A key of an organization as its administrators see it. */
export const OrganizationKey = z
  .strictObject({
    id: z.uuid(),
    algorithm,
    state: z.enum(["active", "retired"]),
    public_key_multibase: z.string(),
    created_at: timestamp(),
    retired_at: timestamp().nullable(),
  })
  .meta({ id: "SigningKey" });
export type OrganizationKey = z.infer<typeof OrganizationKey>;

/** Which key to replace. */
export const KeyRotationInput = z.object({ algorithm }).meta({ id: "SigningKeyRotationInput" });
export type KeyRotationInput = z.infer<typeof KeyRotationInput>;

const kid = { kid: z.string() };

/** A public key with its name, and the set of an issuer's keys. */
export const IssuerJwk = z.union([Ed25519Jwk.extend(kid), P256Jwk.extend(kid)]).meta({ id: "IssuerJwk" });
export type IssuerJwk = z.infer<typeof IssuerJwk>;
export const IssuerJwks = z.strictObject({ keys: z.array(IssuerJwk) }).meta({ id: "IssuerJwks" });
export type IssuerJwks = z.infer<typeof IssuerJwks>;

const method = { id: z.string(), controller: z.string() };
/** A public key in a DID document (Controlled Identifiers 1.0, 2.2). */
export const VerificationMethod = z.union([
  z.strictObject({ ...method, type: z.literal("Multikey"), publicKeyMultibase: z.string() }),
  z.strictObject({ ...method, type: z.literal("JsonWebKey"), publicKeyJwk: IssuerJwk }),
]);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** How a document lists the keys of its subject, all of them for assertions. */
export const listedKeys = {
  verificationMethod: z.array(VerificationMethod),
  assertionMethod: z.array(z.string()),
};

const LinkedDomain = z.strictObject({
  id: z.string(),
  type: z.literal("LinkedDomains"),
  serviceEndpoint: z.url(),
});

/** The keys of an issuer, for clients that resolve its `did:web`. */
export const DidDocument = z
  .strictObject({
    "@context": z.array(z.url()),
    id: z.string(),
    alsoKnownAs: z.array(z.string()),
    ...listedKeys,
    /** The verified domain of the issuer. */
    service: z.array(LinkedDomain).optional(),
  })
  .meta({ id: "DidDocument" });
export type DidDocument = z.infer<typeof DidDocument>;
