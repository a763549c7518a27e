import type pg from "pg";
import type { EncryptedColumn } from "@/lib/kernel/secrets";
import { getKeyring } from "@/lib/kernel/secrets";
import { hourlyJobs } from "@/lib/platform/jobs/list";
import { listMissingPartitions, parsePartition } from "@/lib/platform/retention/partition-bounds";
import { PARTITIONED_TABLES } from "@/lib/platform/retention/partitions";
import { SECRET_COLUMNS } from "@/lib/platform/stored-secrets/columns";
import { keyProbes } from "@/lib/platform/stored-secrets/key-probe";
import { listSome, type Check, type Examined, type ExaminedDatabase, type Finding } from "./finding";

const COLUMNS = [...SECRET_COLUMNS, keyProbes];

type Sealed = { row: string; value: Buffer };

/** Finds the values of a column that are not encrypted with the current key. */
async function findOutdated(client: pg.Client, { table, column, key }: EncryptedColumn): Promise<Sealed[]> {
  const { header } = getKeyring();
  const { rows } = await client.query<Sealed>(
    `SELECT "${key}"::text AS "row", "${column}" AS value FROM "${table}"
     WHERE substring("${column}" FROM 1 FOR $1::int) <> $2`,
    [header.length, header],
  );
  return rows;
}

function isReadable(column: EncryptedColumn, { row, value }: Sealed): boolean {
  try {
    column.decrypt(value, row);
    return true;
  } catch {
    return false;
  }
}

/** How many stored secrets are encrypted with a previous key, and in which columns are ones that no key decrypts. */
async function countSecrets(client: pg.Client): Promise<{ outdated: number; unreadable: string[] }> {
  let outdated = 0;
  const unreadable: string[] = [];
  for (const column of COLUMNS) {
    const values = await findOutdated(client, column);
    outdated += values.length;
    const count = values.filter((value) => !isReadable(column, value)).length;
    if (count > 0) unreadable.push(`${count} of ${column.table}.${column.column}`);
  }
  return { outdated, unreadable };
}

/** Whether a response that is stored for an Idempotency-Key is encrypted with a previous key. They expire after a day. */
async function hasOldResponses(client: pg.Client): Promise<boolean> {
  const { header } = getKeyring();
  const { rowCount } = await client.query(
    `SELECT FROM idempotency_keys WHERE created_at > now() - interval '1 day'
       AND substring(body FROM 1 FOR $1::int) <> $2 LIMIT 1`,
    [header.length, header],
  );
  return rowCount !== 0;
}

const keyPlace = ({ secretsFile }: Examined): string =>
  secretsFile === null ? "ENCRYPTION_KEY_PREVIOUS" : `ENCRYPTION_KEY_PREVIOUS in ${secretsFile}`;

async function inspectPreviousKey(examined: ExaminedDatabase): Promise<Finding[]> {
  if ((await countSecrets(examined.client)).outdated > 0 || (await hasOldResponses(examined.client)))
    return [];
  return [
    {
      problem: `Nothing is encrypted with the keys in ${keyPlace(examined)} any more.`,
      reason: "An old key that was perhaps changed because it leaked still opens links in e-mails.",
      remedy: `Remove ${keyPlace(examined)} and restart. Links in e-mails from before the change then stop working.`,
    },
  ];
}

async function inspectPartitions({ client }: ExaminedDatabase): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const table of PARTITIONED_TABLES) {
    const { rows } = await client.query<{ name: string; bound: string; now: Date }>(
      `SELECT relname::text AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound, now() AS now
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass`,
      [table.name],
    );
    const partitions = rows.flatMap(({ name, bound }) => parsePartition(name, bound) ?? []);
    const missing = listMissingPartitions(table, partitions, rows[0]?.now ?? new Date());
    if (missing.length === 0) continue;
    findings.push({
      problem: `Partitions of ${table.name} are missing: ${listSome(missing.map(({ name }) => name))}.`,
      reason: "Their rows go into one table that grows without limit and is slow to search.",
      remedy:
        "The hourly job “manage-partitions” creates them. Start the service, and look for this name in its log.",
    });
  }
  return findings;
}

const OVERDUE_MINUTES = 15;
const OVERDUE_HOURS = 3;
const FAILED_DAYS = 7;

const describeRunner = ({ env }: Examined): string =>
  env.inngest
    ? "Start Inngest, and register APP_URL/api/inngest there (docs/background-jobs.md)."
    : "Restart the service. If it goes on, look for warnings in its log.";

