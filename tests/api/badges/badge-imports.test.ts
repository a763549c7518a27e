import { beforeAll, describe, expect, it } from "vitest";
import {
  encodeFile,
  countRuns,
  importBody,
  line,
  createCheckedImport,
  PATH,
  listRecipients,
  runAllImportSteps,
  createStartedImport,
  table,
} from "../../support/badges/badge-imports";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN, sortedStatuses } from "../../support/http/client";
import { digestTables, countQueries, sql } from "../../support/platform/database";

const UNKNOWN = "0190a5b4-0000-7000-8000-0000000000ff";

let organization: TestOrganization;
let template: { id: string; name: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

const createImport = (changes: Record<string, unknown> = {}) =>
  organization.client.post(PATH, importBody(template.id, changes));
const getImport = (id: string) => organization.client.get(`${PATH}/${id}`);
const listRows = async (id: string, query = "") =>
  (await organization.client.get(`${PATH}/${id}/rows${query}`)).data as {
    number: number;
    status: string;
    recipient_email: string;
    recipient_name: string;
    problems: { field: string; code: string; message: string }[];
    badge_id: string | null;
  }[];
const listProblemCodes = async (id: string) =>
  (await listRows(id)).map(({ status, problems }) => [
    status,
    ...problems.map(({ field, code }) => `${field} ${code}`),
  ]);
const readCounts = (data: Record<string, number>) =>
  ["rows", "ok", "warning", "error"].map((name) => data[`${name}_count`]);

describe("POST /organizations/{id}/badge_imports", () => {
  it("201: maps columns by their headings, checks each row, and issues nothing", async () => {
    const own = await createTemplate(organization);
    const file = table(line({ email: "One@Example.org" }), line({ email: "no address" }), line());
    const { status, data, headers } = await createImport({ badge_template_id: own.id, file });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject({
      state: "ready",
      badge_template: { id: own.id, name: own.name, state: "active" },
      file_name: "people.csv",
      mapping: { recipient_email: 0, issued_to_first_name: 1, issued_to_last_name: 2, issued_at: 3 },
      ignored_columns: [],
      duplicate_behavior: "deny",
      suppress_badge_notification_email: false,
      rows_count: 3,
      ok_count: 2,
      warning_count: 0,
      error_count: 1,
      issued_count: 0,
      failed_count: 0,
      started_by: null,
      started_at: null,
      finished_at: null,
    });
    expect(data.columns[0]).toEqual({ name: "email", samples: expect.arrayContaining(["One@Example.org"]) });
    expect(headers.get("location")).toBe(`${ORIGIN}/v1/organizations/${organization.id}${PATH}/${data.id}`);
    expect((await getImport(data.id)).data).toEqual(data);
    expect(await listRows(data.id)).toMatchObject([
      {
        number: 2,
        status: "ok",
        recipient_email: "one@example.org",
        recipient_name: "Ada Okafor",
        problems: [],
      },
      {
        number: 3,
        status: "error",
        problems: [
          {
            field: "recipient_email",
            message: "“no address” is not an e-mail address. Use ada@example.org.",
          },
        ],
      },
      { number: 4, status: "ok", badge_id: null },
    ]);
    expect(await listRecipients(own.id)).toEqual([]);
  });

  it.each([
    [
      "a byte order mark and semicolons",
      "utf8",
      "\ufeffE-Mail;Vorname;Nachname\r\nzoe@example.org;Zoë;Öztürk\r\n",
    ],
    ["Windows-1252 and tabs", "latin1", "E-Mail\tVorname\tNachname\r\nzoe@example.org\tZoë\tÖztürk\r\n"],
    ["UTF-16", "utf16le", "\ufeffE-Mail\tVorname\tNachname\r\nzoe@example.org\tZoë\tÖztürk\r\n"],
  ] as const)("201: reads %s", async (_name, encoding, text) => {
    const { status, data } = await createImport({ file: encodeFile(text, encoding) });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(await listRows(data.id)).toMatchObject([{ status: "ok", recipient_name: "Zoë Öztürk" }]);
  });

  it("201: reports each error of a row under its field", async () => {
    const head = "email,first name,last name,issued on,expires on,locale,evidence,notes";
    const good = "ada@example.org,Ada,Okafor,2026-04-01";
    const lines = [
      ",Ada,Okafor,2026-04-01",
      "b@example.org,,Okafor,2026-04-01",
      "c@example.org,Ada,Okafor,2026-02-30",
      "d@example.org,Ada,Okafor,2026-04-01,2025-01-01",
      "e@example.org,Ada,Okafor,2026-04-01,,tlh",
      "f@example.org,Ada,Okafor,2026-04-01,,,javascript:alert(1)",
      "g@example.org,Ada,Okafor,2026-04-01,,,,n,too many",
      `${good},never,DE,https://example.org/proof`,
    ];
    const { data } = await createImport({ file: encodeFile([head, ...lines].join("\n")) });
    expect(readCounts(data)).toEqual([8, 1, 0, 7]);
    expect(await listProblemCodes(data.id)).toEqual([
      ["error", "recipient_email required"],
      ["error", "issued_to_first_name required"],
      ["error", "issued_at invalid"],
      ["error", "expires_at before_issued_at"],
      ["error", "locale invalid_value"],
      ["error", "evidence_url invalid"],
      ["error", " too_many_cells"],
      ["ok"],
    ]);
  });

  it("201: finds duplicates within the file and of issued badges, according to the chosen behavior", async () => {
    const own = await createTemplate(organization);
    await organization.client.post("/badges", badgeBody(own.id, { recipient_email: "held@example.org" }));
    const lines = [
      line({ email: "held@example.org" }),
      line({ email: "twice@example.org" }),
      line({ email: "Twice@example.org" }),
    ];
    const file = table(...lines);
    const denied = await createImport({ badge_template_id: own.id, file });
    expect(await listProblemCodes(denied.data.id)).toEqual([
      ["error", "recipient_email duplicate_badge"],
      ["ok"],
      ["error", "recipient_email duplicate_in_file"],
    ]);
    const replacing = await createImport({ badge_template_id: own.id, file, duplicate_behavior: "replace" });
    expect(await listProblemCodes(replacing.data.id)).toEqual([
      ["warning", "recipient_email replaces"],
      ["ok"],
      ["error", "recipient_email duplicate_in_file"],
    ]);
    const allowing = await createImport({ badge_template_id: own.id, file, duplicate_behavior: "allow" });
    expect(await listProblemCodes(allowing.data.id)).toEqual([
      ["warning", "recipient_email duplicate_badge"],
      ["ok"],
      ["warning", "recipient_email duplicate_in_file"],
    ]);
    expect((await listRows(allowing.data.id))[2]?.problems[0]?.message).toContain("row 3");
  });

  it("201: accepts dates as spreadsheets write them, and warns when a date is ambiguous", async () => {
    const days = ["31.12.2026", "03/04/2026", "12/31/2026", ""];
    const lines = days.map((date) => line({ date }));
    const { data } = await createImport({ file: table(...lines), issued_at: "2026-05-05" });
    expect([data.date_order, data.date_order_is_guess, data.issued_at]).toEqual([
      "month_first",
      true,
      "2026-05-05",
    ]);
    expect(await listProblemCodes(data.id)).toEqual([
      ["ok"],
      ["warning", "issued_at ambiguous_date"],
      ["ok"],
      ["ok"],
    ]);
    const importResponse = await createImport({ file: table(...lines), date_order: "day_first" });
    expect([importResponse.data.date_order_is_guess, ...readCounts(importResponse.data)]).toEqual([
      false,
      4,
      // The date that has the month first shows how it was read.
      3,
      1,
      0,
    ]);
  });

  it("201: lists the ignored columns until they are mapped", async () => {
    const file = encodeFile(
      "email,full name,Date given,,Score\nada@example.org,Ada Okafor,2026-04-01,,7\n,,,x,",
    );
    const { data } = await createImport({ file });
    expect([data.mapping, data.ignored_columns]).toEqual([
      { recipient_email: 0, issued_to: 1 },
      ["Date given", "Column 4", "Score"],
    ]);
    const mapping = { ...data.mapping, issued_at: 2 };
    const changed = await organization.client.patch(`${PATH}/${data.id}`, { mapping });
    expect(changed.data.ignored_columns).toEqual(["Column 4", "Score"]);
  });

  it("201: needs the same number of queries for ten rows as for a hundred", async () => {
    const buildTable = (count: number) => table(...Array.from({ length: count }, () => line()));
    const [ten, hundred] = [buildTable(10), buildTable(100)];
    const first = await countQueries(() => createImport({ file: ten }));
    expect(await countQueries(() => createImport({ file: hundred }))).toBe(first);
  });

  it.each([
    ["no template", { badge_template_id: UNKNOWN }, "badge_template_id"],
    ["no name", { file_name: "" }, "file_name"],
    ["no file", { file: "" }, "file"],
    ["no base64", { file: "a?b" }, "file"],
    ["a workbook", { file: encodeFile("PK\u0003\u0004xl/workbook.xml", "latin1") }, "file"],
    ["bytes that are no text", { file: encodeFile("a,b\n\u0000,c", "latin1") }, "file"],
    ["headings alone", { file: table() }, "file"],
    ["a quote that is not closed", { file: encodeFile('email\n"a') }, "file"],
    ["too many rows", { file: encodeFile(`email\n${"a@example.org\n".repeat(10_001)}`) }, "file"],
    ["too many columns", { file: encodeFile(`${"x,".repeat(100)}x\na`) }, "file"],
    ["a column that is not there", { mapping: { recipient_email: 9 } }, "mapping"],
    ["a column for two fields", { mapping: { recipient_email: 0, issued_to: 0 } }, "mapping"],
    ["a field that is none", { mapping: { recipient: 0 } }, "mapping"],
    ["another order of dates", { date_order: "year_first" }, "date_order"],
    ["no day", { issued_at: "soon" }, "issued_at"],
  ])("422: %s; nothing is stored", async (_name, changes, field) => {
    const before = await digestTables();
    const { status, data } = await createImport(changes);
    expect([status, data.errors?.[0]?.field.split(".")[0]]).toEqual([422, field]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: a template that is not active", async () => {
    const own = await createTemplate(organization);
    await organization.client.put(`/badge_templates/${own.id}`, { state: "archived" });
    const { status, data } = await createImport({ badge_template_id: own.id });
    expect([status, data.code]).toEqual([422, "template_not_active"]);
  });

  it("201: creates one import per Idempotency-Key", async () => {
    const body = importBody(template.id);
    const key = { "idempotency-key": "import-once" };
    const [first, again] = [
      await organization.client.post(PATH, body, key),
      await organization.client.post(PATH, body, key),
    ];
    expect([first.status, again.status, again.data.id]).toEqual([201, 201, first.data.id]);
  });
});

describe("GET /organizations/{id}/badge_imports", () => {
  it("200: newest first, filtered by state and name", async () => {
    const own = await createTestOrganization();
    const first = await createCheckedImport(own, { file_name: "spring.csv" });
    const second = await createStartedImport(own, { file_name: "autumn.csv" });
    const listImportIds = async (query = "") =>
      ((await own.client.get(PATH + query)).data as { id: string }[]).map(({ id }) => id);
    expect(await listImportIds()).toEqual([second.id, first.id]);
    expect(await listImportIds("?filter=state::running")).toEqual([second.id]);
    expect(await listImportIds("?filter=query::SPRING")).toEqual([first.id]);
    expect(await listImportIds("?sort=created_at")).toEqual([first.id, second.id]);
  });

  it("400: an unknown state", async () => {
    expect((await organization.client.get(`${PATH}?filter=state::lost`)).status).toBe(400);
  });
});

describe("GET /organizations/{id}/badge_imports/{badge_import_id}/rows", () => {
  it("200: filtered by status and recipient, paginated", async () => {
    const lines = [line({ email: "wanted@example.org" }), line({ email: "x" }), line(), line()];
    const { id } = await createCheckedImport(organization, { file: table(...lines) });
    const listRowNumbers = async (query: string) => (await listRows(id, query)).map(({ number }) => number);
    expect(await listRowNumbers("?filter=status::error")).toEqual([3]);
    expect(await listRowNumbers("?filter=status::ok|query::WANTED")).toEqual([2]);
    expect(await listRowNumbers("?filter=query::okafor&per=2&page=2")).toEqual([4, 5]);
    expect(await listRowNumbers("?sort=-number")).toEqual([5, 4, 3, 2]);
  });

  it("400: an unknown status", async () => {
    const { id } = await createCheckedImport(organization);
    expect((await organization.client.get(`${PATH}/${id}/rows?filter=status::lost`)).status).toBe(400);
  });
});

describe("PATCH /organizations/{id}/badge_imports/{badge_import_id}", () => {
  const updateImport = (id: string, body: Record<string, unknown>) =>
    organization.client.patch(`${PATH}/${id}`, body);

  it("200: a new mapping checks all rows again", async () => {
    const file = encodeFile("who,where\nAda Okafor,ada@example.net\nCher,cher@example.net");
    const created = await createCheckedImport(organization, { file });
    expect(readCounts(created)).toEqual([2, 0, 0, 2]);
    const { status, data } = await updateImport(created.id, {
      mapping: { issued_to: 0, recipient_email: 1 },
    });
    expect([status, data.mapping, ...readCounts(data)]).toEqual([
      200,
      { issued_to: 0, recipient_email: 1 },
      2,
      1,
      0,
      1,
    ]);
    expect(await listProblemCodes(created.id)).toEqual([["ok"], ["error", "issued_to_last_name required"]]);
  });

  it("200: takes badges into account that were issued since the last check", async () => {
    const own = await createTemplate(organization);
    const file = table(line({ email: "since@example.org" }));
    const { id } = await createCheckedImport(organization, { badge_template_id: own.id, file });
    await organization.client.post("/badges", badgeBody(own.id, { recipient_email: "since@example.org" }));
    expect(readCounts((await updateImport(id, {})).data)).toEqual([1, 0, 0, 1]);
  });

  it("422: after it was started, and for everything that a new import would be refused for", async () => {
    const { id } = await createCheckedImport(organization);
    expect((await updateImport(id, { mapping: { recipient_email: 50 } })).status).toBe(422);
    await organization.client.post(`${PATH}/${id}/start`, {});
    const { status, data } = await updateImport(id, { duplicate_behavior: "allow" });
    expect([status, data.code]).toEqual([422, "import_not_ready"]);
    expect(data.message).toContain("running");
  });
});

describe("POST /organizations/{id}/badge_imports/{badge_import_id}/start", () => {
  const requestStart = (id: string, body: Record<string, unknown> = {}) =>
    organization.client.post(`${PATH}/${id}/start`, body);

  it("200: runs on behalf of the user who started it", async () => {
    const { id } = await createCheckedImport(organization);
    const { status, data } = await requestStart(id, { badges_count: 1 });
    expect([status, data.state, data.kept_until]).toEqual([200, "running", null]);
    expect(data.started_by).toEqual(expect.any(String));
    expect(await countRuns(id)).toBe(1);
  });

  it("200: several concurrent starts begin one run", async () => {
    const { id } = await createCheckedImport(organization);
    const responses = await Promise.all(Array.from({ length: 8 }, () => requestStart(id)));
    expect(sortedStatuses(responses)).toEqual([200, ...Array.from({ length: 7 }, () => 422)]);
    expect(await countRuns(id)).toBe(1);
  });

  it("422: a template that was archived since the check", async () => {
    const own = await createTemplate(organization);
    const { id } = await createCheckedImport(organization, { badge_template_id: own.id });
    await organization.client.put(`/badge_templates/${own.id}`, { state: "archived" });
    expect((await requestStart(id)).data.code).toBe("template_not_active");
    expect(await countRuns(id)).toBe(0);
  });

  it("422: nothing to issue, or a number of badges that differs from the one confirmed", async () => {
    const { id } = await createCheckedImport(organization, { file: table(line({ email: "x" })) });
    expect((await requestStart(id)).data.code).toBe("nothing_to_issue");
    const other = await createCheckedImport(organization);
    expect((await requestStart(other.id, { badges_count: 2 })).data.code).toBe("changed_meanwhile");
    expect((await getImport(other.id)).data.state).toBe("ready");
  });
});

describe("POST /organizations/{id}/badge_imports/{badge_import_id}/cancel", () => {
  const cancelImport = (id: string) => organization.client.post(`${PATH}/${id}/cancel`, {});

  it("200: issues no further badge; 422: when it is not running", async () => {
    const own = await createTemplate(organization);
    const { id } = await createStartedImport(organization, { badge_template_id: own.id });
    const { status, data } = await cancelImport(id);
    expect([status, data.state]).toEqual([200, "cancelled"]);
    await runAllImportSteps(id);
    expect(await listRecipients(own.id)).toEqual([]);
    expect((await cancelImport(id)).data.code).toBe("import_not_running");
  });
});

describe("DELETE /organizations/{id}/badge_imports/{badge_import_id}", () => {
  it("204: deletes its rows, not its badges; 422 while it is running", async () => {
    const own = await createTemplate(organization);
    const { id } = await createStartedImport(organization, { badge_template_id: own.id });
    expect((await organization.client.delete(`${PATH}/${id}`)).data.code).toBe("import_running");
    await runAllImportSteps(id);
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await getImport(id)).status).toBe(404);
    expect(await sql("SELECT 1 FROM badge_import_rows WHERE badge_import_id = $1", [id])).toEqual([]);
    expect(await listRecipients(own.id)).toHaveLength(1);
  });
});
