import { z } from "zod";
import { name, line, text } from "@/lib/kernel/fields";

const MINOR_CODES = [
  "forbidden",
  "fullsuccess",
  "internal_server_error",
  "invalid_data",
  "invalid_query_parameter",
  "not_allowed",
  "not_found",
  "server_busy",
  "unauthorizedrequest",
] as const;
export type MinorCode = (typeof MINOR_CODES)[number];

/** The error format of the interface (Open Badges 3.0, "Imsx_StatusInfo"). */
export const StatusInfo = z.strictObject({
  imsx_codeMajor: z.literal("failure"),
  imsx_severity: z.literal("error"),
  imsx_description: z.string(),
  imsx_codeMinor: z.strictObject({
    imsx_codeMinorField: z.array(
      z.strictObject({
        imsx_codeMinorFieldName: z.literal("TargetEndSystem"),
        imsx_codeMinorFieldValue: z.enum(MINOR_CODES),
      }),
    ),
  }),
});
export type StatusInfo = z.infer<typeof StatusInfo>;

/** The profile of an earner (Open Badges 3.0, "Profile"). */
export const WalletProfile = z.strictObject({
  id: z.string(),
  type: z.tuple([z.literal("Profile")]),
  name: z.string(),
  givenName: z.string(),
  additionalName: z.string().optional(),
  familyName: z.string(),
  email: z.string().optional(),
  url: z.string(),
  description: z.string().optional(),
  image: z.strictObject({ id: z.string(), type: z.literal("Image") }).optional(),
});
export type WalletProfile = z.infer<typeof WalletProfile>;

/** A picture in the request itself, or the address of the current one. */
const image = () => z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** What an application can send as a profile. Members that are missing stay as they are. */
export const WalletProfileInput = z.object({
  id: z.string().optional(),
  name: name().optional(),
  givenName: name().optional(),
  additionalName: line().optional(),
  familyName: line().optional(),
  email: z.string().optional(),
  description: text().optional(),
  image: image().optional(),
});
export type WalletProfileInput = z.infer<typeof WalletProfileInput>;

/** Which credentials an application reads: `limit` of them after the first `offset`, newer than `since`. */
export type CredentialQuery = { limit: number; offset: number; since: Date | null };

/** A credential as an application sends it: its text, and what identifies it. */
export type SentCredential = {
  text: string;
  isToken: boolean;
  credentialId: string;
  issuerId: string;
};

/** What was done with a credential (Open Badges 3.0, "upsertCredential"). */
export type UpsertOutcome = "created" | "replaced" | "unchanged";
