import type pg from "pg";
import type { EncryptedColumn } from "@/lib/kernel/secrets";
import { getKeyring } from "@/lib/kernel/secrets";
import { listMissingPartitions, parsePartition } from "@/lib/operations/retention/partition-bounds";
import { PARTITIONED_TABLES } from "@/lib/operations/retention/partitions";
import { SECRET_COLUMNS } from "@/lib/operations/stored-secrets/columns";
import { keyProbes } from "@/lib/operations/stored-secrets/key-probe";
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
      problem: `Nothing is encrypted with the keys in ${keyPlace(examined)}.`,
      reason: "An old key that was perhaps changed because it leaked still opens links in e-mails.",
      remedy:
        `Remove ${keyPlace(examined)} and restart. Links in e-mails from before the change then stop working. ` +
        (examined.secretsFile === null
          ? "Keep the old key, where BACKUP_KEY is kept, as long as a backup from before the change exists. "
          : "") +
        "If it is the new key of a change on several hosts, continue with phase two (docs/operating.md) instead.",
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
  { name: "domains", run: inspectDomains },
];
