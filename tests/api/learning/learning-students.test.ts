import { beforeAll, describe, expect, it } from "vitest";
import { digestTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  invalidParameters,
  type TestIntegration,
} from "../../support/learning/learning";
import { listExternIds, readIntegrationLog, createStudent, studentBody } from "../../support/learning/roster";
import { until } from "../../support/until";

const LIST = "/v1.1/cle_students";
const CREATE = "/v1.1/cle_students/create";
const DELETE = "/v1.1/cle_students/delete";

let integration: TestIntegration;
/** Another course of the same app, and one of another organization. */
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;

beforeAll(async () => {
  integration = await createConnectedIntegration();
  siblingIntegration = await createConnectedIntegration(integration.app);
  foreignIntegration = await createConnectedIntegration();
});

const createIntegration = () => createConnectedIntegration(integration.app);

describe("GET /v1.1/cle_students", () => {
  it("200: all of the integration in the order added, and of no other one", async () => {
    const own = await createIntegration();
    const students = [await createStudent(own), await createStudent(own, { extern_id: "über/7" })];
    await createStudent(siblingIntegration);
    await createStudent(foreignIntegration);
    const { status, data, paging } = await own.client.get(LIST);
    expect(status).toBe(200);
    expect(data).toEqual(students);
    expect(data[0]).toEqual({
      id: expect.any(Number),
      extern_id: students[0]?.extern_id,
      first: "Ada",
      last: "Okafor",
      email: students[0]?.email,
      integration_id: own.id,
    });
    expect(paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 2 });
  });

  it("200: paginates, in either direction", async () => {
    const own = await createIntegration();
    const ids = Array.from({ length: 12 }, (_, index) => `s${index}`);
    await own.client.postJson(CREATE, { students: ids.map((extern_id) => studentBody({ extern_id })) });
    const readExternIds = async (query: object) => listExternIds(await own.client.get(LIST, { ...query }));
    expect(await readExternIds({})).toEqual(ids.slice(0, 10));
    expect(await readExternIds({ page: 1 })).toEqual(ids.slice(10));
    expect(await readExternIds({ page: 1, per_page: 5, order_direction: "DESC" })).toEqual(
      ids.toReversed().slice(5, 10),
    );
  });

  it("200: matches any value within a filter, and all given filters", async () => {
    const own = await createIntegration();
    const given = [
      { extern_id: "1", first: "Ada", last: "Okafor", email: "ada@example.org" },
      { extern_id: "2", first: "Ada", last: "Lind", email: "al@example.org" },
      { extern_id: "3", first: "Bo", last: "Lind", email: "bo@example.org" },
    ];
    await own.client.postJson(CREATE, { students: given });
    const readExternIds = async (query: Record<string, unknown>) =>
      listExternIds(await own.client.get(LIST, query));
    expect(await readExternIds({ extern_id: ["1", "3", "9"] })).toEqual(["1", "3"]);
    expect(await readExternIds({ extern_id: "2" })).toEqual(["2"]);
    expect(await readExternIds({ first: ["Ada"] })).toEqual(["1", "2"]);
    expect(await readExternIds({ first: ["Ada", "Bo"], last: ["Lind"] })).toEqual(["2", "3"]);
    expect(await readExternIds({ email: ["ADA@example.org", "bo@example.org"], first: ["Bo"] })).toEqual([
      "3",
    ]);
    expect(await readExternIds({ last: ["lind"] })).toEqual([]);
    expect(await readExternIds({ last: ["%", "' OR true --"] })).toEqual([]);
    expect((await own.client.get(LIST, { first: ["Ada"], per_page: 1 })).paging?.multi_result_count).toBe(2);
  });

  it("200: a filter matches nothing of others", async () => {
    const { extern_id, email } = await createStudent(foreignIntegration);
    const { data } = await integration.client.get(LIST, { extern_id: [extern_id], email: [email] });
    expect(data).toEqual([]);
  });

  it("400: unknown filters", async () => {
    expect(invalidParameters(await integration.client.get(LIST, { first: ["a\u0000"] }))).toEqual([
      "invalid_param_first",
    ]);
    const ids = Array.from({ length: 1_001 }, (_, index) => String(index));
    expect((await integration.client.get(LIST, { extern_id: ids.slice(0, 1_000) })).status).toBe(200);
    expect((await integration.client.get(LIST, { extern_id: ids })).status).toBe(413);
  });
});

