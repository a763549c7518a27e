import { generateKeyPairSync, randomUUID, type KeyObject } from "node:crypto";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { generate as generateEcdsa } from "@digitalbazaar/ecdsa-multikey";
import { cryptosuite as ecdsaRdfc } from "@digitalbazaar/ecdsa-rdfc-2019-cryptosuite";
import * as ecdsaSd from "@digitalbazaar/ecdsa-sd-2023-cryptosuite";
import { generate as generateEd25519 } from "@digitalbazaar/ed25519-multikey";
import { Ed25519Signature2020 } from "@digitalbazaar/ed25519-signature-2020";
import { createSignCryptosuite as eddsaJcs } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as eddsaRdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import signatures from "jsonld-signatures";
import { SignJWT, type JWK } from "jose";
import { loadContext } from "@/lib/credentials/proofs/contexts";

// Credentials of other issuers, signed by the libraries of others.

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

export const SUITES = [
  "eddsa-rdfc-2022",
  "eddsa-jcs-2022",
  "ecdsa-rdfc-2019",
  "ecdsa-sd-2023",
  "Ed25519Signature2020",
] as const;
export type Suite = (typeof SUITES)[number];

const CREATED = "2026-04-01T09:41:00Z";

/** The keys of an issuer: one for each kind of suite, and those of tokens. */
export async function createIssuerKeys() {
  const pair = (kind: "rsa" | "ec" | "ed25519") =>
    kind === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : kind === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : generateKeyPairSync("ed25519");
  return {
    ed25519: await generateEd25519({}),
    ecdsa: await generateEcdsa({ curve: "P-256" }),
    tokens: { RS256: pair("rsa"), ES256: pair("ec"), EdDSA: pair("ed25519") },
  };
}
export type IssuerKeys = Awaited<ReturnType<typeof createIssuerKeys>>;
export type TokenAlgorithm = keyof IssuerKeys["tokens"];

const exportJwk = (key: KeyObject): JWK => key.export({ format: "jwk" }) as JWK;

/** The document of an issuer that lists all its keys. */
export function buildIssuerDocument(id: string, keys: IssuerKeys): Json {
  const multikey = (publicKeyMultibase: string) => ({
    id: `${id}#${publicKeyMultibase}`,
    type: "Multikey",
    controller: id,
    publicKeyMultibase,
  });
  const jwk = (algorithm: TokenAlgorithm) => ({
    id: `${id}#${algorithm}`,
    type: "JsonWebKey",
    controller: id,
    publicKeyJwk: exportJwk(keys.tokens[algorithm].publicKey),
  });
  const verificationMethod = [
    multikey(keys.ed25519.publicKeyMultibase),
    multikey(keys.ecdsa.publicKeyMultibase),
    jwk("RS256"),
    jwk("ES256"),
    jwk("EdDSA"),
  ];
  return { id, verificationMethod, assertionMethod: verificationMethod.map((method) => method.id) };
}

/** A badge before it is signed. Of version 1.1 for the suite that is older than version 2.0. */
export function buildForeignBadge(issuerId: string, changes: Json = {}, isOlder = false): Json {
  const dates = isOlder ? { issuanceDate: CREATED } : { validFrom: CREATED };
  return {
    "@context": [
      isOlder ? "https://www.w3.org/2018/credentials/v1" : "https://www.w3.org/ns/credentials/v2",
      isOlder
        ? "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json"
        : "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ...(isOlder ? ["https://w3id.org/security/suites/ed25519-2020/v1"] : []),
    ],
    id: `urn:uuid:${randomUUID()}`,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    issuer: { id: issuerId, type: ["Profile"], name: "Open University" },
    ...dates,
    credentialSubject: {
      id: "did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2",
      type: ["AchievementSubject"],
      achievement: {
        id: "https://open.example.org/achievements/1",
        type: ["Achievement"],
        name: "Data Analysis",
        description: "Reads numbers.",
        criteria: { narrative: "Pass the exam." },
      },
    },
    ...changes,
  };
}

const isEcdsa = (suite: Suite): boolean => suite.startsWith("ecdsa");

