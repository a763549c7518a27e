import { describe, expect, it } from "vitest";
import { acceptByLink, listBadgeEvents } from "../../support/badges/badges";
import { badgeBody, nextSerial } from "../../support/builders";
import { sql } from "../../support/platform/database";
import {
  createConnectedIntegration,
  invalidParameters,
  learningClient,
  createTestLearningToken,
} from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  setGrade,
  createLearningBadge,
  createRule,
  type Course,
} from "../../support/learning/learning-course";
import { postLaunch, learnerFields, signedFields } from "../../support/learning/learning-lti";

const EVALUATE = "/v1.1/cle_eligibility/evaluate/rule";
const LAUNCH = "/v1.1/cle_launch";

/** A course with a rule of two requirements, and a learner launched from the LMS as one of its students. */
async function createCourse() {
  const course = await createConnectedIntegration(undefined, { launch_origins: ["https://lms.example.org"] });
  const [quiz, walk] = [
    await addGradable(course, "points", "Quiz"),
    await addGradable(course, "complete", "Walk"),
  ];
  const badge = await createLearningBadge(course, { name: "Mosses" });
  const rule = await createRule(course, badge, [quiz, "gte", "80"], [walk, "eq", "Completed"]);
  const email = `learner-${nextSerial()}@example.org`;
  const student = await addStudent(course, { email, first: "Nia" }, [[quiz, "92"]]);
  return { course, quiz, walk, badge, rule, email, student };
}

/** A client with the token that a launch redirects with. */
async function launchLearner(course: Course, email: string, user_id = `user-${nextSerial()}`) {
  await sql("UPDATE learning_apps SET enterprise = true WHERE id = $1", [course.app.id]);
  const fields = learnerFields(course.id, { user_id, lis_person_contact_email_primary: email });
  const { query, text } = await postLaunch(signedFields(course.app, "/auth/lti", fields));
  expect(query.token, text).toBeDefined();
  return learningClient({ access_token: query.token });
}

describe("the lists of a course with a learner's token", () => {
  /** The rows of a list, which some operations put into an object by their kind. */
  const rowsOf = (data: unknown): unknown[] =>
    Array.isArray(data) ? data : Object.values(data as Record<string, unknown[]>).flat();
  const named = (course: Course) => ({ integration_account_id: course.id });

  it("200: the learner's own student, grades and the gradables of these, whatever the filters ask for", async () => {
    const { course, quiz, walk, email, student } = await createCourse();
    const other = await addStudent(course, { email: `other-${nextSerial()}@example.org` }, [
      [quiz, "10"],
      [walk, "Completed"],
    ]);
    const learner = await launchLearner(course, email);
    const students = await learner.get("/v1.1/cle_students", named(course));
    expect(rowsOf(students.data)).toMatchObject([{ extern_id: student.externId }]);
    const grades = await learner.get("/v1.1/cle_eligibility/grade", named(course));
    expect(rowsOf(grades.data)).toMatchObject([{ score: "92", student_id: student.id }]);
    const gradables = await learner.get("/v1.1/cle_gradable", named(course));
    expect(rowsOf(gradables.data)).toMatchObject([{ id: quiz.id }]);
    for (const [path, filter] of [
      ["/v1.1/cle_students", { extern_id: other.externId }],
      ["/v1.1/cle_eligibility/grade", { student_id: other.id }],
      ["/v1.1/cle_eligibility/grade", { student_extern_id: other.externId }],
    ] as const) {
      const { status, data, paging } = await learner.get(path, { ...named(course), ...filter });
      expect([status, rowsOf(data), paging?.multi_result_count], path).toEqual([200, [], 0]);
    }
  });

  it("200: nothing for a learner who is not a student, 400 in another course, 401 for changes", async () => {
    const { course } = await createCourse();
    const elsewhere = await createConnectedIntegration(course.app);
    const learner = await launchLearner(course, `visitor-${nextSerial()}@example.org`);
    for (const path of ["/v1.1/cle_students", "/v1.1/cle_eligibility/grade", "/v1.1/cle_gradable"]) {
      expect(rowsOf((await learner.get(path, named(course))).data)).toEqual([]);
      expect((await learner.get(path, named(elsewhere))).status).toBe(400);
    }
    for (const path of ["/v1.1/cle_students/create", "/v1.1/cle_eligibility/grade/register"])
      expect((await learner.post(path, named(course))).status).toBe(401);
  });
});

