import pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { managePartitions } from "@/lib/operations/retention/partitions";
import { createPendingBadge } from "../../support/badges/badges";
import { createTemplate, createTestOrganization, type TestOrganization } from "../../support/builders";
import { stopClock } from "../../support/delivery/outbox";
import { isWaiting, openConnection, sql } from "../../support/platform/database";
import { insertOldMessage, listRemaining } from "../../support/platform/old-records";
import {
  endOfNextYear,
  findPartitionOf,
  insertAuditEntryAt,
  insertEventAt,
  listPartitionNames,
  monthFromNow,
  monthPartition,
  nextYearPartition,
  yearPartition,
} from "../../support/platform/partitions";
import { until } from "../../support/until";

const DAY_MS = 24 * 3_600_000;

let organization: TestOrganization;
let templateId: string;

beforeAll(async () => {
  organization = await createTestOrganization();
  templateId = (await createTemplate(organization)).id;
});
afterEach(() => {
  vi.restoreAllMocks();
  env().EVENTS_KEPT_DAYS = 400;
  env().AUDIT_KEPT_DAYS = 2_557;
});

const toIds = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
/** All tables, so that one that a job left behind is seen. */
const listTables = async () =>
  (await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).map((row) =>
    String(row.tablename),
  );

/** Moves the time to `days` from now, and creates the partitions that are missing then. */
async function jumpTo(days: number) {
  const stopped = stopClock(new Date(Date.now() + days * DAY_MS));
  await managePartitions();
  return stopped;
}

/** Makes a change of partitions necessary: one of those ahead is missing. Returns its name. */
async function makeWork(): Promise<string> {
  const name = monthPartition(monthFromNow(3));
  await managePartitions();
  await sql(`DROP TABLE ${name}`);
  return name;
}

describe("before the job has run", () => {
  it("events, audit entries and lists work, also of machines whose clock is years ahead or behind", async () => {
    const own = await createTestOrganization();
    const times = [-900, -40, 0, 40, 4_000].map((days) => new Date(Date.now() + days * DAY_MS));
    const events = [];
    for (const time of times) events.push(await insertEventAt(own.id, time));
    const entry = await insertAuditEntryAt(own.id, new Date(Date.now() + 4_000 * DAY_MS));
    expect(await findPartitionOf("events", events[0])).toBe("events_first");
    expect(await findPartitionOf("events", events[4])).toBe("events_default");
    expect(await findPartitionOf("audit_entries", entry)).toBe("audit_entries_default");
    expect(toIds((await own.client.get("/events")).data)).toEqual(events.toReversed());
  });
});

describe("the partitions of the coming time", () => {
  it("are created: three months and the next year; a second run does nothing", async () => {
    const rowsAhead = [await insertEventAt(organization.id, monthFromNow(3))];
    const entry = await insertAuditEntryAt(organization.id, endOfNextYear());
    await managePartitions();
    expect(await listPartitionNames("events")).toEqual([
      "events_default",
      "events_first",
      monthPartition(monthFromNow(2)),
      monthPartition(monthFromNow(3)),
    ]);
    expect(await listPartitionNames("audit_entries")).toContain(nextYearPartition());
    const tables = await listTables();
    await managePartitions();
    expect(await listTables()).toEqual(tables);
    // Rows that arrived earlier were moved out of the default partition.
    expect(await findPartitionOf("events", rowsAhead[0])).toBe(monthPartition(monthFromNow(3)));
    expect(await findPartitionOf("audit_entries", entry)).toBe(nextYearPartition());
  });

  it("take the rows of their time, to the millisecond", async () => {
    const month = monthFromNow(3);
    const last = await insertEventAt(organization.id, new Date(month.getTime() - 1));
    const first = await insertEventAt(organization.id, month);
    expect(await findPartitionOf("events", last)).toBe(monthPartition(monthFromNow(2)));
    expect(await findPartitionOf("events", first)).toBe(monthPartition(month));
    const badge = await createPendingBadge(organization, templateId);
    const [event] = await sql("SELECT id FROM events WHERE subject_id = $1", [badge.id]);
    expect(await findPartitionOf("events", String(event?.id))).toBe("events_first");
  });

  it("close the gap when the job did not run for a year, with the rows of that year", async () => {
    const late = await insertEventAt(organization.id, monthFromNow(8));
    expect(await findPartitionOf("events", late)).toBe("events_default");
    await jumpTo(365);
    expect(await findPartitionOf("events", late)).toBe(monthPartition(monthFromNow(8)));
    const names = (await listPartitionNames("events")).slice(2);
    expect(names).toEqual(Array.from(names, (_name, index) => monthPartition(monthFromNow(2 + index))));
    expect(names.length).toBeGreaterThanOrEqual(14);
  });

  it("refuse changes of audit entries, as the whole table does", async () => {
    const at = monthFromNow(13);
    const partition = yearPartition(at);
    await insertAuditEntryAt(organization.id, at);
    for (const table of [partition, "audit_entries_first", "audit_entries_default", "audit_entries"]) {
      const statements = [`UPDATE ${table} SET action = 'x'`, `TRUNCATE ${table}`, `DELETE FROM ${table}`];
      for (const statement of statements.slice(0, table.endsWith("default") ? 2 : 3))
        await expect(sql(statement), statement).rejects.toThrow("append-only");
    }
  });
});