async function inspectQueue(examined: ExaminedDatabase): Promise<Finding[]> {
  const { rows } = await examined.client.query<{ kind: string; count: number; minutes: number }>(
    `SELECT kind::text AS kind, count(*)::int AS count,
       floor(extract(epoch FROM now() - min(next_attempt_at)) / 60)::int AS minutes
     FROM outbox_messages
     WHERE state = 'due' AND next_attempt_at < now() - make_interval(mins => $1)
       AND (leased_until IS NULL OR leased_until < now())
     GROUP BY 1 ORDER BY 1`,
    [OVERDUE_MINUTES],
  );
  return rows.map(({ kind, count, minutes }) => ({
    problem: `Work of the kind “${kind}” waits: ${count} due, the oldest for ${minutes} minutes.`,
    reason: "What it stands for (an e-mail, a webhook, an import, a signature) does not happen.",
    remedy: describeRunner(examined),
  }));
}

async function inspectFailures({ client }: ExaminedDatabase): Promise<Finding[]> {
  // A webhook fails when its receiver does, which the organization sees in its console.
  const { rows } = await client.query<{ kind: string; count: number; reason: string | null }>(
    `SELECT kind::text AS kind, count(*)::int AS count,
       (array_agg(last_reason ORDER BY finished_at DESC))[1] AS reason
     FROM outbox_messages
     WHERE state = 'failed' AND kind <> 'webhook' AND finished_at > now() - make_interval(days => $1)
     GROUP BY 1 ORDER BY 1`,
    [FAILED_DAYS],
  );
  return rows.map(({ kind, count, reason }) => ({
    problem: `${count} times in ${FAILED_DAYS} days, work of the kind “${kind}” was given up, last: ${reason ?? "no reason stored"}`,
    reason: "It is not tried again by itself.",
    remedy:
      kind === "mail"
        ? "Mend what the mail server said. Then resend the e-mails of those badges in the console."
        : "Look for warnings about it in the log, mend them, and repeat it in the console.",
  }));
}

async function inspectHourlyJobs(examined: ExaminedDatabase): Promise<Finding[]> {
  const { rows } = await examined.client.query<{ job: string }>(
    `SELECT job FROM hourly_runs WHERE job = ANY ($2)
       AND next_run_at < now() - make_interval(hours => $1) AND (leased_until IS NULL OR leased_until < now())
     ORDER BY 1`,
    [OVERDUE_HOURS, hourlyJobs.map(({ id }) => id)],
  );
  if (rows.length === 0) return [];
  return [
    {
      problem: `Hourly jobs have not run for hours: ${listSome(rows.map(({ job }) => job))}.`,
      reason: "Old data is not deleted, domains are not checked, and people are not reminded.",
      remedy: describeRunner(examined),
    },
  ];
}

async function inspectDomains({ client }: ExaminedDatabase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; organization: string; isIssuing: boolean }>(
    `SELECT domain.name, organization.name AS organization, false AS "isIssuing"
     FROM organization_domains AS domain JOIN organizations AS organization ON organization.id = domain.organization_id
     WHERE domain.failing_since IS NOT NULL OR domain.lost_at IS NOT NULL
     UNION ALL
     SELECT issuer.domain, organization.name, true
     FROM issuer_domains AS issuer JOIN organizations AS organization ON organization.id = issuer.organization_id
     WHERE issuer.enabled_at IS NOT NULL AND issuer.active_since IS NULL
     ORDER BY 1, 3`,
  );
  return rows.map(({ name, organization, isIssuing }) => ({
    problem: isIssuing
      ? `The files for did:web of ${name} (${organization}) are missing or have other keys than ours.`
      : `The verification of ${name} (${organization}) fails.`,
    reason: isIssuing
      ? "Its credentials are issued under the address of this service instead of the domain."
      : "Pages and credentials soon show its badges without the domain.",
    remedy: "An administrator of that organization finds the steps in the console under Settings → Domain.",
  }));
}

const skipWhenStopped = ({ isRunning }: Examined): string | null =>
  isRunning === false ? "the service is stopped" : null;

/** What the service stores. */
export const RECORD_CHECKS: Check<ExaminedDatabase>[] = [
  {
    name: "encryption-key",
    run: async (examined) => {
      const { unreadable } = await countSecrets(examined.client);
      if (unreadable.length === 0) return [];
      return [
        {
          problem: `No key can decrypt ${listSome(unreadable)}.`,
          reason:
            "Those tokens and secrets cannot be shown or used, and credentials of those keys cannot be signed.",
          remedy:
            `Add the key they were encrypted with to ${keyPlace(examined)} and restart. ` +
            "If it is lost, create them again in the console.",
        },
      ];
    },
  },
  {
    name: "previous-encryption-key",
    skip: ({ env }) => (env.ENCRYPTION_KEY_PREVIOUS.length === 0 ? "there is no previous key" : null),
    run: inspectPreviousKey,
  },
  { name: "partitions", run: inspectPartitions },
  { name: "queue", skip: skipWhenStopped, run: inspectQueue },
  { name: "failed-work", run: inspectFailures },
  {
    name: "hourly-jobs",
    skip: (examined) => skipWhenStopped(examined) ?? (examined.env.inngest ? "Inngest runs them" : null),
    run: inspectHourlyJobs,
  },
  { name: "domains", run: inspectDomains },
];
