import type pg from "pg";
import type { NewOrganization } from "@/lib/operations/installation/service";
import { withClient } from "@/lib/platform/postgres/database";
import { createOrganization } from "../support/platform/product";
import {
  countRows,
  EFFECT_TABLES,
  insertEffects,
  readSizes,
  readWaits,
  type EffectTable,
  type Sizes,
} from "./growth-data";
import { fillOrganization, MANY } from "./organization-data";
import type { Print } from "./report";
import { createTemplate, issue, LANES, type Subject } from "./subject";

/** The first is inserted under all indexes, as issuing does. For more, they are built at the end. */
const BADGES = [99_999, 1_000_000] as const;
const EFFECTS = 1_000_000;
const ISSUES = 5_000;
const MONTH_ROWS = 100_000;
const BATCH = 1_000;
const SAMPLE_MS = 20;
const SHOWN_WAITS = 6;

const row = (print: Print, name: string, value: string): void =>
  print(`  ${name.padEnd(66)} ${value.padStart(12)}`);
const perRow = (bytes: number, rows: number): string => `${(bytes / rows).toFixed(0)} B`;

/** Prints the bytes that each row added to a table and its indexes. */
function printGrowth(print: Print, before: Sizes, after: Sizes, rows: number): void {
  let total = 0;
  for (const [name, bytes] of after) {
    const grown = bytes - (before.get(name) ?? 0);
    total += grown;
    row(print, name, perRow(grown, rows));
  }
  row(print, "in all", perRow(total, rows));
}

/** Issues badges over HTTP and counts the rows that one badge adds to each table. */
async function rowsOfAnIssue(one: Subject, client: pg.Client, print: Print): Promise<void> {
  print(`\nRows of an issued badge (${ISSUES} issued over HTTP, e-mails suppressed)`);
  const before = await countRows(client);
  await issue(one.product.origin, one, ISSUES);
  for (const [table, count] of await countRows(client)) {
    const added = count - (before.get(table) ?? 0);
    if (added >= ISSUES / 100) row(print, table, (added / ISSUES).toFixed(2));
  }
}

/** Fills a new organization with badges and prints the bytes of each. Returns the organization. */
export async function fillAndPrintSizes(
  one: Subject,
  client: pg.Client,
  { badges, seed }: { badges: number; seed: number },
  print: Print,
): Promise<NewOrganization> {
  const tables = ["issued_badges", "users", "user_emails"];
  const organization = await createOrganization(one.product.dataDir, {
    name: `Growth ${badges}`,
    adminEmail: `growth-${badges}@example.org`,
  });
  const before = await readSizes(client, tables);
  const began = performance.now();
  await fillOrganization(client, { organizationId: organization.organization_id, badges, seed });
  await client.query("VACUUM ANALYZE issued_badges");
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const how = badges < MANY ? "indexes updated row by row" : "indexes built at the end";
  print(`\nBytes for each badge, with ${badges} more badges, ${how}, in ${seconds} s`);
  printGrowth(print, before, await readSizes(client, tables), badges);
  return organization;
}

async function sizesOfEffects(one: Subject, client: pg.Client, print: Print): Promise<void> {
  for (const table of EFFECT_TABLES) {
    const before = await readSizes(client, [table]);
    const { organization_id: organizationId } = one.made;
    await insertEffects(client, table, { organizationId, rows: EFFECTS, days: [-390, 0] });
    print(`\nBytes for each row, with ${EFFECTS} more rows`);
    printGrowth(print, before, await readSizes(client, [table]), EFFECTS);
  }
}

/** Deletes rows in batches, as retention does. Returns the rows per second. */
async function deleteRows(client: pg.Client, partition: string): Promise<number> {
  const began = performance.now();
  for (let removed = 0; removed < MONTH_ROWS; removed += BATCH)
    await client.query(
      `DELETE FROM events WHERE id = ANY (ARRAY(SELECT id FROM ${partition} ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [BATCH],
    );
  return (MONTH_ROWS * 1_000) / (performance.now() - began);
}

/** Compares a partition with a million rows and an empty one: inserting, deleting row by row, dropping. */
async function partitions(one: Subject, client: pg.Client, print: Print): Promise<void> {
  print(`\nEvents in a partition with ${EFFECTS} rows and in an empty one, ${MONTH_ROWS} rows each`);
  const { rows: empty } = await client.query<{ name: string; days: number }>(
    `SELECT relname AS name, to_date(right(relname, 7), 'YYYY_MM') - current_date + 1 AS days
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'events'::regclass AND relname ~ '_\\d{4}_\\d{2}$' ORDER BY 1 LIMIT 1`,
  );
  const [{ name, days } = { name: "", days: 0 }] = empty;
  const measure = (from: number, table: EffectTable = "events"): Promise<number> =>
    insertEffects(client, table, {
      organizationId: one.made.organization_id,
      rows: MONTH_ROWS,
      days: [from, from + 20],
    });
  row(print, "inserted into the one with rows", `${(await measure(-30)).toFixed(0)}/s`);
  row(print, `inserted into ${name}`, `${(await measure(days)).toFixed(0)}/s`);
  row(print, "deleted row by row, with rows", `${(await deleteRows(client, "events_first")).toFixed(0)}/s`);
  const began = performance.now();
  await client.query(`DROP TABLE ${name}`);
  row(print, `dropping ${name}`, `${(performance.now() - began).toFixed(0)} ms`);
}

/** Prints what PostgreSQL's connections wait for while badges are issued. */
async function waits(one: Subject, client: pg.Client, print: Print): Promise<void> {
  const templateIds = [one.templateId];
  while (templateIds.length < LANES) templateIds.push(await createTemplate(one.product, one.made));
  for (const templates of [templateIds.slice(0, 1), templateIds]) {
    const seen = new Map<string, number>();
    let samples = 0;
    let isDone = false;
    const load = issue(one.product.origin, one, ISSUES, templates).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const wait of await readWaits(client)) {
        seen.set(wait, (seen.get(wait) ?? 0) + 1);
        samples += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
    const { perSecond } = await load;
    print(`\nWhat active connections do while ${LANES} lanes issue from ${templates.length} templates`);
    row(print, "badges issued", `${perSecond.toFixed(0)}/s`);
    const sorted = [...seen].toSorted(([, least], [, most]) => most - least).slice(0, SHOWN_WAITS);
    for (const [wait, count] of sorted) row(print, wait, `${((100 * count) / samples).toFixed(0)} %`);
  }
}

async function images(client: pg.Client, print: Print): Promise<void> {
  const { rows } = await client.query<{ count: string; bytes: string | null }>(
    "SELECT count(*), avg(length(bytes)) AS bytes FROM images WHERE length(bytes) > 0",
  );
  print("\nImages, one for each template");
  row(print, `bytes of one of ${rows[0]?.count}`, `${Number(rows[0]?.bytes).toFixed(0)} B`);
}

/** Prints what a badge and its effects need on disk, what partitions change, and what issuing waits for. */
export async function growth(one: Subject, print: Print): Promise<void> {
  const url = await one.product.databaseUrl();
  await withClient(url, async (client) => {
    await issue(one.product.origin, one, ISSUES);
    await waits(one, client, print);
    await rowsOfAnIssue(one, client, print);
    await images(client, print);
    await sizesOfEffects(one, client, print);
    await partitions(one, client, print);
    for (const [seed, badges] of BADGES.entries())
      await fillAndPrintSizes(one, client, { badges, seed }, print);
  });
}
