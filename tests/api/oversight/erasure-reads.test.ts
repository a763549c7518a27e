import { beforeAll, expect, it } from "vitest";
import { erasePerson, findPerson } from "@/lib/oversight/erasures/service";
import { PERSONAL_COLUMNS } from "@/lib/oversight/erasures/personal-columns";
import { disconnect } from "@/lib/kernel/db";
import { createTestOrganization } from "../../support/builders";
import { createEarner } from "../../support/accounts/earners";
import { fillPerson } from "../../support/oversight/filled-person";
import { createMarks, type Marks } from "../../support/oversight/filled-rows";
import { finishErasures } from "../../support/oversight/erased-person";
import { copyRows, REFERRED_TABLES } from "../../support/platform/copied-rows";
import { endConnections, sql } from "../../support/platform/database";
import { until } from "../../support/until";

/** How many rows of other people each table has. `ERASURE_ROWS=200000` measures an installation of that size. */
const ROWS = Number(process.env.ERASURE_ROWS ?? 4_000);
/** What a person may have, by far. */
const FEW = 1_000;

/** Rows that exist once for each row of another table, which `copyRows` cannot make. */
const DEPENDENT_ROWS = [
  `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at)
   SELECT gen_random_uuid(), id, 'c' || id || '@example.com', true, now() FROM users ON CONFLICT DO NOTHING`,
  `INSERT INTO signed_credentials (badge_id, document, token_header, token_signature, created_at)
   SELECT id, 'a', 'b', '', now() FROM issued_badges ON CONFLICT DO NOTHING`,
  // A trigger has queued the copies of entries.
  `INSERT INTO audit_links (organization_id, position, entry_id, occurred_at, content, hash, salts)
   SELECT organization_id, 1000000 + row_number() OVER (), id, occurred_at, '', '', '{}' FROM audit_entries
   ON CONFLICT DO NOTHING`,
  "DELETE FROM audit_queue",
  "ANALYZE",
];

// All entries of the courses of the person are read, and copies would be of such a course.
const NOT_COPIED = [...REFERRED_TABLES, "learning_logs"];

let marks: Marks;
beforeAll(async () => {
  const [issuer, employer] = [await createTestOrganization(), await createTestOrganization()];
  for (const name of ["Other", "Person"]) {
    marks = createMarks(name);
    await fillPerson({ earner: await createEarner(marks.address), issuer, employer, marks });
  }
  const tables = Object.keys(PERSONAL_COLUMNS).filter((table) => !NOT_COPIED.includes(table));
  for (const table of [...REFERRED_TABLES, ...tables])
    await copyRows(table, "strpos(lower(source::text), 'person') = 0", ROWS);
  for (const text of DEPENDENT_ROWS) await sql(text);
}, 3_600_000);

/** Reads how many rows were read of each table until now. Connections report when they end. */
async function readCounts(): Promise<Map<string, number>> {
  await Promise.all([disconnect(), endConnections()]);
  await until("all connections have ended", async () => {
    const [row] = await sql(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return row?.count === 0;
  });
  const rows = await sql(
    `SELECT COALESCE((SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = relid), relname) AS name,
       sum(seq_tup_read + COALESCE(idx_tup_fetch, 0))::int AS count
     FROM pg_stat_user_tables GROUP BY 1`,
  );
  return new Map(rows.map(({ name, count }) => [String(name), Number(count)]));
}

it("reads only rows of the person, and the request log, however much others have", async () => {
  const before = await readCounts();
  const { id } = await erasePerson(await findPerson({ email: marks.address }), "operator");
  await finishErasures();
  const after = await readCounts();
  const read = [...after].filter(([name, count]) => count - (before.get(name) ?? 0) > FEW);
  expect(id).toBeTruthy();
  expect(read.map(([name]) => name)).toEqual(["api_requests"]);
}, 3_600_000);
