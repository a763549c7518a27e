import { createHash, sign, verify, type KeyObject } from "node:crypto";
import { encodeCanonicalJson } from "./canonical-json";
import { decodeMultibase, encodeMultibase } from "./multikey";

type Json = Record<string, unknown>;

const SUITE = { type: "DataIntegrityProof", cryptosuite: "eddsa-jcs-2022" } as const;
const SIGNATURE_BYTES = 64;

export type Proof = typeof SUITE & {
  created: string;
  verificationMethod: string;
  proofPurpose: "assertionMethod";
  "@context"?: unknown;
  proofValue: string;
};

const sha256 = (value: unknown): Buffer => createHash("sha256").update(encodeCanonicalJson(value)).digest();

/** The signed data: the hash of the proof without its value, then that of the document without its proof. */
const buildHashData = (proof: Json, document: Json): Buffer =>
  Buffer.concat([sha256({ ...proof, proofValue: undefined }), sha256({ ...document, proof: undefined })]);

/**
 * Signs a document with an Ed25519 key by `eddsa-jcs-2022` (Data Integrity EdDSA Cryptosuites 1.0, 3.3.1) and returns
 * it with its proof. `created` is an XML Schema date-time, `verificationMethod` the URL of the key.
 */
export function withProof<Document extends Json>(
  document: Document,
  key: KeyObject,
  { created, verificationMethod }: { created: string; verificationMethod: string },
): Document & { proof: Proof } {
  const context = document["@context"] === undefined ? {} : { "@context": document["@context"] };
  const options = {
    ...SUITE,
    created,
    verificationMethod,
    proofPurpose: "assertionMethod",
    ...context,
  } as const;
  const proofValue = encodeMultibase(sign(null, buildHashData(options, document), key));
  return { ...document, proof: { ...options, proofValue } };
}

/** True for a proof that `isProofValid` supports. */
export const isSupportedProof = ({ type, cryptosuite }: Json): boolean =>
  type === SUITE.type && cryptosuite === SUITE.cryptosuite;

const startsWith = (whole: unknown, part: unknown): boolean => {
  const [all, first] = [[whole].flat(), [part].flat()];
  return first.every((one, index) => encodeCanonicalJson(one) === encodeCanonicalJson(all[index] ?? null));
};

function hasValidSignature(document: Json, proof: Json, key: KeyObject): boolean {
  const { proofValue, proofPurpose } = proof;
  const signature = typeof proofValue === "string" ? decodeMultibase(proofValue) : null;
  if (signature?.length !== SIGNATURE_BYTES || proofPurpose !== "assertionMethod") return false;
  const context = proof["@context"];
  if (context === undefined) return verify(null, buildHashData(proof, document), key, signature);
  // More contexts may have been appended after signing.
  const signed = { ...document, "@context": context };
  return (
    startsWith(document["@context"], context) && verify(null, buildHashData(proof, signed), key, signature)
  );
}

/** Whether a proof of this suite is valid for the document and this Ed25519 key (3.3.2). Never throws. */
export function isProofValid(document: Json, proof: Json, key: KeyObject): boolean {
  try {
    return (
      isSupportedProof(proof) &&
      key.asymmetricKeyType === "ed25519" &&
      hasValidSignature(document, proof, key)
    );
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
