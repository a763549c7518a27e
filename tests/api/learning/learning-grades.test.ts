import { beforeAll, describe, expect, it } from "vitest";
import { sortedStatuses } from "../../support/http/client";
import { digestTables, isWaiting, openConnection, sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  invalidParameters,
  type TestIntegration,
} from "../../support/learning/learning";
import { readIntegrationLog, createGradable, createStudent } from "../../support/learning/roster";
import { until } from "../../support/until";

const LIST = "/v1.1/cle_eligibility/grade";
const REGISTER = "/v1.1/cle_eligibility/grade/register";

let integration: TestIntegration;
/** Another course of the same app, and one of another organization. */
let siblingIntegration: TestIntegration;
let foreignIntegration: TestIntegration;

beforeAll(async () => {
  integration = await createConnectedIntegration();
  siblingIntegration = await createConnectedIntegration(integration.app);
  foreignIntegration = await createConnectedIntegration();
});

type Roster = { own: TestIntegration; students: { id: number }[]; gradables: { id: number }[] };

/** An integration with the students 1 and 2, and a gradable of each type, named after it. */
async function createRoster(): Promise<Roster> {
  const own = await createConnectedIntegration(integration.app);
  const students = [
    await createStudent(own, { extern_id: "1" }),
    await createStudent(own, { extern_id: "2" }),
  ];
  const minimums = { points: "60", letterGrade: "C", complete: "Completed", pass: "Pass" };
  const gradables = [];
  for (const [callback, minimum] of Object.entries(minimums)) {
    gradables.push(await createGradable(own, { callback, minimum, externId: callback }));
  }
  return { own, students, gradables };
}

const buildGrade = (changes: Record<string, unknown> = {}) => ({
  gradable_id: "points",
  student_id: "1",
  score: "95",
  ...changes,
});

type ListedGrade = { student_extern_id: string; gradable_extern_id: string; score: string };
const summarizeGrades = ({ data }: { data: { grades: ListedGrade[] } }): string[] =>
  data.grades.map((one) => `${one.student_extern_id} ${one.gradable_extern_id} ${one.score}`);

