import { describe, expect, it } from "vitest";
import { accept, eventsOf } from "../../support/badges/badges";
import { badgeBody, serial } from "../../support/builders";
import { sql } from "../../support/platform/database";
import {
  connectedIntegration,
  errorsOf,
  learningClient,
  makeLearningToken,
} from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  grade,
  makeLearningBadge,
  makeRule,
  type Course,
} from "../../support/learning/learning-course";
import { launch, learnerFields, signedFields } from "../../support/learning/learning-lti";

const EVALUATE = "/v1.1/cle_eligibility/evaluate/rule";
const LAUNCH = "/v1.1/cle_launch";

/** A course with a rule of two requirements, and a learner launched from the LMS as one of its students. */
async function makeCourse() {
  const course = await connectedIntegration(undefined, { launch_origins: ["https://lms.example.org"] });
  const [quiz, walk] = [
    await addGradable(course, "points", "Quiz"),
    await addGradable(course, "complete", "Walk"),
  ];
  const badge = await makeLearningBadge(course, { name: "Mosses" });
  const rule = await makeRule(course, badge, [quiz, "gte", "80"], [walk, "eq", "Completed"]);
  const email = `learner-${serial()}@example.org`;
  const student = await addStudent(course, { email, first: "Nia" }, [[quiz, "92"]]);
  return { course, quiz, walk, badge, rule, email, student };
}

/** A client with the token that a launch redirects with. */
async function learnerOf(course: Course, email: string, user_id = `user-${serial()}`) {
  await sql("UPDATE learning_apps SET enterprise = true WHERE id = $1", [course.app.id]);
  const fields = learnerFields(course.id, { user_id, lis_person_contact_email_primary: email });
  const { query, text } = await launch(signedFields(course.app, "/auth/lti", fields));
  expect(query.token, text).toBeDefined();
  return learningClient({ access_token: query.token });
}

