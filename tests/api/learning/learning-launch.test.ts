import { beforeAll, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import { listLaunchOrigins } from "@/lib/learning/connections/launch-from-lms";
import { badgeBody, createTestOrganization, createTemplate, nextSerial } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { issueBadgeTo } from "../../support/accounts/earners";
import {
  createConnectedIntegration,
  learningClient,
  createTestLearningApp,
  sendLearning,
  type TestApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { postLaunch, learnerFields, signedFields } from "../../support/learning/learning-lti";
import type { Fields } from "../../support/learning/lti";
import { createMember, createPerson } from "../../support/accounts/members";

let integration: TestIntegration;
/** Another app in its organization, and one of another organization, each with a course. */
let sibling: TestIntegration;
let foreign: TestIntegration;

beforeAll(async () => {
  const organization = await createTestOrganization();
  integration = await createConnectedIntegration(
    await createTestLearningApp(organization, { enterprise: true }),
    {
      launch_origins: ["https://lms.example.org"],
    },
  );
  sibling = await createConnectedIntegration(await createTestLearningApp(organization, { enterprise: true }));
  foreign = await createConnectedIntegration(await createTestLearningApp(undefined, { enterprise: true }));
});

/** A learner who is not known yet. */
const newLearnerFields = (changes: Fields = {}): Fields => {
  const number = nextSerial();
  return {
    user_id: `learner-${number}`,
    lis_person_contact_email_primary: `learner-${number}@lms.example`,
    ...changes,
  };
};

const launchLearner = (fields: Fields = newLearnerFields(), to = integration, app: TestApp = to.app) =>
  postLaunch(signedFields(app, "/auth/lti", learnerFields(to.id, fields)));

type Outcome = Awaited<ReturnType<typeof launchLearner>>;

const readFailure = ({ status, path, query }: Outcome) => [status, path, query.status, query.code];
const expectedFailure = (status: number, code: string) => [302, "/lti/error", String(status), code];

/** The account of the learner of a successful launch. */
async function readAccountId({ status, path, query }: Outcome): Promise<string> {
  expect([status, path]).toEqual([302, "/lti/launch"]);
  const { meta } = await learningClient({ access_token: query.token }).get("/v1.1/cle_integrations");
  return String(meta.token_owner);
}

describe("POST /auth/lti", () => {
  it("302: redirects a learner to their badges, with a token that works on nothing else", async () => {
    const outcome = await launchLearner();
    expect(readFailure(outcome).slice(0, 2)).toEqual([302, "/lti/launch"]);
    expect(Object.keys(outcome.query)).toEqual(["token"]);
    expect([outcome.origin, outcome.text]).toEqual([ORIGIN, ""]);
    expect(outcome.headers.get("referrer-policy")).toBe("no-referrer");
    expect(outcome.headers.get("set-cookie")).toBeNull();
    const [row] = await sql(
      `SELECT kind, expires_at = created_at + interval '3 years' AS good, array_agg(integration_id) AS ids
       FROM learning_tokens JOIN learning_token_integrations ON token_id = id
       WHERE kind = 'learner' GROUP BY id ORDER BY created_at DESC`,
    );
    expect(row).toEqual({ kind: "learner", good: true, ids: [integration.id] });
  });

  it("302: creates an account from the names and the address, which stays unconfirmed", async () => {
    const email = `new-${nextSerial()}@lms.example`;
    const id = await readAccountId(
      await launchLearner(newLearnerFields({ lis_person_contact_email_primary: email.toUpperCase() })),
    );
    const [row] = await sql(
      `SELECT first_name, last_name, password_hash, email, "primary", confirmed_at
       FROM users JOIN user_emails ON user_id = users.id WHERE users.id = $1`,
      [id],
    );
    expect(row).toEqual({
      first_name: "Ada",
      last_name: "Okafor",
      password_hash: null,
      email,
      primary: true,
      confirmed_at: null,
    });
  });

  it("302: names come from the full name or the address when no others are given", async () => {
    const nameless = { lis_person_name_given: undefined, lis_person_name_family: undefined };
    const readAccountName = async (fields: Fields) => {
      const id = await readAccountId(await launchLearner(newLearnerFields({ ...nameless, ...fields })));
      const [row] = await sql("SELECT first_name, last_name FROM users WHERE id = $1", [id]);
      return [row?.first_name, row?.last_name];
    };
    expect(await readAccountName({ lis_person_name_full: "Ada  de la Cruz" })).toEqual(["Ada", "de la Cruz"]);
    expect(await readAccountName({ lis_person_name_family: "Okafor" })).toEqual(["", "Okafor"]);
    const [first] = await readAccountName({});
    expect(first).toMatch(/^learner-\d+$/);
  });

  it("302: the same user is the same account, even when the LMS sends another address", async () => {
    const fields = newLearnerFields();
    const id = await readAccountId(await launchLearner(fields));
    expect(await readAccountId(await launchLearner(fields))).toBe(id);
    const moved = { ...fields, lis_person_contact_email_primary: integration.organization.admin_email };
    expect(await readAccountId(await launchLearner(moved))).toBe(id);
  });

  it("302: parallel launches of a new learner create one account", async () => {
    const fields = newLearnerFields();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => launchLearner(fields)));
    const ids = await Promise.all(outcomes.map(readAccountId));
    expect(new Set(ids).size).toBe(1);
    const email = fields.lis_person_contact_email_primary;
    expect(await sql("SELECT FROM user_emails WHERE email = $1", [email])).toHaveLength(1);
  });

  it.each(["Instructor", "ADMINISTRATOR", "urn:lti:sysrole:ims/lis/SysAdmin", "Learner,Instructor"])(
    "302: redirects %s to the sign-in page and then to the console, without account, session or token",
    async (roles) => {
      const [people, tokens] = [await countTableRows("users"), await countTableRows("learning_tokens")];
      const { status, path, query, headers } = await launchLearner(newLearnerFields({ roles }));
      const [row] = await sql("SELECT vanity_slug FROM organizations WHERE id = $1", [
        integration.organization.id,
      ]);
      expect([status, path]).toEqual([302, "/sign-in"]);
      expect(query).toEqual({ callbackUrl: `/console/${String(row?.vanity_slug)}/learning` });
      expect(headers.get("set-cookie")).toBeNull();
      expect([await countTableRows("users"), await countTableRows("learning_tokens")]).toEqual([
        people,
        tokens,
      ]);
    },
  );

  it("302 to the error page: each code with its status", async () => {
    const { app } = integration;
    const launchWith = (fields: Fields, of: TestApp = app) =>
      postLaunch(
        signedFields(of, "/auth/lti", learnerFields(integration.id, { ...newLearnerFields(), ...fields })),
      );
    expect(readFailure(await launchWith({}, { ...app, apiKey: "unknown" }))).toEqual(
      expectedFailure(400, "LTI_APP_NOT_FOUND"),
    );
    expect(readFailure(await launchWith({ roles: undefined }))).toEqual(
      expectedFailure(400, "LTI_DATA_MISSING"),
    );
    expect(readFailure(await launchWith({ oauth_version: "2.0" }))).toEqual(
      expectedFailure(400, "LTI_DATA_MISSING"),
    );
    expect(readFailure(await launchWith({}, { ...app, secret: "wrong" }))).toEqual(
      expectedFailure(401, "LTI_UNAUTHORIZED"),
    );
    const family = { tool_consumer_info_product_family_code: "canvas" };
    expect(readFailure(await launchWith(family))).toEqual(expectedFailure(400, "LTI_NO_CONNECTION"));
    const address = { lis_person_contact_email_primary: "a@b" };
    expect(readFailure(await launchWith(address))).toEqual(
      expectedFailure(400, "LTI_MEMBER_CREATION_FAILED"),
    );
    for (const integration_id of [String(sibling.id), String(foreign.id), "2147483647"]) {
      expect(readFailure(await launchWith({ integration_id }))).toEqual(
        expectedFailure(400, "LTI_DATA_MISSING"),
      );
    }
  });

  it("302 to the error page: a launch that was already used, per app", async () => {
    const fields = signedFields(
      integration.app,
      "/auth/lti",
      learnerFields(integration.id, newLearnerFields()),
    );
    expect((await postLaunch(fields)).path).toBe("/lti/launch");
    expect(readFailure(await postLaunch(fields))).toEqual(expectedFailure(401, "LTI_UNAUTHORIZED"));
  });

  it("302 to the error page: only apps of enterprises launch", async () => {
    const plain = await createConnectedIntegration(await createTestLearningApp(integration.organization));
    expect(readFailure(await launchLearner(newLearnerFields(), plain))).toEqual(
      expectedFailure(401, "LTI_UNAUTHORIZED"),
    );
    expect(readFailure(await launchLearner(newLearnerFields({ roles: "Instructor" }), plain))).toEqual(
      expectedFailure(401, "LTI_UNAUTHORIZED"),
    );
  });

  it("404: an unsigned request; 405: other methods", async () => {
    const postLaunch = (body: string) =>
      sendLearning(new Request(`${ORIGIN}/auth/lti`, { method: "POST", body }));
    for (const body of ["", "user_id=1", "{}"])
      expect((await postLaunch(body)).meta.status).toBe("NOT_FOUND");
    const { status, meta } = await sendLearning(new Request(`${ORIGIN}/auth/lti`));
    expect([status, meta.status]).toEqual([405, "METHOD_NOT_ALLOWED"]);
  });

  it("writes one line to the log, with the app and without the sent data", async () => {
    const lines: unknown[] = [];
    vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
    vi.spyOn(log, "info").mockImplementation((line: unknown) => void lines.push(line));
    const { query } = await launchLearner(newLearnerFields({ lis_person_name_given: "Hush" }));
    vi.restoreAllMocks();
    expect(lines).toEqual([
      expect.objectContaining({ route: "/auth/lti", status: 302, actorType: "LearningApp" }),
    ]);
    for (const secret of [query.token, "Hush", "lms.example"])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

const countTableRows = async (table: string): Promise<unknown> =>
  (await sql(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;

describe("an address that already has an account", () => {
  const belongs = expectedFailure(400, "LTI_EMAIL_BELONGS_TO_ANOTHER");
  const of = (email: string): Fields => newLearnerFields({ lis_person_contact_email_primary: email });

  it("gives no access to an existing account, and stores only the nonce and the mail to the address", async () => {
    const { organization } = integration;
    const confirmed = await createPerson();
    const createUnconfirmedPerson = async () => {
      const person = await createPerson();
      await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [person.id]);
      return person;
    };
    const [member, holder, employee, withPassword] = [
      await createMember(organization.id, "viewer"),
      await createUnconfirmedPerson(),
      await createUnconfirmedPerson(),
      await createUnconfirmedPerson(),
    ];
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [member.id]);
    const badge = await issueBadgeTo(organization, holder.email);
    await sql("UPDATE issued_badges SET user_id = $1 WHERE id = $2", [holder.id, badge.id]);
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [withPassword.id]);
    await organization.client.post("/employees", { email: employee.email });
    await sql("UPDATE employees SET user_id = $1 WHERE email = $2", [employee.id, employee.email]);
    const before = await digestTables();
    for (const { email } of [confirmed, member, holder, employee, withPassword]) {
      expect(readFailure(await launchLearner(of(email)))).toEqual(belongs);
    }
    const after = await digestTables();
    const beside = { learning_nonces: null, learning_connection_requests: null, outbox_messages: null };
    expect({ ...after, ...beside }).toEqual({ ...before, ...beside });
  });

  it("gives no access to another user of the app, nor to another organization's app", async () => {
    const fields = newLearnerFields();
    await launchLearner(fields);
    const email = String(fields.lis_person_contact_email_primary);
    expect(readFailure(await launchLearner(of(email)))).toEqual(belongs);
    expect(readFailure(await launchLearner(of(email), foreign))).toEqual(belongs);
  });

  it("gives access to the account that another app of the organization created, as long as only these apps use it", async () => {
    const fields = newLearnerFields();
    const id = await readAccountId(await launchLearner(fields));
    const email = String(fields.lis_person_contact_email_primary);
    const there = of(email);
    expect(await readAccountId(await launchLearner(there, sibling))).toBe(id);
    expect(await readAccountId(await launchLearner(there, sibling))).toBe(id);
    expect(readFailure(await launchLearner(of(email), sibling))).toEqual(belongs);
  });

  it("gives no access to an account confirmed since, not even to the app that launched it before", async () => {
    const fields = newLearnerFields();
    const id = await readAccountId(await launchLearner(fields));
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE user_id = $1", [id]);
    expect(readFailure(await launchLearner(fields))).toEqual(belongs);
    const email = String(fields.lis_person_contact_email_primary);
    expect(readFailure(await launchLearner(of(email), sibling))).toEqual(belongs);
  });

  it("no longer admits a learner whose account was deleted; a merged account opens the remaining one", async () => {
    const [gone, merged] = [newLearnerFields(), newLearnerFields()];
    const [goneId, mergedId] = [
      await readAccountId(await launchLearner(gone)),
      await readAccountId(await launchLearner(merged)),
    ];
    const survivor = await createPerson();
    await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [goneId]);
    await sql("UPDATE learning_identities SET user_id = $1 WHERE user_id = $2", [survivor.id, mergedId]);
    expect(readFailure(await launchLearner(gone))).toEqual(
      expectedFailure(400, "LTI_MEMBER_ID_DOES_NOT_EXIST"),
    );
    expect(await readAccountId(await launchLearner(merged))).toBe(survivor.id);
  });

  it("leaves a badge for the address pending and hidden: a launch accepts nothing", async () => {
    const { organization } = integration;
    const email = `waiting-${nextSerial()}@lms.example`;
    const template = await createTemplate(organization);
    const { data } = await organization.client.post(
      "/badges",
      badgeBody(template.id, { recipient_email: email }),
    );
    await readAccountId(await launchLearner(of(email)));
    const [row] = await sql("SELECT user_id, state FROM issued_badges WHERE id = $1", [data.id]);
    expect(row).toEqual({ user_id: null, state: "pending" });
  });
});

describe("the origins that may frame a launch", () => {
  it("are those of the token's integration; a token that is not a learner's has none", async () => {
    const { query } = await launchLearner();
    expect(await listLaunchOrigins(String(query.token))).toEqual(["https://lms.example.org"]);
    for (const token of [integration.token, integration.app.token, "x", ""]) {
      expect(await listLaunchOrigins(token)).toEqual([]);
    }
    const elsewhere = await launchLearner(newLearnerFields(), sibling);
    expect(await listLaunchOrigins(String(elsewhere.query.token))).toEqual([]);
  });
});
