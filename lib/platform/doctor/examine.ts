import { access } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { env, InvalidEnvironment, type Env } from "@/lib/kernel/env";
import { checkEnvironment, setDatabaseVariables } from "@/lib/platform/installation/prepare";
import { withClient } from "@/lib/platform/postgres/database";
import { openEmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { findInstanceHolder } from "@/lib/platform/postgres/instance-lock";
import { checkEncryptionKey } from "@/lib/platform/stored-secrets/key-probe";
import { DATABASE_CHECKS } from "./database";
import { FILE_CHECKS } from "./files";
import { describeFailure, type Check, type Examined, type ExaminedDatabase, type Finding } from "./finding";
import { MAIL_CHECKS } from "./mail";
import { ADDRESS_CHECKS } from "./public-address";
import { RECORD_CHECKS } from "./records";
import { REPLICA_CHECKS } from "./replica";
import { SERVICE_CHECKS } from "./services";
import { VARIABLE_CHECKS } from "./variables";

/** Checks that need no database. */
export const LOCAL_CHECKS: Check<Examined>[] = [
  ...VARIABLE_CHECKS,
  ...FILE_CHECKS,
  ...MAIL_CHECKS,
  ...SERVICE_CHECKS,
  ...ADDRESS_CHECKS,
];

/** Checks of the database, some of which need what a migration adds. */
export const STORED_CHECKS: Check<ExaminedDatabase>[] = [
  ...DATABASE_CHECKS,
  ...REPLICA_CHECKS,
  ...RECORD_CHECKS,
];

/** What an examination found. `skipped`: checks that could not be made, and why. */
export type Report = {
  findings: ({ check: string } & Finding)[];
  passed: string[];
  skipped: { check: string; reason: string }[];
};

const emptyReport = (): Report => ({ findings: [], passed: [], skipped: [] });

function merge(...reports: Report[]): Report {
  return {
    findings: reports.flatMap(({ findings }) => findings),
    passed: reports.flatMap(({ passed }) => passed),
    skipped: reports.flatMap(({ skipped }) => skipped),
  };
}

/** Makes the checks one after the other. One that fails itself is reported as skipped, with its error. */
export async function runChecks<Context>(checks: Check<Context>[], context: Context): Promise<Report> {
  const report = emptyReport();
  for (const { name, skip, run } of checks) {
    const reason = skip?.(context) ?? null;
    if (reason !== null) {
      report.skipped.push({ check: name, reason });
      continue;
    }
    try {
      const findings = await run(context);
      report.findings.push(...findings.map((finding) => ({ check: name, ...finding })));
      if (findings.length === 0) report.passed.push(name);
    } catch (error) {
      report.skipped.push({ check: name, reason: `it failed: ${describeFailure(error)}` });
    }
  }
  return report;
}

const skipAll = (checks: Check<never>[], reason: string): Report => ({
  ...emptyReport(),
  skipped: checks.map(({ name }) => ({ check: name, reason })),
});

const reportOne = (check: string, finding: Finding): Report => ({
  ...emptyReport(),
  findings: [{ check, ...finding }],
});

const passed = (check: string): Report => ({ ...emptyReport(), passed: [check] });

/** Checks the key first, because other checks decrypt with it. */
async function examineDatabase(examined: Examined, client: pg.Client): Promise<Report> {
  const connected = merge(passed("database"), await runChecks(DATABASE_CHECKS, { ...examined, client }));
  const rest = [...REPLICA_CHECKS, ...RECORD_CHECKS];
  if (connected.findings.some(({ check }) => check === "migrations"))
    return merge(connected, skipAll(rest, "migrations have to be applied first"));
  try {
    await checkEncryptionKey(client, examined.secretsFile);
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    const finding = {
      problem: error.message,
      reason: "The service does not start, so that nothing is encrypted with a wrong key.",
      remedy: "Set the key as the message says, and start the service.",
    };
    return merge(
      connected,
      reportOne("encryption-key", finding),
      skipAll(rest, "the encryption key does not fit"),
    );
  }
  return merge(connected, await runChecks(rest, { ...examined, client }));
}

async function examineByUrl(examined: Examined): Promise<Report> {
  try {
    return await withClient(examined.env.DATABASE_URL, (client) => examineDatabase(examined, client));
  } catch (error) {
    const { host, pathname } = new URL(examined.env.DATABASE_URL);
    const finding = {
      problem: `The database ${host}${pathname} cannot be used: ${describeFailure(error)}`,
      reason: "Every request is answered with 503.",
      remedy: examined.isEmbedded
        ? `Look at ${join(examined.env.DATA_DIR, "postgres.log")}, mend what it says, and start the service.`
        : "Start that server, or correct DATABASE_URL (user, password, host and database) and restart.",
    };
    return merge(reportOne("database", finding), skipAll(STORED_CHECKS, "the database cannot be used"));
  }
}

async function examineVariables(variables: Env, rest: Omit<Examined, "env">): Promise<Report> {
  const examined = { env: variables, ...rest };
  return merge(passed("variables"), await runChecks(LOCAL_CHECKS, examined), await examineByUrl(examined));
}

const ALL_CHECKS = [...LOCAL_CHECKS, ...STORED_CHECKS];

/** Examines an installation with the embedded database, which it starts for the time of the examination if needed. */
async function examineEmbedded(dataDir: string): Promise<Report> {
  const exists = await access(join(dataDir, "postgres", "PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (!exists)
    return merge(
      reportOne("installation", {
        problem: `There is no installation in ${dataDir}, and DATABASE_URL is not set.`,
        reason: "Nothing else can be checked.",
        remedy: "Run npm start to create one, or set DATA_DIR or DATABASE_URL as for the service.",
      }),
      skipAll(ALL_CHECKS, "there is no installation"),
    );
  const holder = await findInstanceHolder(dataDir);
  const isRunning = holder !== null && !holder.temporary;
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const secretsFile = await setDatabaseVariables(database.url, true);
    return await examineVariables(env(), { isEmbedded: true, isRunning, secretsFile });
  } finally {
    await database.stop();
  }
}

/**
 * Examines the installation of the environment, whether it runs or is stopped, and returns what is wrong with it. It
 * changes nothing, but starts a stopped embedded database for the time of the examination.
 */
export async function examineInstallation(): Promise<Report> {
  try {
    checkEnvironment();
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    const finding = {
      problem: error.message,
      reason: "The service does not start.",
      remedy: "Correct these variables (docs/operating.md, “Variables”).",
    };
    return merge(reportOne("variables", finding), skipAll(ALL_CHECKS, "variables are invalid"));
  }
  const url = process.env.DATABASE_URL;
  if (!url) return examineEmbedded(process.env.DATA_DIR || ".data");
  return examineVariables(env(), { isEmbedded: false, isRunning: null, secretsFile: null });
}
