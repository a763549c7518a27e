import { createRequire } from "node:module";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { createVerifyCryptosuite } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as rdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { verifyCredential as verifyProof } from "@digitalbazaar/vc";
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list";
import { verifyCredential as verifyByCore } from "@digitalcredentials/verifier-core";
import { verifyCredential as verifyByDidJwt } from "did-jwt-vc";
import { Resolver } from "did-resolver";
import { decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify, type JWK } from "jose";
import jsonld from "jsonld";
import { getResolver } from "web-did-resolver";
import { loadJsonLd as documentLoader, resolveDid } from "./document-loader";
import type { Verdict, Verifier } from "./verdict";

// Its declarations load zod's a second time, which breaks types of this product that depend on zod's.
const require = createRequire(import.meta.url);
const learnCard = require("@learncard/types") as {
  AchievementCredentialValidator: { safeParse: (credential: object) => { success: boolean; error?: Error } };
};

/** The members of a credential that the verifiers are asked about separately. */
type Read = { validFrom: string };

const asJson = (credential: object | string): object => {
  if (typeof credential === "string") throw new Error("This verifier is for credentials in JSON.");
  return credential;
};
const asJwt = (credential: object | string): string => {
  if (typeof credential !== "string") throw new Error("This verifier is for JWTs.");
  return credential;
};

/** Joins the messages of an error and of those that it consists of. */
function describeError(error: unknown): string {
  const { message, errors: parts = [] } = error as Error & { errors?: Error[] };
  return parts.length > 0 ? parts.map(({ message: part }) => part).join("; ") : message;
}
const withReason = (verdict: Verdict, error: unknown): Verdict =>
  error ? { ...verdict, reason: describeError(error) } : verdict;

/** Of a credential whose signature is wrong nothing else is known. */
const describeSignature = (failure: unknown, isExpired: boolean): Verdict =>
  failure ? withReason({ isSigned: false }, failure) : { isSigned: true, isExpired };

/** The whole verifier of the Digital Credentials Consortium. It gives no other facts about a wrong signature. */
async function askCore(credential: object): Promise<Verdict> {
  const input = { credential: credential as Parameters<typeof verifyByCore>[0]["credential"] };
  const { errors: fatal, log } = await verifyByCore({ ...input, knownDIDRegistries: [] });
  if (fatal) return { isSigned: false, reason: fatal.map(({ name }) => name).join(", ") };
  const steps = Object.fromEntries((log ?? []).map((step) => [step.id, step]));
  const { valid_signature: signature, revocation_status: status, expiration } = steps;
  const verdict: Verdict = { isSigned: signature?.valid === true };
  if (status && "valid" in status) verdict.isRevoked = !status.valid;
  if (expiration && "valid" in expiration) verdict.isExpired = !expiration.valid;
  return withReason(verdict, status?.error);
}

/** One suite of Data Integrity. The library looks at the dates before the signature, so it is asked twice. */
async function askSuite(cryptosuite: Cryptosuite, credential: object): Promise<Verdict> {
  const verify = (now: Date) =>
    verifyProof({
      credential: structuredClone(credential), // it changes its input
      suite: new DataIntegrityProof({ cryptosuite }),
      documentLoader,
      checkStatus: () => ({ verified: true }), // asked separately, below
      now,
    });
  const atStart = await verify(new Date((credential as Read).validFrom));
  const today = await verify(new Date());
  const isExpired = today.error?.message.includes('is after "validUntil"') ?? false;
  return describeSignature(atStart.error, isExpired);
}

/** The library for status lists, which also verifies the signature of the list. `verified` is true for a revoked one. */
async function askStatusList(credential: object | string): Promise<Verdict> {
  const { verified, error, results } = await checkStatus({
    credential: typeof credential === "string" ? decodeJwt(credential) : credential,
    documentLoader,
    suite: new DataIntegrityProof({ cryptosuite: rdfc }),
  });
  const isRevoked = results?.some(({ status }) => status);
  return withReason(verified && isRevoked !== undefined ? { isRevoked } : {}, error);
}

/** Its check of the form requires the context of version 1.1 and cannot be passed by any credential of version 2.0. */
async function askDidJwt(jwt: string): Promise<Verdict> {
  const verify = async (policies: object): Promise<unknown> => {
    const resolver = new Resolver(getResolver());
    const failure: unknown = await verifyByDidJwt(jwt, resolver, {
      policies: { format: false, ...policies },
    }).then(
      ({ verified }) => (verified ? null : new Error("It is not verified.")),
      (error: unknown) => error,
    );
    return failure;
  };
  const failure = await verify({ issuanceDate: false, expirationDate: false });
  const today = await verify({});
  return describeSignature(failure, today !== null && describeError(today).includes("JWT has expired"));
}

/** Verifies with the key that `kid` names, which must be one of the issuer's DID document. */
async function askJose(jwt: string): Promise<Verdict> {
  const { kid = "", alg } = decodeProtectedHeader(jwt);
  const { iss = "", nbf = 0 } = decodeJwt(jwt);
  const { verificationMethod = [], assertionMethod = [] } = await resolveDid(iss);
  const method = verificationMethod.find(({ id }) => id === kid);
  if (!method?.publicKeyJwk || !assertionMethod.includes(kid))
    return { isSigned: false, reason: `The DID document has no key ${kid} for assertions.` };
  const key = await importJWK(method.publicKeyJwk as JWK, alg);
  const verify = (currentDate: Date): Promise<unknown> =>
    jwtVerify(jwt, key, { currentDate, issuer: iss }).then(
      () => null,
      (error: unknown) => error,
    );
  const failure = await verify(new Date(nbf * 1_000));
  return describeSignature(failure, (await verify(new Date())) instanceof errors.JWTExpired);
}

/** In safe mode a member that no context defines is an error: it would not be signed. */
async function askJsonLd(credential: object): Promise<Verdict> {
  try {
    const rdf = { base: null, produceGeneralizedRdf: false, rdfDirection: "i18n-datatype" } as const;
    await jsonld.toRDF({ ...credential }, { ...rdf, safe: true, documentLoader });
    return { isWellFormed: true };
  } catch (error) {
    const { details } = error as { details?: { event?: unknown } };
    return { isWellFormed: false, reason: JSON.stringify(details?.event) ?? describeError(error) };
  }
}

/** The types of Open Badges 3.0 of LearnCard. They are looser than 1EdTech's schema, which no package contains. */
function askLearnCard(credential: object): Promise<Verdict> {
  const { success, error } = learnCard.AchievementCredentialValidator.safeParse(credential);
  return Promise.resolve(withReason({ isWellFormed: success }, error));
}

/** How each verifier is asked. */
export const VERIFY: Record<Verifier, (credential: object | string) => Promise<Verdict>> = {
  "verifier-core": (credential) => askCore(asJson(credential)),
  "eddsa-rdfc-2022": (credential) => askSuite(rdfc, asJson(credential)),
  "eddsa-jcs-2022": (credential) => askSuite(createVerifyCryptosuite(), asJson(credential)),
  "bitstring-status-list": askStatusList,
  "did-jwt-vc": (credential) => askDidJwt(asJwt(credential)),
  jose: (credential) => askJose(asJwt(credential)),
  jsonld: (credential) => askJsonLd(asJson(credential)),
  learncard: (credential) => askLearnCard(asJson(credential)),
};