describe("lists of events across months", () => {
  it("continue over the boundary, in both orders", async () => {
    const own = await createTestOrganization();
    await jumpTo(0);
    const events = [];
    for (const month of [1, 2, 3, 3])
      events.push(await insertEventAt(own.id, new Date(monthFromNow(month).getTime() + events.length)));
    expect(new Set(await Promise.all(events.map((id) => findPartitionOf("events", id)))).size).toBe(3);
    const readFrom = async (path: string) => toIds((await own.client.get(`/events?per=2${path}`)).data);
    expect(await readFrom("")).toEqual([events[3], events[2]]);
    expect(await readFrom("&page=2")).toEqual([events[1], events[0]]);
    expect(await readFrom(`&after=${events[2]}`)).toEqual([events[1], events[0]]);
    // Other tests of the run may have open transactions; events are listed once those have ended.
    await until("the events to be settled", async () => (await readFrom("&order=asc")).length === 2);
    expect(await readFrom("&order=asc")).toEqual(events.slice(0, 2));
    expect(await readFrom(`&order=asc&after=${events[1]}`)).toEqual(events.slice(2));
  });

  it("use indexes alone, and read an event by its id from one partition", async () => {
    // Far more events of another organization: reading those of this one must not read them.
    const other = await createTestOrganization();
    await sql(
      `INSERT INTO events (id, organization_id, event_type, occurred_at, subject_id)
       SELECT uuidv7(at - now()), CASE WHEN i % 40 < 36 THEN $2 ELSE $1 END::uuid, 'badge.created', at, gen_random_uuid()
       FROM (SELECT i, now() + (i % 110) * interval '1 day' AS at FROM generate_series(1, 20000) AS i) AS draw`,
      [organization.id, other.id],
    );
    await sql("ANALYZE events");
    const [event] = (await organization.client.get("/events?per=1")).data;
    const explain = async (path: string) => {
      const query = vi.spyOn(pg.Client.prototype, "query");
      await organization.client.get(path);
      const sent = query.mock.calls.map(([config]) => config as unknown as pg.QueryConfig);
      query.mockRestore();
      const plans = sent
        .filter(({ text }) => /FROM ("public"\.)?"?events/.test(text))
        .map(({ text, values }) => sql(`EXPLAIN ${text}`, values));
      expect(plans.length).toBeGreaterThan(0);
      return (await Promise.all(plans)).flat().map((row) => String(row["QUERY PLAN"]));
    };
    for (const path of ["/events", `/events?after=${event.id}`, "/events?order=asc"]) {
      const plan = await explain(path);
      // An empty partition may be read as a whole.
      expect(plan.join("\n"), path).not.toMatch(/Seq Scan on .* rows=\d\d/);
      expect(plan.join("\n"), path).toMatch(/Merge Append/);
    }
    const scans = (await explain(`/events/${event.id}`)).filter((line) => /Scan/.test(line));
    expect(scans).toHaveLength(1);
  });
});

describe("a partition whose rows are all past their retention period", () => {
  it("is dropped, except for the newest event of each organization and those that a delivery refers to", async () => {
    const [own, alone] = [await createTestOrganization(), await createTestOrganization()];
    const named = await insertEventAt(own.id, new Date(Date.now() - 2 * DAY_MS));
    const free = await insertEventAt(own.id, new Date(Date.now() - 2 * DAY_MS));
    const newest = await insertEventAt(own.id, new Date());
    const single = await insertEventAt(alone.id, new Date());
    await insertOldMessage(own.id, 0, named, { state: "due" });
    const ids = [named, free, newest, single];
    env().EVENTS_KEPT_DAYS = 30;
    await jumpTo(40);
    expect(await listRemaining("events", ids)).toEqual(ids);
    await jumpTo(95);
    expect(await listPartitionNames("events")).not.toContain("events_first");
    expect(await listRemaining("events", ids)).toEqual([named, newest, single]);
    expect(await findPartitionOf("events", newest)).toBe("events_default");
    expect((await own.client.get(`/events/${free}`)).status).toBe(404);
    expect((await own.client.get(`/events?order=asc&after=${free}`)).status).toBe(410);
    // A machine whose clock is late writes into the time of the dropped partition.
    const late = await insertEventAt(own.id, new Date());
    expect((await own.client.get(`/events?after=${late}`)).data).not.toEqual([]);
    expect((await own.client.get(`/events/${late}`)).status).toBe(200);
  });

  it("is dropped with its audit entries, except one that says that it occurred later", async () => {
    const old = await insertAuditEntryAt(organization.id, new Date());
    const odd = await insertAuditEntryAt(organization.id, new Date(), new Date(Date.now() + 800 * DAY_MS));
    await jumpTo(800);
    expect(await listPartitionNames("audit_entries")).toContain("audit_entries_first");
    env().AUDIT_KEPT_DAYS = 366;
    await managePartitions();
    expect(await listPartitionNames("audit_entries")).not.toContain("audit_entries_first");
    expect(await listRemaining("audit_entries", [old, odd])).toEqual([odd]);
  });
});

describe("the job that changes partitions", () => {
  it("does it once when two run at once", async () => {
    const missing = await makeWork();
    await Promise.all([managePartitions(), managePartitions()]);
    expect(await listPartitionNames("events")).toContain(missing);
  });

  it("leaves nothing half done when it dies, and continues in the next run", async () => {
    const missing = await makeWork();
    const before = await listTables();
    const reader = await openConnection();
    await reader.query("BEGIN");
    await reader.query("SELECT FROM events LIMIT 1");
    const ended = expect(managePartitions()).rejects.toThrow("canceling statement");
    await until("the job to wait", () => isWaiting());
    await sql(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await ended;
    await reader.query("COMMIT");
    await reader.end();
    expect(await listTables()).toEqual(before);
    await managePartitions();
    expect(await listTables()).toEqual([...before, missing].toSorted());
  });

  it("gives way to issuing while the table is in use, and tries again", async () => {
    const missing = await makeWork();
    const reader = await openConnection();
    await reader.query("BEGIN");
    await reader.query("SELECT FROM events LIMIT 1");
    const pause = vi.spyOn(clock, "wait").mockImplementation(async () => {
      await createPendingBadge(organization, templateId);
      if (pause.mock.calls.length === 2) await reader.query("COMMIT");
    });
    const done = managePartitions();
    await until("the job to wait", () => isWaiting());
    // Queues behind the job, which soon gives up.
    await createPendingBadge(organization, templateId);
    await done;
    await reader.end();
    expect(pause).toHaveBeenCalledTimes(2);
    expect(await listPartitionNames("events")).toContain(missing);
  });

  it("leaves the partitions for the next hour when the table stays in use", async () => {
    const missing = await makeWork();
    const reader = await openConnection();
    await reader.query("BEGIN");
    await reader.query("SELECT FROM events, audit_entries LIMIT 1");
    vi.spyOn(clock, "wait").mockImplementation(() => Promise.resolve());
    await managePartitions();
    expect(await listPartitionNames("events")).not.toContain(missing);
    await reader.query("ROLLBACK");
    await reader.end();
    await managePartitions();
    expect(await listPartitionNames("events")).toContain(missing);
  });
});
