import { countForwardedEntries } from "@/lib/kernel/client-address";
import { db } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { createPurposeToken } from "@/lib/kernel/secrets";

/** The purpose of the token by which an installation proves to its operator that it has the operator's key. */
export const INSTALLATION_PURPOSE = "installation";

/** The purpose of the token of `databaseSubject`, by which an operator tells an installation from a copy of it. */
export const DATABASE_PURPOSE = "installation-database";

/** Selects a name that a copy of the database on another server, or beside it, does not have. */
export const DATABASE_NAME_SQL = `SELECT concat_ws(' ', current_database(),
  extract(epoch FROM pg_postmaster_start_time())::text) AS name`;

/** The subject of the token that proves which database an installation uses. */
export const databaseSubject = (challenge: string, databaseName: string): string =>
  `${challenge} ${databaseName}`;

const CHALLENGE = /^[\w-]{16,64}$/;

type Identity = { proof: string; forwarded_entries: number; app_url: string; database: string };

/**
 * Responds to a challenge of `admin doctor`, which finds out whether the installation that it examines is the one at
 * its public address, with the same database, and how many proxies are in front. Null without a challenge. Throws
 * without a database.
 */
export async function describeInstallation(
  challenge: string | null,
  header: (name: string) => string | null,
): Promise<Identity | null> {
  if (challenge === null || !CHALLENGE.test(challenge)) return null;
  const rows = await db().$queryRawUnsafe<{ name: string }[]>(DATABASE_NAME_SQL);
  return {
    proof: createPurposeToken(INSTALLATION_PURPOSE, challenge),
    forwarded_entries: countForwardedEntries(header),
    app_url: env().APP_URL,
    database: createPurposeToken(DATABASE_PURPOSE, databaseSubject(challenge, rows[0]?.name ?? "")),
  };
}
