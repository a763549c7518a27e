import { buildApplicationName } from "@/lib/kernel/application-name";
import { clock } from "@/lib/kernel/clock";
import { JOB_CONNECTIONS, RUNNER_POOL } from "@/lib/kernel/connection-limits";
import { webConcurrency } from "@/lib/operations/installation/prepare";
import { listOutdatedCollations } from "@/lib/platform/postgres/collation";
import { compareMigrations } from "@/lib/platform/postgres/migrate";
import { listSome, type Check, type ExaminedDatabase, type Finding } from "./finding";
import {
  findOtherOwners,
  findRoleRights,
  listDatabaseCollations,
  listInvalidIndexes,
  listLongTransactions,
  measureClockDifference,
  readConnectionLimits,
  type ConnectionLimits,
  readServerSettings,
  type InvalidIndex,
  type RoleRights,
  type TableOwners,
} from "./catalog";

const MIN_VERSION = 150_000;
const MIN_LOCKS = 256;
const LONG_MINUTES = 60;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** Judges the version of the server, such as 180004. */
export const judgeVersion = (version: number): Finding[] =>
  version >= MIN_VERSION
    ? []
    : [
        {
          problem: `The database server is PostgreSQL ${Math.floor(version / 10_000)}.`,
          reason: "Migrations and queries need version 15.",
          remedy: "Upgrade the server to PostgreSQL 15 or newer, with pg_upgrade or a dump.",
        },
      ];

/** Judges who owns the tables. PostgreSQL refuses REASSIGN OWNED BY the role that created the server (`first`). */
export function judgeOwners({ role, others, first }: TableOwners): Finding[] {
  if (others.length === 0) return [];
  const isReassignable = first === null || !others.includes(first);
  return [
    {
      problem: `Tables belong to ${listSome(others)}, but DATABASE_URL signs in as ${role}.`,
      reason:
        "Migrations cannot change tables of another role, and statements of one role cannot see those of another.",
      remedy: isReassignable
        ? `Use one role in DATABASE_URL everywhere. As superuser, run: REASSIGN OWNED BY "${others[0]}" TO "${role}";`
        : `Dump this database with pg_dump --no-owner, and restore it as ${role} into an empty database that ${role} owns.`,
    },
  ];
}

/** Judges what the role may do besides using its own database. */
function judgeRights({ role, isSuperuser, otherDatabases }: RoleRights): Finding[] {
  if (isSuperuser)
    return [
      {
        problem: `DATABASE_URL signs in as ${role}, which is a superuser of the database server.`,
        reason: "An attacker who gets into the service can then read every database and file of that server.",
        remedy: `Use a role that only owns this database: CREATE ROLE badges LOGIN PASSWORD '…'; ALTER DATABASE … OWNER TO badges; With compose.yaml, see docs/operating/containers.md.`,
      },
    ];
  if (otherDatabases.length === 0) return [];
  return [
    {
      problem: `The role ${role} of DATABASE_URL also owns ${listSome(otherDatabases)}.`,
      reason:
        "An attacker who gets into one of the services can then read and change the data of the others.",
      remedy: `Give each database a role of its own: ALTER DATABASE "${otherDatabases[0]}" OWNER TO another role;`,
    },
  ];
}

/** The connections that a command of the operator uses, such as this one, and that start needs besides. */
const SPARE_CONNECTIONS = 3;

/** The connections that all processes of one host may have at most (docs/operating.md, "Connections to the database"). */
function countHostConnections({ env }: Pick<ExaminedDatabase, "env">) {
  const [servers, each] = [webConcurrency(env), env.DATABASE_POOL + (env.inngest ? JOB_CONNECTIONS : 0)];
  const jobs = RUNNER_POOL + JOB_CONNECTIONS;
  return { servers, each, jobs, host: servers * each + jobs };
}

/** Judges whether the server has enough connections for the hosts that run and, unless it is embedded, for one more during an upgrade. */
export function judgeConnections(
  examined: Pick<ExaminedDatabase, "env" | "isEmbedded">,
  { limit, limitedBy, maxConnections, reserved, hosts }: ConnectionLimits,
): Finding[] {
  const { servers, each, jobs, host } = countHostConnections(examined);
  const running = Math.max(1, hosts);
  const most = examined.isEmbedded ? 1 : running + 1;
  const needed = most * host + SPARE_CONNECTIONS;
  if (needed <= limit) return [];
  const upgrade = examined.isEmbedded ? "" : `, ${running} now and one more during an upgrade,`;
  const source = limitedBy
    ? `CONNECTION LIMIT of ${limitedBy}`
    : `max_connections ${maxConnections}, ${reserved} of them reserved`;
  const increase = limitedBy
    ? `As superuser, run: ALTER ${limitedBy} CONNECTION LIMIT ${needed};`
    : `Set max_connections of the server to at least ${needed + maxConnections - limit} and restart it.`;
  return [
    {
      problem:
        `The database server has ${limit} connections for the service (${source}), ` +
        `but ${most} host${most === 1 ? "" : "s"}${upgrade} use up to ${needed}: on each, ${servers} server ` +
        `processes with ${each} and ${jobs} for jobs, and ${SPARE_CONNECTIONS} for commands.`,
      reason:
        "When no connection is left, requests wait for one, and are answered with 503 after DATABASE_WAIT_MS.",
      remedy: `${increase} Or lower DATABASE_POOL or WEB_CONCURRENCY on all hosts.`,
    },
  ];
}

