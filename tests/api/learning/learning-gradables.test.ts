import { beforeAll, describe, expect, it } from "vitest";
import { createTemplate } from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { digestTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  invalidParameters,
  findMemberNumber,
  type TestIntegration,
} from "../../support/learning/learning";
import { file, gradables, readIntegrationLog, createGradable } from "../../support/learning/roster";
import { until } from "../../support/until";

const LIST = "/v1.1/cle_gradable";
const CREATE = "/v1.1/cle_gradable/create";
const DELETE = "/v1.1/cle_gradable/delete";

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
const FOUR_ROWS = [
  "exam,Exam,points,60.50",
  "essay,Essay,lettergrade,b",
  "lab,Lab,complete,completed",
  "quiz,Quiz,pass,Pass or Fail",
];

/** A rule of an integration that requires these gradables. Returns its id. */
async function createRule({ id, organization }: TestIntegration, gradableIds: number[]): Promise<number> {
  const template = await createTemplate(organization);
  const [rule] = await sql(
    `INSERT INTO learning_rules (organization_id, integration_id, badge_template_id) VALUES ($1, $2, $3) RETURNING id`,
    [organization.id, id, template.id],
  );
  for (const [position, gradableId] of gradableIds.entries()) {
    await sql(
      `INSERT INTO learning_rule_requirements (rule_id, integration_id, gradable_id, position, operator, value, rank)
       VALUES ($1, $2, $3, $4, 'gte', '60', 60)`,
      [rule?.id, id, gradableId, position],
    );
  }
  return Number(rule?.id);
}

describe("GET /v1.1/cle_gradable", () => {
  it("200: all of the integration by their extern ids, and of no other one", async () => {
    const own = await createIntegration();
    await createGradable(siblingIntegration, { externId: "exam" });
    await createGradable(foreignIntegration, { externId: "exam" });
    await own.client.postMultipart(CREATE, { grades: gradables(...FOUR_ROWS) });
    const { status, data, paging } = await own.client.get(LIST);
    expect(status).toBe(200);
    const id = expect.any(Number) as number;
    const creator_id = await findMemberNumber(own.app.ownerId);
    expect(creator_id).toEqual(expect.any(Number));
    expect(data).toEqual({
      exam: {
        id,
        extern_id: "exam",
        name: "Exam",
        callback: "points",
        min_pass_requirement: "60.5",
        creator_id,
      },
      essay: {
        id,
        extern_id: "essay",
        name: "Essay",
        callback: "letterGrade",
        min_pass_requirement: "B",
        creator_id,
      },
      lab: {
        id,
        extern_id: "lab",
        name: "Lab",
        callback: "complete",
        min_pass_requirement: "Completed",
        creator_id,
      },
      quiz: {
        id,
        extern_id: "quiz",
        name: "Quiz",
        callback: "pass",
        min_pass_requirement: "Pass or Fail",
        creator_id,
      },
    });
    expect(paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 4 });
  });

  it("200: paginates, in either direction", async () => {
    const own = await createIntegration();
    await own.client.postMultipart(CREATE, { grades: gradables(...FOUR_ROWS) });
    const listExternIds = async (query: Record<string, unknown>) =>
      Object.keys((await own.client.get(LIST, query)).data as object);
    expect(await listExternIds({ per_page: 3 })).toEqual(["exam", "essay", "lab"]);
    expect(await listExternIds({ per_page: 3, page: 1 })).toEqual(["quiz"]);
    expect(await listExternIds({ per_page: 3, order_direction: "DESC" })).toEqual(["quiz", "lab", "essay"]);
  });

  it("200: any extern id", async () => {
    const own = await createIntegration();
    const ids = ["__proto__", "constructor", "über/7 %", "7"];
    await own.client.postMultipart(CREATE, { grades: gradables(...ids.map((id) => `${id},N,pass,Pass`)) });
    const { data, text } = await own.client.get(LIST);
    expect(Object.keys(data as object).toSorted()).toEqual(ids.toSorted());
    expect(text).toContain('"__proto__":{');
  });
});

