/** The type of proofs that were in use before Data Integrity. */
export const SIGNATURE_2020 = "Ed25519Signature2020";

const SUITES = new Set([
  SIGNATURE_2020,
  "eddsa-rdfc-2022",
  "eddsa-jcs-2022",
  "ecdsa-rdfc-2019",
  "ecdsa-sd-2023",
]);

/** The name of a proof's suite: its `cryptosuite`, or the type of an older one. */
export function suiteOf({ type, cryptosuite }: Record<string, unknown>): string {
  const name = type === "DataIntegrityProof" ? cryptosuite : type;
  return typeof name === "string" ? name : "";
}

/** Whether `verifyProof` supports the suite of a proof. */
export const isSupportedProof = (proof: Record<string, unknown>): boolean => SUITES.has(suiteOf(proof));
