import { z } from "zod";
import { Proof } from "@/lib/credentials/proofs/schema";

/** How many credentials a list has a place for. A shorter list would show who is in it (Bitstring Status List 1.0, 6.1). */
export const LIST_LENGTH = 131_072;

/** The status of a credential, as a verifier looks it up (Bitstring Status List 1.0, 2.1). */
export const StatusEntry = z.strictObject({
  id: z.url(),
  type: z.literal("BitstringStatusListEntry"),
  statusPurpose: z.literal("revocation"),
  statusListIndex: z.string().regex(/^\d{1,6}$/),
  statusListCredential: z.url(),
});
export type StatusEntry = z.infer<typeof StatusEntry>;

const unsigned = {
  "@context": z.tuple([z.literal("https://www.w3.org/ns/credentials/v2")]),
  id: z.url(),
  type: z.tuple([z.literal("VerifiableCredential"), z.literal("BitstringStatusListCredential")]),
  issuer: z.string(),
  validFrom: z.iso.datetime(),
  credentialSubject: z.strictObject({
    id: z.url(),
    type: z.literal("BitstringStatusList"),
    statusPurpose: z.literal("revocation"),
    encodedList: z.string().startsWith("u"),
  }),
};
export type UnsignedStatusList = z.infer<z.ZodObject<typeof unsigned>>;

/** A signed list of the revoked credentials of an organization (Bitstring Status List 1.0, 2.2). */
export const SignedStatusList = z
  .strictObject({ ...unsigned, proof: z.array(Proof) })
  .meta({ id: "BitstringStatusListCredential" });
export type SignedStatusList = z.infer<typeof SignedStatusList>;
