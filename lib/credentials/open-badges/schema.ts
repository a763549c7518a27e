import { z } from "zod";
import { listedKeys } from "@/lib/credentials/issuer-keys/schema";
import { Proof } from "@/lib/credentials/proofs/schema";
import { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { Achievement, address, alignment, Criteria, DidProfile, Image3, profile } from "./achievement-schema";
import { EndorsementCredential } from "./endorsement";
import { Result } from "./results";

/** The public documents of Open Badges. */

const moment = () => z.iso.datetime({ offset: true });

const CONTEXT_2 = "https://w3id.org/openbadges/v2";
export const CONTEXTS = {
  two: CONTEXT_2,
  three: [
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
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

const subject = {
  type: z.tuple([z.literal("AchievementSubject")]),
  achievement: Achievement.extend({ endorsement: z.array(EndorsementCredential).optional() }),
  result: z.array(Result).optional(),
};

const Subject = z.strictObject({
  ...subject,
  id: z.string().startsWith("urn:uuid:"),
  identifier: z.tuple([
    z.strictObject({
      type: z.literal("IdentityObject"),
      identityType: z.literal("emailAddress"),
      hashed: z.literal(true),
      salt: z.string().min(16),
      identityHash: z.string().regex(/^sha256\$[\da-f]{64}$/),
    }),
  ]),
});

const credential = {
  "@context": z.array(z.url()),
  id: address(),
  type: z.tuple([z.literal("VerifiableCredential"), z.literal("OpenBadgeCredential")]),
  name: z.string(),
  description: z.string(),
  image: Image3,
  issuer: DidProfile,
  validFrom: moment(),
  validUntil: moment().optional(),
  awardedDate: moment(),
  credentialSubject: Subject,
  evidence: z.array(Evidence2.extend({ type: z.tuple([z.literal("Evidence")]) })).optional(),
  credentialStatus: StatusEntry,
  credentialSchema: z.tuple([
    z.strictObject({ id: z.url(), type: z.literal("1EdTechJsonSchemaValidator2019") }),
  ]),
};

/** A credential of Open Badges 3.0 with the proofs of its issuer. */
export const Credential = z
  .strictObject({ ...credential, proof: z.array(Proof) })
  .meta({ id: "OpenBadgeCredential" });
export type Credential = z.infer<typeof Credential>;
export type UnsignedCredential = Omit<Credential, "proof">;

/** A credential of Open Badges 3.0 that was issued to a wallet: the DID of its holder identifies the earner. */
export const HeldCredential = z
  .strictObject({
    ...credential,
    id: z.string().startsWith("urn:uuid:"),
    credentialSubject: z.strictObject({ ...subject, id: z.string().startsWith("did:") }),
    proof: z.array(Proof),
  })
  .meta({ id: "HeldOpenBadgeCredential" });
export type HeldCredential = z.infer<typeof HeldCredential>;
export type UnsignedHeldCredential = Omit<HeldCredential, "proof">;

/**
 * The revocation status of one credential, as a list of the 1EdTech method that contains it or is empty. Credentials named
 * it before they had a place in a status list.
 */
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

/**
 * The issuer of older credentials and its keys, by its https URL: profile and controlled identifier document in one.
 */
export const CredentialIssuer = z
  .strictObject({
    "@context": z.array(z.url()),
    ...profile,
    alsoKnownAs: z.array(z.string()),
    ...listedKeys,
  })
  .meta({ id: "CredentialIssuer" });
export type CredentialIssuer = z.infer<typeof CredentialIssuer>;
