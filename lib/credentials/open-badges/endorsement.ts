import { z } from "zod";
import { toWholeSeconds } from "@/lib/kernel/dates";
import { Proof } from "@/lib/credentials/proofs/schema";
import { StatusEntry } from "@/lib/credentials/status-lists/schema";
import { address, DidProfile } from "./achievement-schema";

/** A credential in which an organization endorses a badge of another one (Open Badges 3.0, "EndorsementCredential"). */

const unsigned = {
  "@context": z.array(z.url()),
  id: address(),
  type: z.tuple([z.literal("VerifiableCredential"), z.literal("EndorsementCredential")]),
  name: z.string(),
  issuer: DidProfile,
  validFrom: z.iso.datetime({ offset: true }),
  credentialSubject: z.strictObject({
    id: address(),
    type: z.tuple([z.literal("EndorsementSubject")]),
    endorsementComment: z.string(),
  }),
  credentialStatus: StatusEntry,
  credentialSchema: z.tuple([
    z.strictObject({ id: z.url(), type: z.literal("1EdTechJsonSchemaValidator2019") }),
  ]),
};

export const EndorsementCredential = z
  .strictObject({ ...unsigned, proof: z.array(Proof) })
  .meta({ id: "EndorsementCredential" });
export type EndorsementCredential = z.infer<typeof EndorsementCredential>;
export type UnsignedEndorsement = Omit<EndorsementCredential, "proof">;

const SCHEMA =
  "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_endorsementcredential_schema.json";

type Parts = Pick<UnsignedEndorsement, "id" | "issuer" | "credentialStatus"> & {
  context: readonly string[];
  /** The id of the endorsed achievement. */
  achievementId: string;
  /** The name of the endorsed badge. */
  badge: string;
  comment: string;
  acceptedAt: Date;
};

/** Builds the credential of an endorsement, before its issuer signs it. */
export const buildUnsignedEndorsement = (parts: Parts): UnsignedEndorsement => ({
  "@context": [...parts.context],
  id: parts.id,
  type: ["VerifiableCredential", "EndorsementCredential"],
  name: `Endorsement of ${parts.badge}`,
  issuer: parts.issuer,
  validFrom: toWholeSeconds(parts.acceptedAt),
  credentialSubject: {
    id: parts.achievementId,
    type: ["EndorsementSubject"],
    endorsementComment: parts.comment,
  },
  credentialStatus: parts.credentialStatus,
  credentialSchema: [{ id: SCHEMA, type: "1EdTechJsonSchemaValidator2019" }],
});