describe("POST /v1.1/cle_eligibility/grade/register", () => {
  it.each(["post", "postQuery", "postJson", "postMultipart"] as const)("200 (%s)", async (method) => {
    const { own, students, gradables } = await createRoster();
    const date = "Fri, 01 Dec 2017 09:51:11 +0000";
    const { status, data, paging, meta } = await own.client[method](REGISTER, buildGrade({ date }));
    expect([status, meta.more_info]).toEqual([200, {}]);
    expect(data).toEqual({
      grades: [
        {
          id: expect.any(Number),
          gradeable_id: gradables[0]?.id,
          student_id: students[0]?.id,
          score: "95",
          date: "Fri, 01 Dec 2017 09:51:11 GMT",
          gradable_extern_id: "points",
          student_extern_id: "1",
        },
      ],
    });
    expect(paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 1 });
    expect((await own.client.get(LIST)).data).toEqual(data);
  });

  it.each([
    ["points", "095.50", "95.5", 95.5],
    ["letterGrade", "a-", "A-", 3.667],
    ["complete", "completed", "Completed", 1],
    ["pass", "Fail", "Fail", 0],
  ])("200: %s %s is stored as %s, of rank %d", async (gradable_id, given, score, rank) => {
    const { own } = await createRoster();
    const { data } = await own.client.post(REGISTER, buildGrade({ gradable_id, score: given }));
    expect(data.grades[0].score).toBe(score);
    const [row] = await sql("SELECT rank::float8 FROM learning_grades WHERE id = $1", [data.grades[0].id]);
    expect(row?.rank).toBe(rank);
  });

  it("200: accepts numbers as extern ids and scores; the date defaults to now", async () => {
    const { own } = await createRoster();
    const before = Date.now();
    const { data } = await own.client.postJson(REGISTER, { ...buildGrade(), student_id: 1, score: 95.5 });
    expect(data.grades[0]).toMatchObject({ student_extern_id: "1", score: "95.5" });
    const [row] = await sql("SELECT completed_at FROM learning_grades WHERE id = $1", [data.grades[0].id]);
    expect(Number(row?.completed_at)).toBeGreaterThanOrEqual(before);
  });

  it("200: replaces the grade, whatever its date, and no other one", async () => {
    const { own } = await createRoster();
    await own.client.post(REGISTER, buildGrade({ student_id: "2" }));
    const first = await own.client.post(REGISTER, buildGrade({ date: "2030-01-01 00:00:00 UTC" }));
    const second = await own.client.post(
      REGISTER,
      buildGrade({ score: "40", date: "2020-01-01 00:00:00 UTC" }),
    );
    expect(second.data.grades[0]).toEqual({
      ...first.data.grades[0],
      score: "40",
      date: "Wed, 01 Jan 2020 00:00:00 GMT",
    });
    expect(summarizeGrades(await own.client.get(LIST))).toEqual(["2 points 95", "1 points 40"]);
  });

  it("200: is logged in the integration's log and in the audit log", async () => {
    const { own } = await createRoster();
    const { data, headers } = await own.client.post(REGISTER, buildGrade());
    expect((await readIntegrationLog(own)).at(-1)).toEqual({
      action: "create",
      type: "grade",
      error_id: null,
      data: { gradable_extern_id: "points", student_extern_id: "1", score: "95" },
    });
    const id = headers.get("x-request-id");
    const [audit] = await sql("SELECT action, subject_id FROM audit_entries WHERE request_id = $1", [id]);
    expect(audit).toEqual({ action: "learning_grade.register", subject_id: String(data.grades[0].id) });
  });

  it("200: parallel requests all succeed, and one grade remains", async () => {
    const { own } = await createRoster();
    const scores = Array.from({ length: 10 }, (_, index) => String(50 + index));
    const responses = await Promise.all(
      scores.map((score) => own.client.post(REGISTER, buildGrade({ score }))),
    );
    expect(new Set(sortedStatuses(responses as never))).toEqual(new Set([200]));
    const { data } = await own.client.get(LIST);
    expect(data.grades).toHaveLength(1);
    expect(scores).toContain(data.grades[0].score);
    expect(new Set(responses.map((response) => Number(response.data.grades[0].id)))).toEqual(
      new Set([data.grades[0].id]),
    );
  });

  it("200: replacing uses up none of the 32-bit ids", async () => {
    const { own } = await createRoster();
    const { data: first } = await own.client.post(REGISTER, buildGrade());
    for (let count = 0; count < 5; count += 1) await own.client.post(REGISTER, buildGrade({ score: "70" }));
    const { data: next } = await own.client.post(REGISTER, buildGrade({ student_id: "2" }));
    expect(next.grades[0].id).toBe(Number(first.grades[0].id) + 1);
  });

  it("400: names everything that is missing; nothing is stored", async () => {
    const before = await digestTables();
    expect(invalidParameters(await integration.client.post(REGISTER))).toEqual([
      "missing_param_gradable_id",
      "missing_param_student_id",
      "missing_param_score",
    ]);
    expect(invalidParameters(await integration.client.post(REGISTER, buildGrade({ score: "" })))).toEqual([
      "missing_param_score",
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("400: an unknown student or gradable, including those of other integrations", async () => {
    const { own } = await createRoster();
    for (const other of [siblingIntegration, foreignIntegration]) {
      const [student_id, gradable_id] = ["student of another", "gradable of another"];
      if (other === siblingIntegration) await createStudent(other, { extern_id: student_id });
      await createGradable(other, { externId: gradable_id });
      const before = await digestTables();
      expect(
        invalidParameters(await own.client.post(REGISTER, buildGrade({ student_id, gradable_id }))),
      ).toEqual(["invalid_param_student_id", "invalid_param_gradeable_id"]);
      expect(invalidParameters(await own.client.post(REGISTER, buildGrade({ student_id })))).toEqual([
        "invalid_param_student_id",
      ]);
      expect(invalidParameters(await own.client.post(REGISTER, buildGrade({ gradable_id })))).toEqual([
        "invalid_param_gradeable_id",
      ]);
      expect(await digestTables()).toEqual(before);
    }
  });

  it("400: our own ids are not extern ids", async () => {
    const { own, gradables } = await createRoster();
    const { id: student_id } = await createStudent(own, { extern_id: "three" });
    const ids = { student_id, gradable_id: gradables[0]?.id };
    expect(invalidParameters(await own.client.post(REGISTER, buildGrade(ids)))).toEqual([
      "invalid_param_student_id",
      "invalid_param_gradeable_id",
    ]);
  });

  it.each([
    ["points", "A"],
    ["points", "95%"],
    ["points", "1e9"],
    ["letterGrade", "95"],
    ["complete", "Pass"],
    ["pass", "Pass or Fail"],
  ])("400: for %s %s is not a valid grade; nothing is stored", async (gradable_id, score) => {
    const { own } = await createRoster();
    const before = await digestTables();
    expect(invalidParameters(await own.client.post(REGISTER, buildGrade({ gradable_id, score })))).toEqual([
      "invalid_param_score",
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("400: an invalid date, and values that are not strings", async () => {
    const response = await integration.client.postJson(REGISTER, {
      gradable_id: ["a"],
      student_id: "a\u0000",
      score: { a: 1 },
      date: "yesterday",
    });
    expect(invalidParameters(response)).toEqual([
      "invalid_param_gradable_id",
      "invalid_param_student_id",
      "invalid_param_score",
      "invalid_param_date",
    ]);
  });

  it.each([
    ["learning_students", "invalid_param_student_id"],
    ["learning_gradables", "invalid_param_gradeable_id"],
  ])("400: when %s is deleted meanwhile", async (from, error) => {
    const { own } = await createRoster();
    const other = await openConnection();
    try {
      await other.query("BEGIN");
      await other.query(`DELETE FROM ${from} WHERE integration_id = $1`, [own.id]);
      const pendingRequest = own.client.post(REGISTER, buildGrade());
      await until("a registration that waits", isWaiting);
      await other.query("COMMIT");
      expect(invalidParameters(await pendingRequest)).toEqual([error]);
    } finally {
      await other.end();
    }
  });

  it("200 or 400, never a server error: registrations during deletions", { timeout: 60_000 }, async () => {
    const { own } = await createRoster();
    const { client } = own;
    for (let round = 0; round < 5; round += 1) {
      await createStudent(own, { extern_id: `s${round}` });
      await createGradable(own, { externId: `g${round}` });
      const body = buildGrade({ student_id: `s${round}`, gradable_id: `g${round}` });
      const responses = await Promise.all([
        ...["1", "2", "3", "4"].map((score) => client.post(REGISTER, { ...body, score })),
        client.post("/v1.1/cle_students/delete", { extern_id: `s${round}` }),
        client.post("/v1.1/cle_gradable/delete", { extern_id: `g${round}` }),
      ]);
      expect(responses.slice(4).map(({ status }) => status)).toEqual([200, 200]);
      for (const { status } of responses) expect([200, 400]).toContain(status);
    }
    expect((await client.get(LIST)).data.grades).toEqual([]);
  });
});

describe("GET /v1.1/cle_eligibility/grade", () => {
  /** Four grades, a day apart. One of them is in another integration. */
  async function createGrades() {
    const { own, students, gradables } = await createRoster();
    const given = [
      buildGrade({ date: "2026-03-01 12:00:00 UTC" }),
      buildGrade({ student_id: "2", score: "80", date: "2026-03-02 12:00:00 UTC" }),
      buildGrade({ gradable_id: "letterGrade", score: "A", date: "2026-03-03 12:00:00 UTC" }),
    ];
    for (const one of given) await own.client.post(REGISTER, one);
    return { own, students, gradables };
  }

  beforeAll(async () => {
    for (const other of [siblingIntegration, foreignIntegration]) {
      await createStudent(other, { extern_id: "1" });
      await createGradable(other, { externId: "points" });
      await other.client.post(REGISTER, buildGrade());
    }
  });

  const ALL = ["1 points 95", "2 points 80", "1 letterGrade A"];

  it("200: all of the integration in the order added, and of no other one", async () => {
    const { own } = await createGrades();
    const response = await own.client.get(LIST);
    expect(response.status).toBe(200);
    expect(summarizeGrades(response)).toEqual(ALL);
    expect(response.paging).toEqual({ page: 0, per_page: 10, order_direction: "ASC", multi_result_count: 3 });
    expect((await integration.client.get(LIST)).data).toEqual({ grades: [] });
  });

  it("200: paginates, in either direction", async () => {
    const { own } = await createGrades();
    expect(summarizeGrades(await own.client.get(LIST, { per_page: 2, page: 1 }))).toEqual(ALL.slice(2));
    expect(summarizeGrades(await own.client.get(LIST, { per_page: 2, order_direction: "DESC" }))).toEqual(
      ALL.toReversed().slice(0, 2),
    );
  });

  it("200: by each filter, and by several", async () => {
    const { own, students, gradables } = await createGrades();
    const listGrades = async (query: Record<string, unknown>) =>
      summarizeGrades(await own.client.get(LIST, query));
    expect(await listGrades({ gradable_id: gradables[0]?.id })).toEqual(ALL.slice(0, 2));
    expect(await listGrades({ student_id: students[0]?.id })).toEqual([ALL[0], ALL[2]]);
    expect(await listGrades({ gradable_extern_id: "letterGrade" })).toEqual([ALL[2]]);
    expect(await listGrades({ student_extern_id: "2" })).toEqual([ALL[1]]);
    expect(await listGrades({ score: "095.0" })).toEqual([ALL[0]]);
    expect(await listGrades({ score: "a" })).toEqual([ALL[2]]);
    expect(await listGrades({ score: "no grade" })).toEqual([]);
    expect(await listGrades({ student_id: students[0]?.id, gradable_extern_id: "points" })).toEqual([ALL[0]]);
    expect(await listGrades({ student_extern_id: "1", gradable_id: gradables[1]?.id, score: "B" })).toEqual(
      [],
    );
  });

  it("200: completed at or after a time, at or before a time", async () => {
    const { own } = await createGrades();
    const listGrades = async (query: Record<string, unknown>) =>
      summarizeGrades(await own.client.get(LIST, query));
    expect(await listGrades({ start: "2026-03-02 12:00:00 UTC" })).toEqual(ALL.slice(1));
    expect(await listGrades({ end: "Mon, 02 Mar 2026 13:00:00 +0100" })).toEqual(ALL.slice(0, 2));
    expect(await listGrades({ start: "2026-03-01 12:00:01 UTC", end: "2026-03-03 11:59:59 UTC" })).toEqual([
      ALL[1],
    ]);
    expect(await listGrades({ start: "2027-01-01 00:00:00 UTC" })).toEqual([]);
  });

  it("200: ids of other integrations match nothing", async () => {
    const { grades } = (await foreignIntegration.client.get(LIST)).data as {
      grades: Record<string, unknown>[];
    };
    const { gradeable_id: gradable_id, student_id } = grades[0] ?? {};
    for (const query of [{ gradable_id }, { student_id }]) {
      expect((await siblingIntegration.client.get(LIST, query)).data).toEqual({ grades: [] });
    }
  });

  it("400: unknown filters", async () => {
    const query = { gradable_id: "points", student_id: "9999999999", start: "soon", end: "2026-13-01" };
    expect(invalidParameters(await integration.client.get(LIST, query))).toEqual([
      "invalid_param_gradable_id",
      "invalid_param_student_id",
      "invalid_param_start",
      "invalid_param_end",
    ]);
  });

  it("a grade is deleted with its student, and with its gradable", async () => {
    const { own } = await createGrades();
    await own.client.post("/v1.1/cle_students/delete", { extern_id: "2" });
    expect(summarizeGrades(await own.client.get(LIST))).toEqual([ALL[0], ALL[2]]);
    await own.client.post("/v1.1/cle_gradable/delete", { extern_id: "points" });
    expect(summarizeGrades(await own.client.get(LIST))).toEqual([ALL[2]]);
  });
});