describe("GET /v1.1/cle_launch", () => {
  it("200: the course, progress toward each rule, and no badge yet", async () => {
    const { course, quiz, rule, email } = await makeCourse();
    const { status, data } = await (await learnerOf(course, email)).get(LAUNCH);
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
    const { course, walk, student, badge, rule, email } = await makeCourse();
    await grade(course, walk, student, "Completed");
    await course.client.post(EVALUATE, { rule_id: rule });
    const other = await makeLearningBadge(course, { name: "Elsewhere" });
    await course.organization.client.post("/badges", badgeBody(other.id, { recipient_email: email }));
    const beside = await connectedIntegration(course.app);
    const besideBadge = await makeLearningBadge(beside, { name: "Beside" });
    const asked = await addGradable(beside);
    await addStudent(beside, { email }, [[asked, "90"]]);
    await beside.client.post(EVALUATE, {
      rule_id: await makeRule(beside, besideBadge, [asked, "gte", "60"]),
    });
    const learner = await learnerOf(course, email);
    const { data } = await learner.get(LAUNCH);
    expect(data.badges).toEqual([
      expect.objectContaining({ name: "Mosses", state: "pending", badge_url: null, is_expired: false }),
    ]);
    expect(data.rules).toEqual([expect.objectContaining({ state: "issued" })]);
    expect(badge.id).toEqual(expect.any(String));
  });

  it("200: a course without this address among its students shows its rules, and no grades of others", async () => {
    const { course } = await makeCourse();
    const { data } = await (await learnerOf(course, `nobody-${serial()}@example.org`)).get(LAUNCH);
    expect(data).toMatchObject({ learner_name: null, badges: [], rules: [{ state: "open" }] });
    expect(data.rules[0].requirements.map(({ score }: { score: unknown }) => score)).toEqual([null, null]);
  });

  it("200: a rule whose badge was revoked no longer links to it; one held from elsewhere cannot be claimed", async () => {
    const { course, walk, student, badge, rule, email } = await makeCourse();
    await grade(course, walk, student, "Completed");
    const learner = await learnerOf(course, email);
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
    const { course, walk, student, rule, email } = await makeCourse();
    const learner = await learnerOf(course, email);
    expect(errorsOf(await learner.post(`${LAUNCH}/claim`, { rule_id: rule }))).toEqual([
      "invalid_param_rule_id",
    ]);
    await grade(course, walk, student, "Completed");
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
    expect(await eventsOf(course.organization, id)).toEqual([
      "badge.created",
      "badge.state.changed accepted",
    ]);
    // An LMS statement proves no address.
    const [row] = await sql("SELECT confirmed_at FROM user_emails WHERE email = $1", [email]);
    expect(row).toEqual({ confirmed_at: null });
    expect(errorsOf(await learner.postJson(`${LAUNCH}/accept`, { badge_id: id }))).toEqual([
      "invalid_param_badge_id",
    ]);
    expect(errorsOf(await learner.postJson(`${LAUNCH}/decline`, { badge_id: id }))).toEqual([
      "invalid_param_badge_id",
    ]);
  });

  it("200: accepted privately it has no public page; declined it is gone for good", async () => {
    const one = await makeCourse();
    await grade(one.course, one.walk, one.student, "Completed");
    const learner = await learnerOf(one.course, one.email);
    const claimed = await learner.post(`${LAUNCH}/claim`, { rule_id: one.rule });
    const { data } = await learner.post(`${LAUNCH}/accept`, {
      badge_id: claimed.data.badges[0].id,
      private: "true",
    });
    expect(data.badges).toMatchObject([{ state: "accepted", badge_url: null }]);
    const two = await makeCourse();
    await grade(two.course, two.walk, two.student, "Completed");
    const other = await learnerOf(two.course, two.email);
    const [{ id }] = (await other.post(`${LAUNCH}/claim`, { rule_id: two.rule })).data.badges;
    expect((await other.post(`${LAUNCH}/decline`, { badge_id: id })).data).toMatchObject({
      badges: [],
      rules: [{ state: "declined" }],
    });
    expect(errorsOf(await other.post(`${LAUNCH}/claim`, { rule_id: two.rule }))).toEqual([
      "invalid_param_rule_id",
    ]);
  });

  it("400: badges and rules of other students, courses and organizations; nothing changes", async () => {
    const [own, foreign] = [await makeCourse(), await makeCourse()];
    for (const { course, walk, student, rule } of [own, foreign]) {
      await grade(course, walk, student, "Completed");
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
    const learner = await learnerOf(own.course, own.email);
    for (const { badge_id } of [...badges, { badge_id: "01a1fd67-33f4-7184-8722-05349befed00" }]) {
      for (const act of ["accept", "decline"]) {
        expect(errorsOf(await learner.post(`${LAUNCH}/${act}`, { badge_id }))).toEqual([
          "invalid_param_badge_id",
        ]);
      }
    }
    expect(errorsOf(await learner.post(`${LAUNCH}/claim`, { rule_id: foreign.rule }))).toEqual([
      "invalid_param_rule_id",
    ]);
    expect(errorsOf(await learner.post(`${LAUNCH}/accept`, { badge_id: "x" }))).toEqual([
      "invalid_param_badge_id",
    ]);
    const states = await sql("SELECT state FROM issued_badges WHERE id = ANY ($1)", [
      badges.map(({ badge_id }) => badge_id),
    ]);
    expect(states.map(({ state }) => state)).toEqual(["pending", "pending"]);
  });

  it("400: a badge that another person accepted through its mail", async () => {
    const { course, walk, student, rule, email } = await makeCourse();
    await grade(course, walk, student, "Completed");
    const learner = await learnerOf(course, email);
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
    await accept(id);
    expect(errorsOf(await learner.post(`${LAUNCH}/accept`, { badge_id: id }))).toEqual([
      "invalid_param_badge_id",
    ]);
  });

  it("401: a token of an integration is not a learner's", async () => {
    const { course } = await makeCourse();
    const token = await makeLearningToken(course.app, "integration", [course.id]);
    expect((await learningClient({ access_token: token }).get(LAUNCH)).status).toBe(401);
  });
});
