import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { writeLogs, type LogEntry } from "@/lib/learning/logs/service";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  invalidParameters,
  type TestIntegration,
} from "../../support/learning/learning";

const LIST = "/v1.1/cle_logs";
const DELETE = "/v1.1/cle_logs/delete";

let integration: TestIntegration;
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;

beforeAll(async () => {
  integration = await createConnectedIntegration();
  siblingIntegration = await createConnectedIntegration(integration.app);
  foreignIntegration = await createConnectedIntegration();
});
afterEach(() => vi.restoreAllMocks());

const buildEntry = (externId: string, changes: Partial<LogEntry> = {}): LogEntry => ({
  action: "create",
  type: "student",
  data: { extern_id: externId },
  ...changes,
});

/** Entries written at this time. */
async function writeEntries(
  targetIntegration: TestIntegration,
  at: string,
  ...entries: LogEntry[]
): Promise<void> {
  vi.spyOn(clock, "now").mockReturnValue(new Date(at));
  const { id, course_id: courseId, name, app, organization } = targetIntegration;
  await writeLogs({ id, courseId, name, appId: app.id, organizationId: organization.id }, entries);
  vi.restoreAllMocks();
}

const listEntryIds = ({ data }: { data: { data: { extern_id: string } }[] }) =>
  data.map((one) => one.data.extern_id);

describe("GET /v1.1/cle_logs", () => {
  beforeAll(async () => {
    await writeEntries(
      integration,
      "2017-12-01T09:51:11Z",
      buildEntry("1"),
      buildEntry("2", { errorId: "invalid_item" }),
    );
    await writeEntries(
      integration,
      "2017-12-02T09:51:11Z",
      buildEntry("3", { action: "bulk_delete", type: "gradable" }),
    );
    await writeEntries(siblingIntegration, "2017-12-01T09:51:11Z", buildEntry("of the course beside it"));
    await writeEntries(foreignIntegration, "2017-12-01T09:51:11Z", buildEntry("of another organization"));
  });

  it("200: the integration's own, in the order of writing, with the specification's fields", async () => {
    const { status, data, paging } = await integration.client.get(LIST);
    expect([status, paging?.multi_result_count]).toEqual([200, 3]);
    const fields = { id: expect.any(Number), date: "Fri, 01 Dec 2017 09:51:11 GMT", action: "create" };
    expect(data).toEqual([
      { ...fields, type: "student", error_id: null, data: { extern_id: "1" } },
      { ...fields, type: "student", error_id: "invalid_item", data: { extern_id: "2" } },
      {
        id: expect.any(Number),
        date: "Sat, 02 Dec 2017 09:51:11 GMT",
        action: "bulk_delete",
        type: "gradable",
        error_id: null,
        data: { extern_id: "3" },
      },
    ]);
  });

  it("200: after start and before end, in either format of a date", async () => {
    const listLogs = async (query: object) => listEntryIds(await integration.client.get(LIST, { ...query }));
    expect(await listLogs({ start: "Fri, 01 Dec 2017 09:51:10 +0000" })).toEqual(["1", "2", "3"]);
    expect(await listLogs({ start: "Fri, 01 Dec 2017 09:51:11 +0000" })).toEqual(["3"]);
    expect(await listLogs({ end: "2017-12-02 09:51:11 UTC" })).toEqual(["1", "2"]);
    expect(await listLogs({ end: "2017-12-02 04:51:12 -0500" })).toEqual(["1", "2", "3"]);
    expect(await listLogs({ start: "2017-12-01 09:51:11 UTC", end: "2017-12-02 09:51:11 UTC" })).toEqual([]);
  });

  it("200: paginates, in either direction", async () => {
    const getPage = async (query: object) => listEntryIds(await integration.client.get(LIST, { ...query }));
    expect(await getPage({ per_page: 2 })).toEqual(["1", "2"]);
    expect(await getPage({ per_page: 2, page: 1 })).toEqual(["3"]);
    expect(await getPage({ per_page: 2, order_direction: "DESC" })).toEqual(["3", "2"]);
  });

  it("400: invalid dates", async () => {
    const errors = invalidParameters(
      await integration.client.get(LIST, { start: "soon", end: "31.12.2017" }),
    );
    expect(errors.toSorted()).toEqual(["invalid_param_end", "invalid_param_start"]);
  });

  it("use an index to read one page of many", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    await writeEntries(
      targetIntegration,
      "2018-01-01T00:00:00Z",
      ...Array.from({ length: 2_000 }, (_item, index) => buildEntry(`${index}`)),
    );
    await sql("ANALYZE learning_logs");
    const plan = await sql(
      `EXPLAIN SELECT id FROM learning_logs WHERE organization_id = '${targetIntegration.organization.id}' AND integration_id = ${integration.id}
       ORDER BY created_at, id LIMIT 10`,
    );
    expect(JSON.stringify(plan)).toContain("learning_logs_integration_id_created_at_id_idx");
  });
});

describe("DELETE or POST /v1.1/cle_logs/delete", () => {
  it.each(["delete", "post"] as const)("200: all of the integration's own (%s)", async (method) => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    await writeEntries(targetIntegration, "2017-12-01T09:51:11Z", buildEntry("1"), buildEntry("2"));
    const { status, data } = await targetIntegration.client[method](DELETE);
    expect([status, data]).toEqual([200, { deleted_count: 2 }]);
    expect((await targetIntegration.client[method](DELETE)).data).toEqual({ deleted_count: 0 });
    for (const others of [integration, siblingIntegration, foreignIntegration]) {
      expect((await others.client.get(LIST)).paging?.multi_result_count).toBeGreaterThan(0);
    }
  });

  it("200: after start and before end", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    for (const day of ["01", "02", "03"])
      await writeEntries(targetIntegration, `2017-12-${day}T00:00:00Z`, buildEntry(day));
    const period = { start: "2017-12-01 00:00:00 UTC", end: "2017-12-03 00:00:00 UTC" };
    expect((await targetIntegration.client.delete(DELETE, period)).data).toEqual({ deleted_count: 1 });
    expect(listEntryIds(await targetIntegration.client.get(LIST))).toEqual(["01", "03"]);
  });

  it("400: an invalid date deletes nothing", async () => {
    const before = await digestTables();
    expect(invalidParameters(await integration.client.delete(DELETE, { start: "soon" }))).toEqual([
      "invalid_param_start",
    ]);
    expect(await digestTables()).toEqual(before);
  });
});

describe("writing log entries", () => {
  it("needs one statement for many entries, none for none, and is rolled back with the change", async () => {
    const targetIntegration = await createConnectedIntegration(integration.app);
    const many = Array.from({ length: 50 }, (_item, index) => buildEntry(`${index}`));
    expect(await countQueries(() => writeEntries(targetIntegration, "2017-12-01T00:00:00Z", ...many))).toBe(
      1,
    );
    expect(await countQueries(() => writeEntries(targetIntegration, "2017-12-01T00:00:00Z"))).toBe(0);
    const failing = transaction(async () => {
      await writeEntries(targetIntegration, "2017-12-02T00:00:00Z", buildEntry("lost"));
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    expect((await targetIntegration.client.get(LIST)).paging?.multi_result_count).toBe(50);
  });
});
