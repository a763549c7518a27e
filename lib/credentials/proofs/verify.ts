import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite as ecdsaRdfc } from "@digitalbazaar/ecdsa-rdfc-2019-cryptosuite";
import { createVerifyCryptosuite as createSelectiveDisclosure } from "@digitalbazaar/ecdsa-sd-2023-cryptosuite";
import { Ed25519Signature2020 } from "@digitalbazaar/ed25519-signature-2020";
import { createVerifyCryptosuite as createEddsaJcs } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as eddsaRdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { canonize } from "rdf-canonize";
import { toQuads } from "./canonize";
import { loadContext, UnknownContext } from "./contexts";
import { readSuiteKey } from "./public-keys";
import { isSafeJsonLd } from "./safe-json-ld";
import { readSignedFacts, type Facts } from "./signed-facts";
import { SIGNATURE_2020, suiteOf } from "./suites";

const CRYPTOSUITES: Record<string, () => Cryptosuite> = {
  "eddsa-rdfc-2022": () => eddsaRdfc,
  "eddsa-jcs-2022": createEddsaJcs,
  "ecdsa-rdfc-2019": () => ecdsaRdfc,
  "ecdsa-sd-2023": createSelectiveDisclosure,
};

/** Why a proof could not be checked. */
type ProofProblem =
  "unsupported_suite" | "unsupported_key" | "context_not_approved" | "unsigned_members" | "unprocessable";

/**
 * Whether a proof is right; null with the problem when that could not be found out. `detail` names what it is about. `facts` are
 * what was signed; null for a suite that signs the JSON itself. `withheld`: the holder may have left out the start, the end or the status.
 */
export type ProofResult =
  | { isValid: true; facts: Facts | null; withheld: boolean }
  | { isValid: false }
  | { isValid: null; problem: ProofProblem; detail: string | null };

/**
 * A signature in base58 (Data Integrity EdDSA and ECDSA Cryptosuites 1.0). The libraries ignore spaces, which would make one proof
 * of many texts, and decoding a long text takes time that grows with the square of its length.
 */
const SIGNATURE = /^z[1-9A-HJ-NP-Za-km-z]{1,200}$/;
/** The parts of a selective disclosure in base64url. */
const DISCLOSED_SIGNATURE = /^u[\w-]+$/;

const isProofValue = ({ proofValue }: JsonLdDocument, suite: string): boolean =>
  typeof proofValue === "string" && (suite === DISCLOSURE ? DISCLOSED_SIGNATURE : SIGNATURE).test(proofValue);

/** The proof that an issuer gives to the holder, who makes another one of it for each reader (ecdsa-sd-2023, 3.4.2). */
const isBaseProof = ({ proofValue }: JsonLdDocument, suite: string): boolean =>
  suite === DISCLOSURE &&
  Buffer.from(String(proofValue).slice(1, 5), "base64url").toString("hex") === "d95d00";

/** The statements of what a suite was given. */
type Seen = { document: JsonLdDocument; quads: RdfQuad[] }[];

type Suite = {
  algorithms: readonly string[];
  proof: SuiteVerifier;
  seen: Seen;
  /** Statements that the issuer let the holder leave out; null for a suite that signs all. */
  optional: string[] | null;
};

const ED25519 = ["Ed25519"] as const;
const DISCLOSURE = "ecdsa-sd-2023";

/** The suite with a canonicalization that remembers the statements, so that they are read once. */
const watchQuads = (suite: Cryptosuite, seen: Seen): Cryptosuite => ({
  ...suite,
  canonize: async (document, { documentLoader, messageDigestAlgorithm = "SHA-256" }) => {
    const quads = await toQuads(document, documentLoader);
    seen.push({ document, quads });
    return canonize(quads, { algorithm: "RDFC-1.0", format: "application/n-quads", messageDigestAlgorithm });
  },
});

/** The suite of selective disclosure, remembering which statements its holder could have left out. */
const watchDisclosure = (suite: Cryptosuite, optional: string[]): Cryptosuite => ({
  ...suite,
  createVerifyData: async (options) => {
    const data = await suite.createVerifyData?.(options);
    optional.push(...(data?.nonMandatory ?? []));
    return data;
  },
});

function createSuite(proof: JsonLdDocument): Suite | null {
  const [name, seen]: [string, Seen] = [suiteOf(proof), []];
  if (name === SIGNATURE_2020)
    return { algorithms: ED25519, proof: new Ed25519Signature2020(), seen, optional: null };
  const given = CRYPTOSUITES[name]?.();
  if (!given) return null;
  const optional = name === DISCLOSURE ? [] : null;
  const watched = name.includes("-rdfc-") ? watchQuads(given, seen) : given;
  const cryptosuite = optional ? watchDisclosure(watched, optional) : watched;
  const algorithms = [given.requiredAlgorithm].flat();
  return { algorithms, proof: new DataIntegrityProof({ cryptosuite }), seen, optional };
}

