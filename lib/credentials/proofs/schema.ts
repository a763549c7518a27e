import { z } from "zod";

const proof = {
  type: z.literal("DataIntegrityProof"),
  created: z.iso.datetime(),
  verificationMethod: z.string(),
  proofPurpose: z.literal("assertionMethod"),
  proofValue: z.string().regex(/^z[1-9A-HJ-NP-Za-km-z]+$/),
};

/** A proof of a signed document (Verifiable Credential Data Integrity 1.0). */
export const Proof = z.union([
  z.strictObject({ ...proof, cryptosuite: z.literal("eddsa-rdfc-2022") }),
  z.strictObject({ ...proof, cryptosuite: z.literal("eddsa-jcs-2022"), "@context": z.array(z.string()) }),
]);
export type Proof = z.infer<typeof Proof>;