describe("POST /v1.1/cle_gradable/create", () => {
  const text = ["name;extern_id;min_pass_requirement;callback", "Exam;1;60;points"].join("\r\n");
  it.each([
    ["a file", "postMultipart", file(text)],
    ["a file in base64", "postMultipart", file(Buffer.from(text).toString("base64"))],
    ["base64 in a form", "post", Buffer.from(text).toString("base64")],
    ["base64 in JSON", "postJson", Buffer.from(text).toString("base64")],
    ["the table itself", "post", text],
  ] as const)("200: %s", async (_, method, grades) => {
    const own = await createIntegration();
    const { status, data, paging, meta } = await own.client[method](CREATE, { grades });
    expect([status, paging?.multi_result_count, meta.more_info]).toEqual([200, 1, {}]);
    expect(data).toMatchObject({ "1": { name: "Exam", callback: "points", min_pass_requirement: "60" } });
    expect((await own.client.get(LIST)).data).toEqual(data);
  });

  it("200: is logged in the integration's log and in the audit log", async () => {
    const own = await createIntegration();
    const { headers } = await own.client.postMultipart(CREATE, { grades: gradables(...FOUR_ROWS) });
    const extern_ids = ["exam", "essay", "lab", "quiz"];
    expect(await readIntegrationLog(own)).toEqual([
      { action: "create", type: "gradable", error_id: null, data: { created_count: 4, extern_ids } },
    ]);
    const id = headers.get("x-request-id");
    const [audit] = await sql("SELECT action, subject_id FROM audit_entries WHERE request_id = $1", [id]);
    expect(audit).toEqual({ action: "learning_gradable.create", subject_id: String(own.id) });
  });

  it("200: stores the valid ones, and names and logs the others", async () => {
    const own = await createIntegration();
    const known = await createGradable(own, { externId: "known" });
    const grades = gradables(
      ...FOUR_ROWS,
      "known,Another,pass,Pass",
      "type,Test,percent,60",
      "many,Test,points,1001",
      "letter,Test,letterGrade,E",
      "word,Test,complete,Pass",
      "fail,Test,pass,Fail",
      "nameless,,points,60",
      "all,All,points,60",
      ",Test,points,60",
    );
    const { status, data, meta } = await own.client.postMultipart(CREATE, { grades });
    expect([status, Object.keys(data as object)]).toEqual([200, ["exam", "essay", "lab", "quiz"]]);
    expect(meta.more_info).toEqual({
      invalid_student_known: "already exists",
      invalid_student_type: "callback must be one of letterGrade, points, complete, pass",
      invalid_student_many: "min_pass_requirement is not a requirement of the type points",
      invalid_student_letter: "min_pass_requirement is not a requirement of the type letterGrade",
      invalid_student_word: "min_pass_requirement is not a requirement of the type complete",
      invalid_student_fail: "min_pass_requirement is not a requirement of the type pass",
      invalid_student_nameless: "name can't be blank",
      invalid_student_all: 'extern_id must not be "all" and must not contain a semicolon',
      invalid_student_row_13: "extern_id can't be blank",
    });
    expect((await own.client.get(LIST)).data.known).toEqual(known);
    const failed = (await readIntegrationLog(own)).filter(({ error_id }) => error_id === "invalid_item");
    expect(failed).toHaveLength(9);
    expect(failed[0]).toMatchObject({ action: "create", type: "gradable", data: { extern_id: "type" } });
  });

  it("400: when none is valid; no gradable is stored", async () => {
    const own = await createIntegration();
    const grades = gradables("1,Test,percent,60", "2,Test,points,");
    const response = await own.client.postMultipart(CREATE, { grades });
    expect(invalidParameters(response)).toEqual(["invalid_student_1", "invalid_student_2"]);
    expect((await own.client.get(LIST)).data).toEqual({});
  });

  it("400: without a file; nothing is stored", async () => {
    const before = await digestTables();
    expect(invalidParameters(await integration.client.post(CREATE))).toEqual(["missing_param_grades"]);
    expect(invalidParameters(await integration.client.postJson(CREATE, { grades: 7 }))).toEqual([
      "invalid_csv",
    ]);
    const bytes = new Blob([new Uint8Array([0x00, 0x41, 0xff, 0xfe])]);
    expect(invalidParameters(await integration.client.postMultipart(CREATE, { grades: bytes }))).toEqual([
      "invalid_csv",
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("400: missing columns and a malformed table; both are logged", async () => {
    const own = await createIntegration();
    const names = ["missing_column_extern_id", "missing_column_callback"];
    const headless = await own.client.postMultipart(CREATE, {
      grades: file("name,min_pass_requirement\nA,60"),
    });
    expect(invalidParameters(headless)).toEqual(names);
    const broken = await own.client.postMultipart(CREATE, { grades: gradables('"1,Test,points,60') });
    expect(invalidParameters(broken)).toEqual(["invalid_csv"]);
    expect((await readIntegrationLog(own)).map(({ type, error_id }) => [type, error_id])).toEqual(
      [...names, "invalid_csv"].map((name) => ["gradable", name]),
    );
  });

  it("400: one of several parallel requests adds a gradable", async () => {
    const own = await createIntegration();
    const createFourGradables = () => own.client.postMultipart(CREATE, { grades: gradables(...FOUR_ROWS) });
    const responses = await Promise.all([
      createFourGradables(),
      createFourGradables(),
      createFourGradables(),
      createFourGradables(),
    ]);
    expect(sortedStatuses(responses as never)).toEqual([200, 400, 400, 400]);
    expect((await own.client.get(LIST)).paging?.multi_result_count).toBe(4);
  });
});

describe("DELETE or POST /v1.1/cle_gradable/delete", () => {
  it.each(["delete", "post", "postJson"] as const)("200: the named ones (%s)", async (method) => {
    const own = await createIntegration();
    await own.client.postMultipart(CREATE, { grades: gradables(...FOUR_ROWS) });
    const { status, data, meta } = await own.client[method](DELETE, { extern_id: "lab;exam" });
    expect([status, meta.more_info]).toEqual([200, {}]);
    expect(data).toEqual({
      deleted_count: 2,
      deleted: [
        { extern_id: "exam", name: "Exam" },
        { extern_id: "lab", name: "Lab" },
      ],
    });
    expect(Object.keys((await own.client.get(LIST)).data as object)).toEqual(["essay", "quiz"]);
  });

  it("200: all, and of no other integration; logged and in the audit log", async () => {
    const own = await createIntegration();
    await own.client.postMultipart(CREATE, { grades: gradables(...FOUR_ROWS) });
    const others = [await createGradable(siblingIntegration), await createGradable(foreignIntegration)];
    const { data, headers } = await own.client.delete(DELETE, { extern_id: "all" });
    expect(data.deleted_count).toBe(4);
    const rows = await sql("SELECT id FROM learning_gradables WHERE id = ANY ($1)", [
      others.map(({ id }) => id),
    ]);
    expect(rows).toHaveLength(2);
    expect((await readIntegrationLog(own)).at(-1)).toMatchObject({
      action: "bulk_delete",
      type: "gradable",
      error_id: null,
    });
    const id = headers.get("x-request-id");
    const [audit] = await sql("SELECT action FROM audit_entries WHERE request_id = $1", [id]);
    expect(audit?.action).toBe("learning_gradable.delete");
  });

  it("200: reports that not all existed, and deletes nothing of others", async () => {
    const own = await createIntegration();
    const [gone, foreignGradable] = [await createGradable(own), await createGradable(foreignIntegration)];
    const { data, meta } = await own.client.delete(DELETE, {
      extern_id: `${gone.extern_id};${foreignGradable.extern_id}`,
    });
    expect(data.deleted_count).toBe(1);
    expect(meta.more_info).toEqual({ not_all_deleted: "1 of 2 were not deleted." });
    expect((await readIntegrationLog(own)).at(-1)).toMatchObject({ error_id: "not_all_deleted" });
    expect(await sql("SELECT FROM learning_gradables WHERE id = $1", [foreignGradable.id])).toHaveLength(1);
  });

  it("200: lists 100, and says so when there are more", async () => {
    const own = await createIntegration();
    const rows = Array.from({ length: 101 }, (_, index) => `${index},Test,pass,Pass`);
    await own.client.postMultipart(CREATE, { grades: gradables(...rows) });
    const { data, meta } = await own.client.delete(DELETE, { extern_id: "all" });
    expect(data).toEqual({ deleted_count: 101 });
    expect(Object.keys(meta.more_info)).toEqual(["output_truncated"]);
  });

  it("200: those that a rule requires stay, and are reported with the rule", async () => {
    const own = await createIntegration();
    const [pendingRequest, twice, free] = [
      await createGradable(own),
      await createGradable(own),
      await createGradable(own),
    ];
    const rules = [await createRule(own, [pendingRequest.id, twice.id]), await createRule(own, [twice.id])];
    const { status, data, meta } = await own.client.delete(DELETE, { extern_id: "all" });
    expect([status, data]).toEqual([
      200,
      { deleted_count: 1, deleted: [{ extern_id: free.extern_id, name: "Test" }] },
    ]);
    expect(meta.more_info).toEqual({
      [`gradable_in_use_${pendingRequest.extern_id}`]: `is required by the rule ${rules[0]}`,
      [`gradable_in_use_${twice.extern_id}`]: `is required by the rules ${rules.join(", ")}`,
      not_all_deleted: "2 of 3 were not deleted.",
    });
    expect(Object.keys((await own.client.get(LIST)).data as object).toSorted()).toEqual(
      [pendingRequest.extern_id, twice.extern_id].toSorted(),
    );
  });

  it("400: when none can be deleted because rules require them, which is logged", async () => {
    const own = await createIntegration();
    const { id, extern_id } = await createGradable(own);
    await createRule(own, [id]);
    const response = await own.client.delete(DELETE, { extern_id });
    expect(invalidParameters(response)).toEqual([`gradable_in_use_${extern_id}`, "not_all_deleted"]);
    expect((await readIntegrationLog(own)).at(-1)).toEqual({
      action: "delete",
      type: "gradable",
      error_id: "not_all_deleted",
      data: { deleted_count: 0, extern_ids: [], not_deleted: [extern_id] },
    });
    expect((await own.client.get(LIST)).paging?.multi_result_count).toBe(1);
  });

  it("400: a rule that starts to require it meanwhile", async () => {
    const own = await createIntegration();
    const { id, extern_id } = await createGradable(own);
    const rule = await createRule(own, []);
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query(
        `INSERT INTO learning_rule_requirements (rule_id, integration_id, gradable_id, position, operator, value, rank)
         VALUES ($1, $2, $3, 0, 'gte', '60', 60)`,
        [rule, own.id, id],
      );
      const pendingRequest = own.client.delete(DELETE, { extern_id });
      await until("a deletion that waits", isWaiting);
      await other.query("COMMIT");
      expect(invalidParameters(await pendingRequest)).toContain(`gradable_in_use_${extern_id}`);
    } finally {
      await other.end();
    }
  });

  it("400: without extern ids; nothing is deleted", async () => {
    await createGradable(integration);
    const before = await digestTables();
    for (const parameters of [{}, { extern_id: ";" }]) {
      expect(invalidParameters(await integration.client.delete(DELETE, parameters))).toEqual([
        "missing_param_extern_id",
      ]);
    }
    expect(await digestTables()).toEqual(before);
  });
});
