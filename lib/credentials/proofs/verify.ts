import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite as ecdsaRdfc } from "@digitalbazaar/ecdsa-rdfc-2019-cryptosuite";
import { createVerifyCryptosuite as createSelectiveDisclosure } from "@digitalbazaar/ecdsa-sd-2023-cryptosuite";
import { Ed25519Signature2020 } from "@digitalbazaar/ed25519-signature-2020";
import { createVerifyCryptosuite as createEddsaJcs } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as eddsaRdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { loadContext, UnknownContext } from "./contexts";
import { readSuiteKey } from "./public-keys";
import { isSafeJsonLd } from "./safe-json-ld";
import { SIGNATURE_2020, suiteOf } from "./suites";

const CRYPTOSUITES: Record<string, () => Cryptosuite> = {
  "eddsa-rdfc-2022": () => eddsaRdfc,
  "eddsa-jcs-2022": createEddsaJcs,
  "ecdsa-rdfc-2019": () => ecdsaRdfc,
  "ecdsa-sd-2023": createSelectiveDisclosure,
};

/** Why a proof could not be checked. */
type ProofProblem =
  "unsupported_suite" | "unsupported_key" | "unknown_context" | "unsigned_members" | "unprocessable";

/** Whether a proof is right; null with the problem when that could not be found out. `detail` names what it is about. */
export type ProofResult =
  { isValid: boolean } | { isValid: null; problem: ProofProblem; detail: string | null };

/** Multibase in base58 or base64url. The libraries ignore spaces, which would make one proof of many texts. */
const PROOF_VALUE = /^(?:z[1-9A-HJ-NP-Za-km-z]+|u[\w-]+)$/;

type Suite = { algorithms: readonly string[]; proof: SuiteVerifier };

const ED25519 = ["Ed25519"] as const;

function createSuite(proof: JsonLdDocument): Suite | null {
  const name = suiteOf(proof);
  if (name === SIGNATURE_2020) return { algorithms: ED25519, proof: new Ed25519Signature2020() };
  const cryptosuite = CRYPTOSUITES[name]?.();
  return cryptosuite
    ? { algorithms: [cryptosuite.requiredAlgorithm].flat(), proof: new DataIntegrityProof({ cryptosuite }) }
    : null;
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
  if (context) return { isValid: null, problem: "unknown_context", detail: context.url };
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

/**
 * Verifies a proof of a document with a public key (Verifiable Credential Data Integrity 1.0, and the older
 * Ed25519Signature2020): `method` is the verification method that the proof names, without context. Contexts are bundled,
 * nothing is fetched. Never throws.
 */
export async function verifyProof(
  { proof: _proof, ...document }: JsonLdDocument,
  proof: JsonLdDocument,
  method: JsonLdDocument,
): Promise<ProofResult> {
  const suite = createSuite(proof);
  if (suite && !PROOF_VALUE.test(String(proof.proofValue))) return { isValid: false };
  if (!suite) return { isValid: null, problem: "unsupported_suite", detail: suiteOf(proof) };
  const key = await readSuiteKey(method);
  if (!key || !suite.algorithms.includes(key.algorithm))
    return { isValid: null, problem: "unsupported_key", detail: null };
  if (!isJcs(proof) && !isSafeJsonLd({ ...document, proof }))
    return { isValid: null, problem: "unprocessable", detail: null };
  const input = { proof: withContext(proof, document), document };
  try {
    const { verified, error } = await suite.proof.verifyProof({
      ...structuredClone(input), // it changes its input
      proofSet: [],
      purpose: { validate: () => Promise.resolve({ valid: true }) },
      documentLoader: createLoader(method),
    });
    return verified ? { isValid: true } : describeError(error);
  } catch (error) {
    return describeError(error);
  }
}
