import { z } from "zod";

/** The public documents of Open Badges. */

const address = () => z.url({ protocol: /^https?$/ });
const moment = () => z.iso.datetime({ offset: true });

const CONTEXT_2 = "https://w3id.org/openbadges/v2";
export const CONTEXTS = {
  two: CONTEXT_2,
  three: [
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  ],
  issuer: [
    "https://www.w3.org/ns/credentials/v2",
    "https://www.w3.org/ns/cid/v1",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  ],
  did: ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
} as const;

const head = { "@context": z.literal(CONTEXT_2), id: address() };

const Recipient = z.strictObject({
  type: z.literal("email"),
  hashed: z.literal(true),
  salt: z.string().min(16),
  identity: z.string().regex(/^sha256\$[\da-f]{64}$/),
});

const Evidence2 = z.strictObject({
  type: z.literal("Evidence"),
  id: z.string().optional(),
  name: z.string(),
  narrative: z.string().optional(),
});

const named = <Type extends string>(type: Type) => ({
  id: address(),
  type: z.literal(type),
  name: z.string(),
});

/** `revokedOn` is not a field of Open Badges 2.0, which has none for the time of a revocation. */
const RevokedAssertion = z.strictObject({
  ...head,
  type: z.literal("Assertion"),
  revoked: z.literal(true),
  revocationReason: z.string().optional(),
  badge: z.strictObject({ ...named("BadgeClass"), issuer: z.strictObject(named("Issuer")) }).optional(),
  issuedOn: moment().optional(),
  revokedOn: moment().optional(),
});

const ValidAssertion = z.strictObject({
  ...head,
  type: z.literal("Assertion"),
  recipient: Recipient,
  badge: address(),
  image: address(),
  issuedOn: moment(),
  expires: moment().optional(),
  evidence: z.array(Evidence2).optional(),
  verification: z.strictObject({ type: z.literal("HostedBadge") }),
});

/** An assertion of Open Badges 2.0, valid or revoked. */
export const Assertion = z.union([ValidAssertion, RevokedAssertion]).meta({ id: "OpenBadgeAssertion" });
export type Assertion = z.infer<typeof Assertion>;

const Criteria = z.strictObject({ id: z.string().optional(), narrative: z.string().optional() });

const alignment = {
  targetName: z.string(),
  targetUrl: z.string(),
  targetDescription: z.string().optional(),
};

/** A badge class of Open Badges 2.0: the content of a template. */
export const BadgeClass = z
  .strictObject({
    ...head,
    type: z.literal("BadgeClass"),
    name: z.string(),
    description: z.string(),
    image: z.strictObject({ type: z.literal("Image"), id: address(), caption: z.string() }),
    criteria: Criteria,
    tags: z.array(z.string()),
    alignment: z.array(z.strictObject(alignment)).optional(),
    issuer: address(),
  })
  .meta({ id: "OpenBadgeClass" });
export type BadgeClass = z.infer<typeof BadgeClass>;

/** An issuer's profile of Open Badges 2.0. */
export const IssuerProfile = z
  .strictObject({
    ...head,
    type: z.literal("Issuer"),
    name: z.string(),
    url: z.string(),
    description: z.string().optional(),
    email: z.string().optional(),
    image: address().optional(),
  })
  .meta({ id: "OpenBadgeIssuer" });
export type IssuerProfile = z.infer<typeof IssuerProfile>;

const Image3 = z.strictObject({
  id: address(),
  type: z.literal("Image"),
  caption: z.string().optional(),
});

const profile = {
  id: address(),
  type: z.tuple([z.literal("Profile")]),
  name: z.string(),
  url: z.string(),
  description: z.string().optional(),
  email: z.string().optional(),
  image: Image3.optional(),
};

const Achievement = z.strictObject({
  id: address(),
  type: z.tuple([z.literal("Achievement")]),
  achievementType: z.literal("Badge"),
  name: z.string(),
  description: z.string(),
  criteria: Criteria,
  image: Image3,
  tag: z.array(z.string()).optional(),
  alignment: z.array(z.strictObject({ type: z.tuple([z.literal("Alignment")]), ...alignment })).optional(),
});

