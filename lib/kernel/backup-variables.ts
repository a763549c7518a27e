import { z } from "zod";

const optional = z
  .string()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

/** The variables of backups. The commands for backups read them without the others. */
export const BACKUP_VARIABLES = {
  BACKUP_TO: optional.describe(
    "Folder or s3://BUCKET/PREFIX for backups and for the archive of the embedded database. Requires BACKUP_KEY.",
  ),
  BACKUP_KEY: z
    .string()
    .optional()
    .transform((value) => (value ? Buffer.from(value, "base64") : undefined))
    .refine(
      (bytes) => bytes === undefined || bytes.length === 32,
      "must be 32 bytes as base64 (openssl rand -base64 32)",
    )
    .describe(
      "32 bytes in base64, with which backups are encrypted. Store it in a different place than the backups.",
    ),
  AWS_ENDPOINT_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .optional()
    .describe("Address of an S3-compatible store for backups."),
  AWS_REGION: z.string().default("us-east-1").describe("Region of the bucket for backups."),
  AWS_ACCESS_KEY_ID: optional.describe("Access key of the bucket for backups."),
  AWS_SECRET_ACCESS_KEY: optional.describe("Secret of that access key."),
  AWS_SESSION_TOKEN: optional.describe("Session token, if that access key is a temporary one."),
};

const Variables = z.object(BACKUP_VARIABLES);
export type BackupVariables = z.infer<typeof Variables>;

/** Parses the variables of backups alone. Throws an error with one line for each invalid variable. */
export function parseBackupVariables(source: Record<string, string | undefined>): BackupVariables {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = Variables.safeParse(set);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}