describe("POST /v1.1/cle_students/create, one student", () => {
  it.each(["post", "postQuery", "postJson", "postMultipart"] as const)("200 (%s)", async (method) => {
    const own = await createIntegration();
    const body = { extern_id: "ü/7", first: "Ada ", last: "O'Kafor-Größe", email: "Ada@Example.org" };
    const { status, data, paging, meta } = await own.client[method](CREATE, body);
    expect(status).toBe(200);
    expect(data).toEqual([
      { ...body, id: expect.any(Number), first: "Ada", email: "ada@example.org", integration_id: own.id },
    ]);
    expect(paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 1 });
    expect(meta.more_info).toEqual({});
    expect((await own.client.get(LIST)).data).toEqual(data);
  });

  it("200: the owner's token works too, and extern ids are separate for each integration", async () => {
    const own = await createIntegration();
    const body = studentBody({ extern_id: "same" });
    for (const client of [own.owner, siblingIntegration.client, foreignIntegration.client]) {
      expect((await client.post(CREATE, body)).status).toBe(200);
    }
  });

  it("200: accepts a number as extern id, and ignores other parameters", async () => {
    const own = await createIntegration();
    const body = studentBody({
      extern_id: 12,
      id: 1,
      integration_id: siblingIntegration.id,
      organization_id: "x",
    });
    const { data } = await own.client.postJson(CREATE, body);
    expect(data[0]).toMatchObject({ extern_id: "12", integration_id: own.id });
  });

  it("200: is logged in the integration's log and in the audit log", async () => {
    const own = await createIntegration();
    const { headers } = await own.client.post(CREATE, studentBody({ extern_id: "7" }));
    expect(await readIntegrationLog(own)).toEqual([
      { action: "create", type: "student", error_id: null, data: { created_count: 1, extern_ids: ["7"] } },
    ]);
    expect(
      await sql("SELECT action, actor_type, subject_id FROM audit_entries WHERE request_id = $1", [
        headers.get("x-request-id"),
      ]),
    ).toEqual([
      { action: "learning_student.create", actor_type: "LearningToken", subject_id: String(own.id) },
    ]);
  });

  it("400: names everything that is missing; nothing is stored", async () => {
    const before = await digestTables();
    expect(invalidParameters(await integration.client.post(CREATE))).toEqual([
      "missing_param_extern_id",
      "missing_param_first",
      "missing_param_last",
      "missing_param_email",
    ]);
    const { email: _, ...body } = studentBody();
    expect(invalidParameters(await integration.client.post(CREATE, { ...body, email: "" }))).toEqual([
      "missing_param_email",
    ]);
    expect(
      invalidParameters(await integration.client.postJson(CREATE, { ...body, email: null, last: null })),
    ).toEqual(["missing_param_last", "missing_param_email"]);
    expect(await digestTables()).toEqual(before);
  });

  it.each([
    ["an address that is none", { email: "ada" }, "invalid_student_7"],
    ["a blank name", { first: " " }, "invalid_student_7"],
    ["a name that is too long", { last: "x".repeat(256) }, "invalid_student_7"],
    ["NUL", { last: "a\u0000" }, "invalid_student_7"],
    ["a lone surrogate", { first: "\ud800" }, "invalid_student_7"],
    ["an extern id that a deletion would split", { extern_id: "7;8" }, "invalid_student_7;8"],
    ["an extern id that a deletion takes for all", { extern_id: "all" }, "invalid_student_all"],
    ["an extern id with NUL", { extern_id: "7\u0000" }, "invalid_student_row_1"],
    ["a list for a name", { first: ["a"] }, "invalid_param_first"],
  ])("400: %s; no student is stored", async (_, changes, name) => {
    const own = await createIntegration();
    const response = await own.client.postJson(CREATE, studentBody({ extern_id: "7", ...changes }));
    expect(invalidParameters(response)).toEqual([name]);
    expect((await own.client.get(LIST)).data).toEqual([]);
  });

  it("400: an existing one, which is unchanged and logged as failed", async () => {
    const own = await createIntegration();
    const student = await createStudent(own);
    const { extern_id } = student;
    const response = await own.client.post(CREATE, studentBody({ extern_id, first: "Another" }));
    expect(invalidParameters(response)).toEqual([`invalid_student_${extern_id}`]);
    expect((await own.client.get(LIST)).data).toEqual([student]);
    expect((await readIntegrationLog(own)).at(-1)).toEqual({
      action: "create",
      type: "student",
      error_id: "invalid_item",
      data: { extern_id, message: "already exists" },
    });
  });

  it("200: the first hundred of very many failures have their own log entry, and the others share one", async () => {
    const own = await createIntegration();
    const bad = Array.from({ length: 150 }, (_, index) =>
      studentBody({ extern_id: `bad-${index}`, email: "nobody" }),
    );
    const { status } = await own.client.postJson(CREATE, { students: [studentBody(), ...bad] });
    expect(status).toBe(200);
    const failures = (await readIntegrationLog(own)).filter(({ error_id }) => error_id === "invalid_item");
    expect(failures).toHaveLength(101);
    expect(failures.at(-1)?.data).toMatchObject({
      count: 50,
      extern_ids: expect.arrayContaining(["bad-149"]),
    });
  });

  it("400: one of several parallel requests registers the student", async () => {
    const own = await createIntegration();
    const body = studentBody();
    const responses = await Promise.all(Array.from({ length: 8 }, () => own.client.post(CREATE, body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(invalidParameters(response)).toEqual([`invalid_student_${body.extern_id}`]);
    }
    expect((await own.client.get(LIST)).data).toHaveLength(1);
  });

  it("400: an integration that is deleted meanwhile; nothing is left behind", async () => {
    const own = await createIntegration();
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query("DELETE FROM learning_integrations WHERE id = $1", [own.id]);
      const pendingRequest = own.client.post(CREATE, studentBody());
      await until("a waiting request", isWaiting);
      await other.query("COMMIT");
      expect(invalidParameters(await pendingRequest)).toEqual(["invalid_integration"]);
    } finally {
      await other.end();
    }
  });
});