const Subject = z.strictObject({
  type: z.tuple([z.literal("AchievementSubject")]),
  identifier: z.tuple([
    z.strictObject({
      type: z.literal("IdentityObject"),
      identityType: z.literal("emailAddress"),
      hashed: z.literal(true),
      salt: z.string().min(16),
      identityHash: z.string().regex(/^sha256\$[\da-f]{64}$/),
    }),
  ]),
  achievement: Achievement,
});

const credential = {
  "@context": z.array(z.url()),
  id: address(),
  type: z.tuple([z.literal("VerifiableCredential"), z.literal("OpenBadgeCredential")]),
  name: z.string(),
  description: z.string(),
  image: Image3,
  issuer: z.strictObject(profile),
  validFrom: moment(),
  validUntil: moment().optional(),
  awardedDate: moment(),
  credentialSubject: Subject,
  evidence: z.array(Evidence2.extend({ type: z.tuple([z.literal("Evidence")]) })).optional(),
  credentialStatus: z.strictObject({ id: address(), type: z.literal("1EdTechRevocationList") }),
  credentialSchema: z.tuple([
    z.strictObject({ id: z.url(), type: z.literal("1EdTechJsonSchemaValidator2019") }),
  ]),
};

const UnsignedCredential = z.strictObject(credential);
export type UnsignedCredential = z.infer<typeof UnsignedCredential>;

/** A credential of Open Badges 3.0 with the proof of its issuer. */
export const Credential = z
  .strictObject({
    ...credential,
    proof: z.strictObject({
      type: z.literal("DataIntegrityProof"),
      cryptosuite: z.literal("eddsa-jcs-2022"),
      created: moment(),
      verificationMethod: z.url(),
      proofPurpose: z.literal("assertionMethod"),
      "@context": z.array(z.url()),
      proofValue: z.string().regex(/^z[\w]+$/),
    }),
  })
  .meta({ id: "OpenBadgeCredential" });
export type Credential = z.infer<typeof Credential>;

/** The revocation status of one credential, as a list of the 1EdTech method that contains it or is empty. */
export const CredentialStatus = z
  .strictObject({
    id: address(),
    issuer: address(),
    revokedCredential: z.array(
      z.strictObject({ id: address(), revoked: z.literal(true), revocationReason: z.string().optional() }),
    ),
  })
  .meta({ id: "OpenBadgeCredentialStatus" });
export type CredentialStatus = z.infer<typeof CredentialStatus>;

const Jwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
});
/** The public key of an issuer (RFC 7517, RFC 8037), and the set that contains it. */
export const IssuerJwk = Jwk.meta({ id: "IssuerJwk" });
export type IssuerJwk = z.infer<typeof IssuerJwk>;
export const IssuerJwks = z.strictObject({ keys: z.array(IssuerJwk) }).meta({ id: "IssuerJwks" });
export type IssuerJwks = z.infer<typeof IssuerJwks>;

const method = { id: z.string(), controller: z.string() };
const verification = {
  verificationMethod: z.array(
    z.union([
      z.strictObject({ ...method, type: z.literal("Multikey"), publicKeyMultibase: z.string() }),
      z.strictObject({ ...method, type: z.literal("JsonWebKey"), publicKeyJwk: IssuerJwk }),
    ]),
  ),
  assertionMethod: z.array(z.string()),
};

/** The issuer of credentials and its keys: profile and controlled identifier document in one. */
export const CredentialIssuer = z
  .strictObject({
    "@context": z.array(z.url()),
    ...profile,
    alsoKnownAs: z.array(z.string()),
    ...verification,
  })
  .meta({ id: "CredentialIssuer" });
export type CredentialIssuer = z.infer<typeof CredentialIssuer>;

/** The same keys for clients that resolve the issuer's `did:web`. */
export const DidDocument = z
  .strictObject({
    "@context": z.array(z.url()),
    id: z.string(),
    alsoKnownAs: z.array(z.string()),
    ...verification,
  })
  .meta({ id: "DidDocument" });
export type DidDocument = z.infer<typeof DidDocument>;