export const methodOf = (suite: Suite, issuerId: string, keys: IssuerKeys): string =>
  `${issuerId}#${(isEcdsa(suite) ? keys.ecdsa : keys.ed25519).publicKeyMultibase}`;

const purpose = () => new signatures.purposes.AssertionProofPurpose();
const sign = (document: Json, suite: object): Promise<Json> =>
  signatures.sign(structuredClone(document), { suite, purpose: purpose(), documentLoader: loadContext });

const CRYPTOSUITES = {
  "eddsa-rdfc-2022": () => eddsaRdfc,
  "eddsa-jcs-2022": eddsaJcs,
  "ecdsa-rdfc-2019": () => ecdsaRdfc,
  "ecdsa-sd-2023": (pointers: string[]) =>
    ecdsaSd.createSignCryptosuite({ mandatoryPointers: ["/issuer", ...pointers] }),
};

const createSigner = (suite: Suite, issuerId: string, keys: IssuerKeys) => ({
  ...(isEcdsa(suite) ? keys.ecdsa : keys.ed25519).signer(),
  id: methodOf(suite, issuerId, keys),
});

/**
 * Creates one more proof of a badge, with these members, which also signs the proofs that it follows (Data Integrity 1.0, 2.1.2,
 * "Proof Chains").
 */
export function createChainedProof(
  badge: Json,
  previous: Json[],
  {
    suite,
    keys,
    members,
  }: { suite: Exclude<Suite, "Ed25519Signature2020">; keys: IssuerKeys; members: Json },
): Promise<Json> {
  const signer = createSigner(suite, String(badge.issuer.id), keys);
  const integrity = new DataIntegrityProof({ signer, date: CREATED, cryptosuite: CRYPTOSUITES[suite]([]) });
  const document = structuredClone(previous.length > 0 ? { ...badge, proof: previous } : badge);
  const given = { document, proofSet: [], purpose: purpose(), documentLoader: loadContext };
  return Object.assign(integrity, { proof: members }).createProof(given);
}

/** What decides whether a badge is valid now, which an issuer does not let the holder leave out. */
const VALIDITY = ["validFrom", "validUntil", "credentialStatus"];

/** Signs a badge with a suite. With `ecdsa-sd-2023` its holder then discloses these members, by default all. */
export async function signForeign(
  badge: Json,
  suite: Suite,
  keys: IssuerKeys,
  {
    mandatory = VALIDITY,
    disclosed = Object.keys(badge),
  }: { mandatory?: string[]; disclosed?: string[] } = {},
): Promise<Json> {
  const { issuer } = badge as { issuer?: string | Json };
  const issuerId = typeof issuer === "string" ? issuer : String(issuer?.id);
  const signer = createSigner(suite, issuerId, keys);
  if (suite === "Ed25519Signature2020")
    return sign(badge, new Ed25519Signature2020({ signer, date: CREATED }));
  const cryptosuite = CRYPTOSUITES[suite](
    mandatory.filter((name) => name in badge).map((name) => `/${name}`),
  );
  const signed = await sign(badge, new DataIntegrityProof({ signer, date: CREATED, cryptosuite }));
  if (suite !== "ecdsa-sd-2023") return signed;
  const pointers = disclosed.map((name) => `/${name}`);
  const disclose = ecdsaSd.createDiscloseCryptosuite({ selectivePointers: pointers });
  return signatures.derive(signed, {
    suite: new DataIntegrityProof({ cryptosuite: disclose }),
    purpose: purpose(),
    documentLoader: loadContext,
  });
}

/** Signs a badge as a JWT. */
export function signForeignToken(
  badge: Json,
  algorithm: TokenAlgorithm,
  keys: IssuerKeys,
  header: Json = {},
  claims: Json = {},
): Promise<string> {
  const iss = String(badge.issuer.id);
  return new SignJWT({ ...badge, iss, ...claims })
    .setProtectedHeader({ alg: algorithm, typ: "JWT", kid: `${iss}#${algorithm}`, ...header })
    .sign(keys.tokens[algorithm].privateKey);
}
