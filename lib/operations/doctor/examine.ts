import { access } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { disconnect } from "@/lib/kernel/db";
import { env, InvalidEnvironment, parseEnv, type Env } from "@/lib/kernel/env";
import {
  checkEnvironment,
  PLACEHOLDER_SECRETS,
  readGivenVariables,
} from "@/lib/operations/installation/environment";
import { setStoredSecrets } from "@/lib/operations/installation/prepare";
import { withClient } from "@/lib/platform/postgres/database";
import { openEmbeddedPostgres, type EmbeddedPostgres } from "@/lib/platform/postgres/embedded";
import { findInstanceHolder } from "@/lib/platform/postgres/instance-lock";
import { checkEncryptionKey } from "@/lib/operations/stored-secrets/key-probe";
import { DATABASE_CHECKS } from "./database";
import { describeFailure, type Check, type Examined, type Finding, type ExaminedDatabase } from "./finding";
import { emptyReport, merge, type Report } from "./report";
import { AUDIT_CHECKS } from "./audit-chain";
import { BACKUP_CHECKS } from "./backups";
import { FILE_CHECKS } from "./files";
import { JOB_CHECKS } from "./jobs";
import { MAIL_CHECKS } from "./mail";
import { ADDRESS_CHECKS, COPY_CHECKS } from "./public-address";
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

/** Checks of the database that need its migrations and keys. */
const LATER_CHECKS: Check<ExaminedDatabase>[] = [
  ...REPLICA_CHECKS,
  ...COPY_CHECKS,
  ...RECORD_CHECKS,
  ...JOB_CHECKS,
  ...AUDIT_CHECKS,
  ...BACKUP_CHECKS,
];

/** Checks of the database. */
export const STORED_CHECKS: Check<ExaminedDatabase>[] = [...DATABASE_CHECKS, ...LATER_CHECKS];

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
  if (connected.findings.some(({ check }) => check === "migrations"))
    return merge(connected, skipAll(LATER_CHECKS, "migrations have to be applied first"));
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
      skipAll(
        LATER_CHECKS.filter(({ name }) => name !== "encryption-key"),
        "the encryption key does not fit",
      ),
    );
  }
  const later = await runChecks(LATER_CHECKS, { ...examined, client });
  // Some used other connections, which end before an embedded database does.
  await disconnect();
  return merge(connected, later);
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
        ? `Look at ${join(examined.env.DATA_DIR, "postgres.log")}, fix what it says, and start the service.`
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

/** For checks that do not connect, when the embedded database does not start. */
const UNAVAILABLE_URL = "postgresql://127.0.0.1/unavailable";

type Fault = { fault: string };
type Faulty = {
  secrets: { secretsFile: string | null } | Fault;
  database: EmbeddedPostgres | Fault;
  isRunning: boolean;
};

/** Checks that need the real keys of the installation. */
const KEY_CHECKS = ["secrets", "public-address"];

function examineLocally(examined: Examined, hasSecrets: boolean): Promise<Report> {
  const needsKey = ({ name }: Check<Examined>): boolean => !hasSecrets && KEY_CHECKS.includes(name);
  return runChecks(
    LOCAL_CHECKS.map((check) => (needsKey(check) ? { ...check, skip: () => NO_SECRETS } : check)),
    examined,
  );
}

const NO_SECRETS = "the secrets cannot be read";

const reportSecrets = (dataDir: string, fault: string): Report =>
  reportOne("encryption-key", {
    problem: fault,
    reason: "The stored secrets of this database can only be decrypted with the keys in that file.",
    remedy:
      `Restore ${join(dataDir, "secrets.json")} from a backup, or set ENCRYPTION_KEY and SESSION_SECRET to the ` +
      "values that it contained. Do not start the service before that.",
  });

const reportStart = (dataDir: string, fault: string): Report =>
  reportOne("database", {
    problem: `The embedded database does not start: ${fault}`,
    reason: "The service does not start.",
    remedy: `Fix what the message says. ${join(dataDir, "postgres.log")} may say more.`,
  });

/** Makes the checks that remain possible when the database does not start or the secrets cannot be read. */
async function examineFaulty(dataDir: string, { secrets, database, isRunning }: Faulty): Promise<Report> {
  const hasSecrets = !("fault" in secrets);
  const variables = hasSecrets ? env() : parseEnv({ ...PLACEHOLDER_SECRETS, ...readGivenVariables() });
  const secretsFile = hasSecrets ? secrets.secretsFile : null;
  const examined = { env: variables, isEmbedded: true, isRunning, secretsFile };
  const local = merge(passed("variables"), await examineLocally(examined, hasSecrets));
  const faults = hasSecrets ? emptyReport() : reportSecrets(dataDir, secrets.fault);
  if ("fault" in database)
    return merge(
      local,
      reportStart(dataDir, database.fault),
      faults,
      skipAll(
        STORED_CHECKS.filter(({ name }) => hasSecrets || name !== "encryption-key"),
        "the embedded database does not start",
      ),
    );
  const stored = await withClient(database.url, (client) =>
    runChecks(DATABASE_CHECKS, { ...examined, client }),
  );
  const rest = LATER_CHECKS.filter(({ name }) => name !== "encryption-key");
  return merge(local, passed("database"), stored, faults, skipAll(rest, NO_SECRETS));
}

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
  const secrets = await setStoredSecrets().catch((error: unknown) => ({ fault: describeFailure(error) }));
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined }).catch((error: unknown) => ({
    fault: describeFailure(error),
  }));
  if ("fault" in database) {
    process.env.DATABASE_URL = UNAVAILABLE_URL;
    return examineFaulty(dataDir, { secrets, database, isRunning });
  }
  try {
    process.env.DATABASE_URL = database.url;
    return "fault" in secrets
      ? await examineFaulty(dataDir, { secrets, database, isRunning })
      : await examineVariables(env(), { isEmbedded: true, isRunning, ...secrets });
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