async function inspectConnections({ client, ...examined }: ExaminedDatabase): Promise<Finding[]> {
  const limits = await readConnectionLimits(client, buildApplicationName("web"));
  return limits ? judgeConnections(examined, limits) : [];
}

async function inspectMigrations({ env }: ExaminedDatabase): Promise<Finding[]> {
  const { pending, failed, unknown } = await compareMigrations(env.DATABASE_URL);
  const findings: Finding[] = [];
  if (failed.length > 0)
    findings.push({
      problem: `Migrations failed or were interrupted: ${listSome(failed)}.`,
      reason: "The version that needs them does not start.",
      remedy:
        "Run npm run migrate again: it ends what still runs of them, drops indexes that they left, and repeats them. If one fails, it prints PostgreSQL's message.",
    });
  const missing = pending.filter((name) => !failed.includes(name));
  if (missing.length > 0)
    findings.push({
      problem: `Migrations are pending: ${listSome(missing)}.`,
      reason: "A start of this version applies them before it serves.",
      remedy: "Run npm run migrate. The version that serves now goes on meanwhile.",
    });
  if (unknown.length > 0)
    findings.push({
      problem: `The database has migrations of another version: ${listSome(unknown)}.`,
      reason: "This version works with them only if it is the one before.",
      remedy: "Finish the upgrade: run the newer version on all machines, and its commands in its folder.",
    });
  return findings;
}

/** Returns the statement that mends an index. */
const mendIndex = ({ name, isLeftOver }: InvalidIndex): string =>
  isLeftOver ? `DROP INDEX CONCURRENTLY ${name};` : `REINDEX INDEX CONCURRENTLY ${name};`;

async function inspectIndexes({ client, env }: ExaminedDatabase): Promise<Finding[]> {
  const indexes = await listInvalidIndexes(client);
  if (indexes.length === 0) return [];
  const { failed } = await compareMigrations(env.DATABASE_URL);
  const remedy = `Run in the database: ${indexes.map(mendIndex).join(" ")}`;
  return [
    {
      problem: `Indexes were not built or dropped completely: ${listSome(indexes.map(({ name }) => name))}.`,
      reason: "They are updated with every change, and no query uses them.",
      remedy:
        failed.length === 0
          ? remedy
          : `Run npm run migrate, which may mend them. If they are still here: ${remedy}`,
    },
  ];
}

async function inspectCollations({ client }: ExaminedDatabase): Promise<Finding[]> {
  const own = await listOutdatedCollations(client);
  const database = await listDatabaseCollations(client);
  return [
    ...own.map(({ name }) => ({
      problem: `The ICU library of the database server has another version than the indexes of collation ${name}.`,
      reason: "Their order may have changed, and searches miss rows.",
      remedy: "Run npm run migrate: it rebuilds these indexes. Lists that sort by them wait meanwhile.",
    })),
    ...database.map((name) => ({
      problem: `The database ${name} was created with another version of the server's collations.`,
      reason: "Indexes of texts may be in another order than the server expects, and searches miss rows.",
      remedy: `As its owner, run: REINDEX DATABASE "${name}"; ALTER DATABASE "${name}" REFRESH COLLATION VERSION;`,
    })),
  ];
}

/** The server, and whether the database is as this version needs it. */
export const DATABASE_CHECKS: Check<ExaminedDatabase>[] = [
  {
    name: "database-version",
    run: async ({ client }) => judgeVersion((await readServerSettings(client)).version),
  },
  {
    name: "database-locks",
    run: async ({ client }) => {
      const { maxLocks } = await readServerSettings(client);
      if (maxLocks >= MIN_LOCKS) return [];
      return [
        {
          problem: `max_locks_per_transaction of the database server is ${maxLocks}.`,
          reason:
            "A list of events locks some hundred indexes of partitions, and fails when no lock is left.",
          remedy: `As superuser, run: ALTER SYSTEM SET max_locks_per_transaction = ${MIN_LOCKS}; and restart that server.`,
        },
      ];
    },
  },
  { name: "database-connections", run: inspectConnections },
  { name: "database-role", run: async ({ client }) => judgeOwners(await findOtherOwners(client)) },
  { name: "database-rights", run: async ({ client }) => judgeRights(await findRoleRights(client)) },
  { name: "migrations", run: inspectMigrations },
  { name: "collations", run: inspectCollations },
  {
    name: "indexes",
    run: inspectIndexes,
  },
  {
    name: "long-transactions",
    run: async ({ client }) =>
      (await listLongTransactions(client, LONG_MINUTES)).map(({ what, minutes, remedy }) => ({
        problem: `${what} has been open for ${minutes} minutes.`,
        reason: "Migrations that build indexes wait for it, and deleted rows occupy space until it ends.",
        remedy: `Find out what it does, then run in the database: ${remedy}`,
      })),
  },
  {
    name: "clock",
    run: async ({ client }) => {
      const differenceMs = await measureClockDifference(client, () => clock.now());
      if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS) return [];
      const seconds = Math.round(Math.abs(differenceMs) / 1_000);
      return [
        {
          problem: `The clock of this machine is ${seconds} s ${differenceMs > 0 ? "ahead of" : "behind"} that of the database server.`,
          reason: "Jobs run too early or too late, and signed requests and one-time codes are refused.",
          remedy: "Let both machines set their clocks by NTP: timedatectl set-ntp true",
        },
      ];
    },
  },
];