describe("DELETE or POST /v1.1/cle_students/delete", () => {
  const createRoster = async (count: number) => {
    const own = await createIntegration();
    const students = Array.from({ length: count }, (_, index) => studentBody({ extern_id: `s${index}` }));
    await own.client.postJson(CREATE, { students });
    return { own, students };
  };

  it.each(["delete", "post", "postJson"] as const)("200: the named ones (%s)", async (method) => {
    const { own, students } = await createRoster(4);
    const { status, data, paging, meta } = await own.client[method](DELETE, { extern_id: "s2; s0;;s2" });
    expect([status, paging, meta.more_info]).toEqual([
      200,
      { page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 1 },
      {},
    ]);
    expect(data).toEqual({
      deleted_count: 2,
      deleted: [students[0], students[2]].map((one) => ({ extern_id: one?.extern_id, email: one?.email })),
    });
    expect(listExternIds(await own.client.get(LIST))).toEqual(["s1", "s3"]);
  });

  it("200: all, and of no other integration", async () => {
    const { own } = await createRoster(3);
    const others = [await createStudent(siblingIntegration), await createStudent(foreignIntegration)];
    const { data } = await own.client.delete(DELETE, { extern_id: "all" });
    expect(data.deleted_count).toBe(3);
    expect((await own.client.get(LIST)).data).toEqual([]);
    for (const [index, { client }] of [siblingIntegration, foreignIntegration].entries()) {
      const { data: left } = await client.get(LIST, { extern_id: [others[index]?.extern_id] });
      expect(left).toEqual([others[index]]);
    }
  });

  it("200: is logged as a deletion of one or of many, also in the audit log", async () => {
    const { own } = await createRoster(3);
    await own.client.delete(DELETE, { extern_id: "s0" });
    const { headers } = await own.client.delete(DELETE, { extern_id: "all" });
    const entries = (await readIntegrationLog(own)).slice(1);
    const entry = { type: "student", error_id: null };
    expect(entries).toEqual([
      { ...entry, action: "delete", data: { deleted_count: 1, extern_ids: ["s0"], not_deleted: [] } },
      {
        ...entry,
        action: "bulk_delete",
        data: { deleted_count: 2, extern_ids: ["s1", "s2"], not_deleted: [] },
      },
    ]);
    const id = headers.get("x-request-id");
    const [audit] = await sql("SELECT action FROM audit_entries WHERE request_id = $1", [id]);
    expect(audit?.action).toBe("learning_student.delete");
  });

  it("200: reports that not all existed", async () => {
    const { own } = await createRoster(1);
    const { extern_id: foreignExternId } = await createStudent(foreignIntegration);
    const { status, data, meta } = await own.client.delete(DELETE, {
      extern_id: `s0;gone;${foreignExternId}`,
    });
    expect([status, data.deleted_count]).toEqual([200, 1]);
    expect(meta.more_info).toEqual({ not_all_deleted: "2 of 3 were not deleted." });
    expect((await readIntegrationLog(own)).at(-1)).toEqual({
      action: "bulk_delete",
      type: "student",
      error_id: "not_all_deleted",
      data: { deleted_count: 1, extern_ids: ["s0"], not_deleted: ["gone", foreignExternId] },
    });
    const again = await own.client.delete(DELETE, { extern_id: "s0" });
    expect([again.status, again.data]).toEqual([200, { deleted_count: 0, deleted: [] }]);
    expect(again.meta.more_info).toHaveProperty("not_all_deleted");
    expect((await foreignIntegration.client.get(LIST, { extern_id: [foreignExternId] })).data).toHaveLength(
      1,
    );
  });

  it("200: lists 100, and says so when there are more", async () => {
    const { own, students } = await createRoster(201);
    const ids = students.map(({ extern_id }) => extern_id);
    const hundred = await own.client.post(DELETE, { extern_id: ids.slice(0, 100).join(";") });
    expect(hundred.data.deleted).toHaveLength(100);
    expect(hundred.meta.more_info).toEqual({});
    const more = await own.client.post(DELETE, { extern_id: ids.slice(100).join(";") });
    expect(more.data).toEqual({ deleted_count: 101 });
    expect(Object.keys(more.meta.more_info)).toEqual(["output_truncated"]);
  });

  it("400: without extern ids; nothing is deleted", async () => {
    await createStudent(integration);
    const before = await digestTables();
    for (const parameters of [{}, { extern_id: "" }, { extern_id: " ; " }]) {
      expect(invalidParameters(await integration.client.delete(DELETE, parameters))).toEqual([
        "missing_param_extern_id",
      ]);
    }
    expect(invalidParameters(await integration.client.post(DELETE, { extern_id: "a\u0000" }))).toEqual([
      "invalid_param_extern_id",
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("200: parallel deletions count each student once", async () => {
    const { own, students } = await createRoster(60);
    const ids = students.map(({ extern_id }) => extern_id);
    const lists = [ids, ids.toReversed(), ids, ids.toReversed()].map((list) => list.join(";"));
    const responses = await Promise.all(lists.map((extern_id) => own.client.post(DELETE, { extern_id })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses.reduce((sum, { data }) => sum + Number(data.deleted_count), 0)).toBe(60);
  });
});