describe("GET /v1.1/cle_launch", () => {
  it("200: the course, progress toward each rule, and no badge yet", async () => {
    const { course, quiz, rule, email } = await createCourse();
    const { status, data } = await (await launchLearner(course, email)).get(LAUNCH);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      course_name: course.name,
      learner_name: "Nia",
      launch_origins: ["https://lms.example.org"],
      badges: [],
      rules: [{ id: rule, name: "Mosses", state: "open" }],
    });
    expect(data.rules[0].requirements).toEqual([
      expect.objectContaining({
        grade_object_id: quiz.id,
        gradable_name: "Quiz",
        value: "80",
        score: "92",
        is_met: true,
      }),
      expect.objectContaining({ gradable_name: "Walk", score: null, is_met: false }),
    ]);
  });

  it("200: the badges that the course awarded, from any issuer, and nothing else of the account", async () => {
    const { course, walk, student, badge, rule, email } = await createCourse();
    await setGrade(course, walk, student, "Completed");
    await course.client.post(EVALUATE, { rule_id: rule });
    const other = await createLearningBadge(course, { name: "Elsewhere" });
    await course.organization.client.post("/badges", badgeBody(other.id, { recipient_email: email }));
    const beside = await createConnectedIntegration(course.app);
    const besideBadge = await createLearningBadge(beside, { name: "Beside" });
    const requiredGradable = await addGradable(beside);
    await addStudent(beside, { email }, [[requiredGradable, "90"]]);
    await beside.client.post(EVALUATE, {
      rule_id: await createRule(beside, besideBadge, [requiredGradable, "gte", "60"]),
    });
    const learner = await launchLearner(course, email);
    const { data } = await learner.get(LAUNCH);
    expect(data.badges).toEqual([
      expect.objectContaining({ name: "Mosses", state: "pending", badge_url: null, is_expired: false }),
    ]);
    expect(data.rules).toEqual([expect.objectContaining({ state: "issued" })]);
    expect(badge.id).toEqual(expect.any(String));
  });

  it("200: a course without this address among its students shows its rules, and no grades of others", async () => {
    const { course } = await createCourse();
    const { data } = await (await launchLearner(course, `nobody-${nextSerial()}@example.org`)).get(LAUNCH);
    expect(data).toMatchObject({ learner_name: null, badges: [], rules: [{ state: "open" }] });
    expect(data.rules[0].requirements.map(({ score }: { score: unknown }) => score)).toEqual([null, null]);
  });

  it("200: a rule whose badge was revoked no longer links to it; one held from elsewhere cannot be claimed", async () => {
    const { course, walk, student, badge, rule, email } = await createCourse();
    await setGrade(course, walk, student, "Completed");
    const learner = await launchLearner(course, email);
    const { data: held } = await course.organization.client.post(
      "/badges",
      badgeBody(badge.id, { recipient_email: email }),
    );
    expect((await learner.get(LAUNCH)).data.rules).toMatchObject([{ state: "issued" }]);
    await course.organization.client.put(`/badges/${held.id}/revoke`, { reason: "By mistake." });
    const { data } = await learner.post(`${LAUNCH}/claim`, { rule_id: rule });
    const [{ id }] = data.badges;
    await course.organization.client.put(`/badges/${id}/revoke`, { reason: "By mistake." });
    expect((await learner.get(LAUNCH)).data).toMatchObject({ badges: [], rules: [] });
  });
});

