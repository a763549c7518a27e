import { randomBytes } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import { applicationName } from "@/lib/kernel/application-name";
import { connectWhenPossible, REFUSED_WAIT_MS } from "@/lib/kernel/connection-wait";
import { WatchedClient } from "@/lib/kernel/watched-client";

/** The passwords of the superuser and of the application's role on an embedded server. */
export const Credentials = z.object({ superuser: z.string(), application: z.string() });
export type Credentials = z.infer<typeof Credentials>;

export const SUPERUSER = "postgres";
const APPLICATION_NAME = "badges"; // role and database

/** Generates random passwords in hex, which need no escaping in a connection string or in SQL. */
export function generateCredentials(): Credentials {
  const generatePassword = () => randomBytes(24).toString("hex");
  return { superuser: generatePassword(), application: generatePassword() };
}

/**
 * Builds the connection options for migrations, their advisory lock and the checks at the start. Statements may take
 * hours, because they may wait for another process that migrates, or build an index of a large table.
 */
export const buildConnectionOptions = (connectionString: string, settings: Record<string, string> = {}) => ({
  connectionString,
  application_name: applicationName(),
  connectionTimeoutMillis: 10_000,
  options: Object.entries({
    statement_timeout: "6h",
    idle_in_transaction_session_timeout: "10min",
    ...settings,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" "),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new WatchedClient(buildConnectionOptions(connectionString));
  client.on("error", () => undefined); // the query fails too; without a listener this would end the process
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Connects, calls `work`, and disconnects. While the server refuses connections for now (decision 0067), waits for up to
 * `waitMs`.
 */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
  waitMs = REFUSED_WAIT_MS,
): Promise<Result> {
  const client = await connectWhenPossible(() => openClient(connectionString), waitMs);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Whether a server responds and knows the role's password (which it proves, because SCRAM is mutual). */
export function canConnect(connectionString: string): Promise<boolean> {
  return withClient(connectionString, (client) => client.query("SELECT 1"), 0).then(
    () => true,
    () => false,
  );
}

/** Builds the connection string of the application's role and database on an embedded server. */
export const buildApplicationUrl = (port: number, { application }: Credentials): string =>
  `postgresql://${APPLICATION_NAME}:${application}@127.0.0.1:${port}/${APPLICATION_NAME}`;

/** Builds the connection string of the superuser on an embedded server. */
export const buildSuperuserUrl = (port: number, { superuser }: Credentials): string =>
  `postgresql://${SUPERUSER}:${superuser}@127.0.0.1:${port}/postgres`;

/**
 * Creates the application's role and its database, or repairs them if an earlier first start was interrupted. The role
 * is no superuser, so that SQL cannot access files or programs. Returns the connection string.
 */
export async function ensureApplicationDatabase(port: number, credentials: Credentials): Promise<string> {
  const url = buildApplicationUrl(port, credentials);
  await withClient(buildSuperuserUrl(port, credentials), async (client) => {
    const role = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [APPLICATION_NAME]);
    const verb = role.rowCount === 0 ? "CREATE" : "ALTER";
    // CREATEDB: for the shadow database of new migrations, and for the tests' databases.
    await client.query(
      `${verb} ROLE ${APPLICATION_NAME} LOGIN CREATEDB PASSWORD '${credentials.application}'`,
    );
    const database = await client.query("SELECT FROM pg_database WHERE datname = $1", [APPLICATION_NAME]);
    if (database.rowCount === 0)
      await client.query(`CREATE DATABASE ${APPLICATION_NAME} OWNER ${APPLICATION_NAME}`);
  });
  return url;
}
