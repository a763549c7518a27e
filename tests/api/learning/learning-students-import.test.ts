import iconv from "iconv-lite";
import { beforeAll, describe, expect, it } from "vitest";
import { sortedStatuses } from "../../support/http/client";
import { countQueries, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  invalidParameters,
  type TestIntegration,
} from "../../support/learning/learning";
import {
  listExternIds,
  file,
  readIntegrationLog,
  createStudent,
  numberedFields,
  studentBody,
} from "../../support/learning/roster";

const LIST = "/v1.1/cle_students";
const CREATE = "/v1.1/cle_students/create";
const DELETE = "/v1.1/cle_students/delete";

let integration: TestIntegration;

beforeAll(async () => {
  integration = await createConnectedIntegration();
});

const createIntegration = () => createConnectedIntegration(integration.app);
const buildTable = (rows: string[]) => ["extern_id,first,last,email", ...rows].join("\n");

describe("POST /v1.1/cle_students/create, several", () => {
  const two = [studentBody({ extern_id: "1" }), studentBody({ extern_id: "2" })];

  it.each(["post", "postQuery", "postMultipart"] as const)("200: a numbered list (%s)", async (method) => {
    const own = await createIntegration();
    const { status, data, paging } = await own.client[method](CREATE, numberedFields("students", two));
    expect([status, listExternIds({ data }), paging?.multi_result_count]).toEqual([200, ["1", "2"], 2]);
  });

  it("200: a JSON list, and a numbered list that starts at any number", async () => {
    const own = await createIntegration();
    expect(listExternIds(await own.client.postJson(CREATE, { students: two }))).toEqual(["1", "2"]);
    for (const first of [1, 900]) {
      const { client } = await createIntegration();
      const list = numberedFields("students", two, first);
      expect(listExternIds(await client.post(CREATE, list))).toEqual(["1", "2"]);
    }
  });

  const text = buildTable(["1,Ada,Okafor,ada@example.org", "2,Bo,Lind,bo@example.org"]);
  const base64 = Buffer.from(text).toString("base64");

  it.each([
    ["a file", "postMultipart", file(text)],
    ["a file in base64", "postMultipart", file(base64)],
    ["base64 as text of a multipart body", "postMultipart", base64],
    ["base64 in a form", "post", base64],
    ["base64 in JSON", "postJson", base64],
    ["the table itself in a form", "post", text],
    [
      "other names of columns, semicolons, CRLF and a byte order mark",
      "postMultipart",
      file(
        "\ufeffEmail;LastName;FirstName;ID\r\nada@example.org;Okafor;Ada;1\r\nbo@example.org;Lind;Bo;2\r\n",
      ),
    ],
    ["tabs", "postMultipart", file(text.replaceAll(",", "\t"))],
  ] as const)("200: %s", async (_, method, students) => {
    const own = await createIntegration();
    const { status, data, meta } = await own.client[method](CREATE, { students });
    expect(status).toBe(200);
    expect(data).toMatchObject([
      { extern_id: "1", first: "Ada", last: "Okafor", email: "ada@example.org" },
      { extern_id: "2", first: "Bo", last: "Lind", email: "bo@example.org" },
    ]);
    expect(meta.more_info).toEqual({});
  });

  it("200: stores the valid ones, and names and logs the others", async () => {
    const own = await createIntegration();
    const known = await createStudent(own, { extern_id: "known" });
    const rows = [
      "good,Ada,Okafor,ada@example.org",
      "known,Ada,Okafor,ada@example.org",
      "bad,Ada,Okafor,nobody",
      "good,Another,Okafor,another@example.org",
      ",Ada,Okafor,ada@example.org",
      "comma,Okafor, Jr,Ada,ada@example.org",
      "short,Ada",
    ];
    const { status, data, meta, paging } = await own.client.postMultipart(CREATE, {
      students: file(buildTable(rows)),
    });
    expect([status, listExternIds({ data }), paging?.multi_result_count]).toEqual([200, ["good"], 1]);
    expect(meta.more_info).toEqual({
      invalid_student_known: "already exists",
      invalid_student_bad: "email must be an e-mail address",
      invalid_student_good: "was sent more than once",
      invalid_student_row_5: "extern_id can't be blank",
      invalid_student_comma: "has more cells than the table has columns",
      invalid_student_short: "last can't be blank; email must be an e-mail address",
    });
    const { data: all } = await own.client.get(LIST);
    expect(all).toMatchObject([known, { extern_id: "good", first: "Ada" }]);
    const log = (await readIntegrationLog(own)).slice(1);
    expect(log[0]).toMatchObject({ error_id: null, data: { created_count: 1, extern_ids: ["good"] } });
    expect(log.slice(1).map(({ error_id, data: entry }) => [error_id, entry])).toEqual([
      ["invalid_item", { extern_id: "bad", message: "email must be an e-mail address" }],
      ["invalid_item", { extern_id: "good", message: "was sent more than once" }],
      ["invalid_item", { extern_id: null, message: "row_5: extern_id can't be blank" }],
      ["invalid_item", { extern_id: "comma", message: "has more cells than the table has columns" }],
      ["invalid_item", { extern_id: "short", message: expect.stringContaining("last") }],
      ["invalid_item", { extern_id: "known", message: "already exists" }],
    ]);
  });

  it("400: when none is valid; no student is stored, and no audit entry is written", async () => {
    const own = await createIntegration();
    const response = await own.client.postJson(CREATE, { students: [{ extern_id: "1" }, "x", 3] });
    expect(invalidParameters(response)).toEqual([
      "invalid_student_1",
      "invalid_student_row_2",
      "invalid_student_row_3",
    ]);
    expect((await own.client.get(LIST)).data).toEqual([]);
    expect((await readIntegrationLog(own)).map(({ error_id }) => error_id)).toEqual(
      Array(3).fill("invalid_item"),
    );
    const id = response.headers.get("x-request-id");
    expect(await sql("SELECT FROM audit_entries WHERE request_id = $1", [id])).toEqual([]);
  });

  it("400: names 100 of the invalid ones, and the log names all", async () => {
    const own = await createIntegration();
    const rows = Array.from({ length: 150 }, (_, index) => `${index},Ada,Okafor,nobody`);
    const response = await own.client.postMultipart(CREATE, { students: file(buildTable(rows)) });
    expect(invalidParameters(response)).toHaveLength(101);
    expect(response.meta.more_info.output_truncated).toBe("50 more are in the log.");
    const entries = (await readIntegrationLog(own)) as {
      data: { extern_id?: string; extern_ids?: string[] };
    }[];
    const named = entries.flatMap(({ data }) => data.extern_ids ?? [data.extern_id]);
    expect(new Set(named)).toEqual(new Set(Array.from({ length: 150 }, (_, index) => String(index))));
    expect(named).toHaveLength(150);
  });

  it("400: names all missing columns, which is logged", async () => {
    const own = await createIntegration();
    const students = file("extern_id,first,mail\n1,Ada,ada@example.org");
    const names = ["missing_column_last", "missing_column_email"];
    expect(invalidParameters(await own.client.postMultipart(CREATE, { students }))).toEqual(names);
    expect(
      (await readIntegrationLog(own)).map(({ action, type, error_id }) => [action, type, error_id]),
    ).toEqual(names.map((name) => ["create", "student", name]));
  });

  it.each([
    ["a table that is broken", file('extern_id,first,last,email\n"1,Ada,Okafor,ada@example.org')],
    ["a table without rows", file("extern_id,first,last,email\n")],
    ["an empty file", file("")],
    ["bytes that are no text", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0x41])])],
  ])("400: %s", async (_, students) => {
    const own = await createIntegration();
    expect(invalidParameters(await own.client.postMultipart(CREATE, { students }))).toEqual(["invalid_csv"]);
    expect((await own.client.get(LIST)).data).toEqual([]);
  });

  it("201: a file in the encoding that its bytes show; 400 when they do not show it", async () => {
    const own = await createIntegration();
    const send = (text: string, encoding: string) =>
      own.client.postMultipart(CREATE, {
        students: new Blob([
          new Uint8Array(iconv.encode(text, encoding, { addBOM: encoding === "utf-16le" })),
        ]),
      });
    const head = "extern_id;first;last;email\r\n";
    expect((await send(`${head}s1;Jörg;Müller;a9@example.org`, "windows-1252")).data).toMatchObject([
      { first: "Jörg", last: "Müller" },
    ]);
    expect((await send(`${head}s2;Jörg;Müller;b9@example.org`, "utf-16le")).data).toMatchObject([
      { first: "Jörg", last: "Müller" },
    ]);
    expect(invalidParameters(await send(`${head}s3;Noè;Rossi;c9@example.org`, "windows-1252"))).toEqual([
      "invalid_csv",
    ]);
  });

  it("400: not a list", async () => {
    for (const students of [7, [], {}]) {
      const response = await integration.client.postJson(CREATE, { students });
      expect(invalidParameters(response)).toEqual([
        students === 7 ? "invalid_csv" : "invalid_param_students",
      ]);
    }
  });

  it("413: a file larger than 10 MiB, and a list of more than a thousand in a form", async () => {
    const students = file("x".repeat(10 * 1024 * 1024));
    expect((await integration.client.postMultipart(CREATE, { students })).status).toBe(413);
    const many = numberedFields(
      "students",
      Array.from({ length: 1_300 }, () => studentBody()),
    );
    expect((await integration.client.post(CREATE, many)).status).toBe(413);
    const list = { students: Array.from({ length: 50_001 }, () => ({})) };
    expect(invalidParameters(await integration.client.postJson(CREATE, list))).toEqual([
      "invalid_param_students",
    ]);
  });

  it(
    "200: 20,000 students, of whom a page is returned, with as many queries as for two",
    { timeout: 60_000 },
    async () => {
      const [own, other] = [await createIntegration(), await createIntegration()];
      const rows = Array.from({ length: 20_000 }, (_, index) => `s${index},Ada,Okafor,s${index}@example.org`);
      const students = file(buildTable(rows));
      const few = await countQueries(() =>
        other.client.postMultipart(CREATE, { students: file(buildTable(rows.slice(0, 2))) }),
      );
      let response: Awaited<ReturnType<typeof own.client.postMultipart>> | undefined;
      const many = await countQueries(async () => {
        response = await own.client.postMultipart(CREATE, { students, per_page: 500 });
      });
      expect(many).toBe(few);
      const { status, data, paging } = response ?? {};
      expect([status, data?.length, paging?.multi_result_count]).toEqual([200, 100, 20_000]);
      const last = await own.client.get(LIST, { page: 199, per_page: 100 });
      expect(listExternIds(last)).toEqual(rows.slice(-100).map((row) => row.split(",")[0]));
      const deleted = await own.client.delete(DELETE, { extern_id: "all" });
      expect(deleted.data).toEqual({ deleted_count: 20_000 });
    },
  );

  it("200: tables that overlap do not block each other", async () => {
    const own = await createIntegration();
    const rows = Array.from({ length: 200 }, (_, index) => `s${index},Ada,Okafor,s${index}@example.org`);
    const responses = await Promise.all(
      [rows, rows.toReversed(), rows, rows.toReversed()].map((some) =>
        own.client.postMultipart(CREATE, { students: file(buildTable(some)) }),
      ),
    );
    expect(sortedStatuses(responses as never)).toEqual([200, 400, 400, 400]);
    expect((await own.client.get(LIST)).paging?.multi_result_count).toBe(200);
  });
});