describe("POST /v1.1/cle_launch/claim, accept, decline", () => {
  it("200: a badge is claimed once, also by concurrent requests, and accepted on the same page", async () => {
    const { course, walk, student, rule, email } = await createCourse();
    const learner = await launchLearner(course, email);
    expect(invalidParameters(await learner.post(`${LAUNCH}/claim`, { rule_id: rule }))).toEqual([
      "invalid_param_rule_id",
    ]);
    await setGrade(course, walk, student, "Completed");
    expect((await learner.get(LAUNCH)).data.rules).toMatchObject([{ state: "claimable" }]);
    const claims = await Promise.all(
      Array.from({ length: 5 }, () => learner.postJson(`${LAUNCH}/claim`, { rule_id: rule })),
    );
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    const { data } = await learner.get(LAUNCH);
    expect(data.badges).toHaveLength(1);
    const [{ id }] = data.badges;
    const accepted = await learner.postJson(`${LAUNCH}/accept`, { badge_id: id, private: false });
    expect(accepted.data.badges).toMatchObject([
      { id, state: "accepted", badge_url: expect.stringContaining(id) },
    ]);
    expect(await listBadgeEvents(course.organization, id)).toEqual([
      "badge.created",
      "badge.state.changed accepted",
    ]);
    // An LMS statement proves no address.
    const [row] = await sql("SELECT confirmed_at FROM user_emails WHERE email = $1", [email]);
    expect(row).toEqual({ confirmed_at: null });
    expect(invalidParameters(await learner.postJson(`${LAUNCH}/accept`, { badge_id: id }))).toEqual([
      "invalid_param_badge_id",
    ]);
    expect(invalidParameters(await learner.postJson(`${LAUNCH}/decline`, { badge_id: id }))).toEqual([
      "invalid_param_badge_id",
    ]);
  });

  it("200: accepted privately it has no public page; declined it is gone for good", async () => {
    const one = await createCourse();
    await setGrade(one.course, one.walk, one.student, "Completed");
    const learner = await launchLearner(one.course, one.email);
    const claimed = await learner.post(`${LAUNCH}/claim`, { rule_id: one.rule });
    const { data } = await learner.post(`${LAUNCH}/accept`, {
      badge_id: claimed.data.badges[0].id,
      private: "true",
    });
    expect(data.badges).toMatchObject([{ state: "accepted", badge_url: null }]);
    const two = await createCourse();
    await setGrade(two.course, two.walk, two.student, "Completed");
    const other = await launchLearner(two.course, two.email);
    const [{ id }] = (await other.post(`${LAUNCH}/claim`, { rule_id: two.rule })).data.badges;
    expect((await other.post(`${LAUNCH}/decline`, { badge_id: id })).data).toMatchObject({
      badges: [],
      rules: [{ state: "declined" }],
    });
    expect(invalidParameters(await other.post(`${LAUNCH}/claim`, { rule_id: two.rule }))).toEqual([
      "invalid_param_rule_id",
    ]);
  });

  it("400: badges and rules of other students, courses and organizations; nothing changes", async () => {
    const [own, foreign] = [await createCourse(), await createCourse()];
    for (const { course, walk, student, rule } of [own, foreign]) {
      await setGrade(course, walk, student, "Completed");
      await course.client.post(EVALUATE, { rule_id: rule });
    }
    const fellow = await addStudent(own.course, {}, [
      [own.quiz, "99"],
      [own.walk, "Completed"],
    ]);
    await own.course.client.post(EVALUATE, { rule_id: own.rule });
    const badges = await sql("SELECT badge_id FROM learning_awards WHERE student_id = ANY ($1)", [
      [foreign.student.id, fellow.id],
    ]);
    expect(badges).toHaveLength(2);
    const learner = await launchLearner(own.course, own.email);
    for (const { badge_id } of [...badges, { badge_id: "01a1fd67-33f4-7184-8722-05349befed00" }]) {
      for (const act of ["accept", "decline"]) {
        expect(invalidParameters(await learner.post(`${LAUNCH}/${act}`, { badge_id }))).toEqual([
          "invalid_param_badge_id",
        ]);
      }
    }
    expect(invalidParameters(await learner.post(`${LAUNCH}/claim`, { rule_id: foreign.rule }))).toEqual([
      "invalid_param_rule_id",
    ]);
    expect(invalidParameters(await learner.post(`${LAUNCH}/accept`, { badge_id: "x" }))).toEqual([
      "invalid_param_badge_id",
    ]);
    const states = await sql("SELECT state FROM issued_badges WHERE id = ANY ($1)", [
      badges.map(({ badge_id }) => badge_id),
    ]);
    expect(states.map(({ state }) => state)).toEqual(["pending", "pending"]);
  });

  it("200: a badge of a rule that the organization issued itself is accepted on the same page", async () => {
    const { course, badge, email } = await createCourse();
    const body = badgeBody(badge.id, { recipient_email: email });
    const { data: issued } = await course.organization.client.post("/badges", body);
    const learner = await launchLearner(course, email);
    expect((await learner.get(LAUNCH)).data.badges).toMatchObject([{ id: issued.id, state: "pending" }]);
    const { data } = await learner.postJson(`${LAUNCH}/accept`, { badge_id: issued.id, private: false });
    expect(data.badges).toMatchObject([
      { id: issued.id, state: "accepted", badge_url: expect.stringContaining(issued.id) },
    ]);
    expect(data.rules).toMatchObject([{ state: "issued" }]);
  });

  it("400: badges that the organization issued to others, or from templates without a rule here", async () => {
    const { course, badge, email } = await createCourse();
    const foreign = await createCourse();
    const ruleless = await createLearningBadge(course, { name: "Elsewhere" });
    const issue = async ({ organization }: Course, templateId: string, recipient_email: string) =>
      (await organization.client.post("/badges", badgeBody(templateId, { recipient_email }))).data.id;
    const ids = [
      await issue(course, badge.id, `fellow-${nextSerial()}@example.org`),
      await issue(course, ruleless.id, email),
      await issue(foreign.course, foreign.badge.id, email),
    ];
    const learner = await launchLearner(course, email);
    expect((await learner.get(LAUNCH)).data.badges).toEqual([]);
    for (const badge_id of ids) {
      for (const act of ["accept", "decline"]) {
        expect(invalidParameters(await learner.post(`${LAUNCH}/${act}`, { badge_id }))).toEqual([
          "invalid_param_badge_id",
        ]);
      }
    }
    const states = await sql("SELECT DISTINCT state FROM issued_badges WHERE id = ANY ($1)", [ids]);
    expect(states).toEqual([{ state: "pending" }]);
  });

  it("400: a badge that another person accepted through its mail", async () => {
    const { course, walk, student, rule, email } = await createCourse();
    await setGrade(course, walk, student, "Completed");
    const learner = await launchLearner(course, email);
    // The person connected the course, so later confirmations do not end the connection.
    await sql(
      `UPDATE learning_identities SET connected_at = now()
       WHERE user_id = (SELECT user_id FROM user_emails WHERE email = $1)`,
      [email],
    );
    // Another account has the address by now, and the badge.
    const { data } = await learner.post(`${LAUNCH}/claim`, { rule_id: rule });
    const [{ id }] = data.badges;
    await sql("UPDATE issued_badges SET user_id = NULL WHERE id = $1", [id]);
    await acceptByLink(id);
    expect(invalidParameters(await learner.post(`${LAUNCH}/accept`, { badge_id: id }))).toEqual([
      "invalid_param_badge_id",
    ]);
  });

  it("401: a token of an integration is not a learner's", async () => {
    const { course } = await createCourse();
    const token = await createTestLearningToken(course.app, "integration", [course.id]);
    expect((await learningClient({ access_token: token }).get(LAUNCH)).status).toBe(401);
  });
});