/** Statements by which a badge stops being valid, of which there may be several: its status and its end. */
const ENDING =
  /<https:\/\/www\.w3\.org\/(?:2018\/credentials#(?:credentialStatus|validUntil|expirationDate)|ns\/credentials\/status#\w+)>|<https:\/\/w3id\.org\/vc\/status-list#\w+>/;

/**
 * Whether the holder may have left out the start, the end or the status of a badge: they are not there, or the issuer let him
 * choose. Then nothing shows whether the badge is valid now (Data Integrity ECDSA Cryptosuites 1.0, 3.4, mandatory pointers).
 */
function mayBeWithheld(document: JsonLdDocument, { optional }: Suite): boolean {
  if (optional === null) return false;
  // One without a start is refused before.
  const needed = [document.credentialStatus, document.validUntil ?? document.expirationDate];
  return needed.includes(undefined) || optional.some((statement) => ENDING.test(statement));
}

/** Loads the key by its id, and contexts. */
const createLoader =
  (method: JsonLdDocument): JsonLdLoader =>
  (url) =>
    url === method.id
      ? Promise.resolve({ documentUrl: url, document: method, contextUrl: null })
      : loadContext(url);

type ValidationEvent = { details?: { property?: unknown; expandedProperty?: unknown } };
type LibraryError = Error & { details?: { cause?: unknown; event?: ValidationEvent } };

function findUnknownContext(error: unknown): UnknownContext | null {
  if (error instanceof UnknownContext) return error;
  if (!(error instanceof Error)) return null;
  const { cause, details } = error as LibraryError;
  return findUnknownContext(cause) ?? findUnknownContext(details?.cause);
}

/** What the libraries throw. Only a wrong signature, or one that is none, says something about the document. */
function describeError(error: unknown): ProofResult {
  const context = findUnknownContext(error);
  if (context) return { isValid: null, problem: "context_not_approved", detail: context.url };
  const { name, message, details } = error as LibraryError;
  if (name === "jsonld.ValidationError")
    return { isValid: null, problem: "unsigned_members", detail: describeEvent(details?.event) };
  if (name.startsWith("jsonld.") || /deep iterations/.test(message))
    return { isValid: null, problem: "unprocessable", detail: null };
  return { isValid: false };
}

/** The member that JSON-LD would drop, which the signature therefore does not cover. */
function describeEvent(event: ValidationEvent | undefined): string | null {
  const { property, expandedProperty } = event?.details ?? {};
  const name = property ?? expandedProperty;
  return typeof name === "string" ? name : null;
}

/** Whether a suite canonicalizes JSON itself, without JSON-LD. */
const isJcs = (proof: JsonLdDocument): boolean => suiteOf(proof).includes("-jcs-");

/**
 * The suites by RDF read a proof in the context of its document. Those by JCS take it as it is, but compare contexts that
 * are objects by identity, so equal ones become the same.
 */
function withContext(proof: JsonLdDocument, document: JsonLdDocument): JsonLdDocument {
  if (!isJcs(proof)) return structuredClone({ "@context": document["@context"], ...proof });
  if (proof["@context"] === undefined) return proof;
  const [given, all] = [[proof["@context"]].flat(), [document["@context"]].flat()];
  const first = all.slice(0, given.length);
  const isSame = JSON.stringify(first) === JSON.stringify(given);
  return isSame && Array.isArray(proof["@context"]) ? { ...proof, "@context": first } : proof;
}

/** Reads the facts of a document whose proof is right, from the statements that were signed. */
async function readFacts(document: JsonLdDocument, { seen }: Suite): Promise<Facts> {
  const quads =
    seen.find((one) => one.document === document)?.quads ?? (await toQuads(document, loadContext));
  return readSignedFacts(quads, typeof document.id === "string" ? document.id : null);
}

/** What the suite reads: the document with the proofs that this one follows, and the proof in its context. */
function prepareInput(given: JsonLdDocument, proof: JsonLdDocument, previous: JsonLdDocument[]) {
  const { proof: _proof, ...rest } = given;
  const document = previous.length > 0 ? { ...rest, proof: previous } : rest;
  // The suites change their input.
  return structuredClone({ document, proof: withContext(proof, document) });
}

async function runSuite(
  suite: Suite,
  input: { document: JsonLdDocument; proof: JsonLdDocument },
  method: JsonLdDocument,
): Promise<ProofResult> {
  try {
    const { verified, error } = await suite.proof.verifyProof({
      ...input,
      proofSet: [],
      purpose: { validate: () => Promise.resolve({ valid: true }) },
      documentLoader: createLoader(method),
    });
    if (!verified) return describeError(error);
    const facts = isJcs(input.proof) ? null : await readFacts(input.document, suite);
    return { isValid: true, facts, withheld: mayBeWithheld(input.document, suite) };
  } catch (error) {
    return describeError(error);
  }
}

/**
 * Verifies a proof of a document with a public key (Verifiable Credential Data Integrity 1.0, and the older
 * Ed25519Signature2020): `method` is the verification method that the proof names, without context. `previous` are the proofs
 * of the document that this one signs too (2.1.2, "Proof Chains"). Contexts are bundled, nothing is fetched. Never throws.
 */
export async function verifyProof(
  document: JsonLdDocument,
  proof: JsonLdDocument,
  method: JsonLdDocument,
  previous: JsonLdDocument[] = [],
): Promise<ProofResult> {
  const suite = createSuite(proof);
  if (suite && !isProofValue(proof, suiteOf(proof))) return { isValid: false };
  if (!suite) return { isValid: null, problem: "unsupported_suite", detail: suiteOf(proof) };
  if (isBaseProof(proof, suiteOf(proof)))
    return { isValid: null, problem: "unprocessable", detail: "proof.proofValue" };
  const key = await readSuiteKey(method);
  if (!key || !suite.algorithms.includes(key.algorithm))
    return { isValid: null, problem: "unsupported_key", detail: null };
  const input = prepareInput(document, proof, previous);
  if (!isJcs(proof) && !isSafeJsonLd({ ...input.document, proof }))
    return { isValid: null, problem: "unprocessable", detail: null };
  return runSuite(suite, input, method);
}
