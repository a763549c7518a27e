import { beforeAll, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import { listLaunchOrigins } from "@/lib/learning/connections/launch";
import { badgeBody, makeOrganization, makeTemplate, serial } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { contents, sql } from "../../support/platform/database";
import { issueTo } from "../../support/identity/earners";
import {
  connectedIntegration,
  learningClient,
  makeLearningApp,
  sendLearning,
  type TestApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { launch, learnerFields, signedFields } from "../../support/learning/learning-lti";
import type { Fields } from "../../support/learning/lti";
import { makeMember, makePerson } from "../../support/identity/members";

let integration: TestIntegration;
/** Another app in its organization, and one of another organization, each with a course. */
let sibling: TestIntegration;
let foreign: TestIntegration;

beforeAll(async () => {
  const organization = await makeOrganization();
  integration = await connectedIntegration(await makeLearningApp(organization, { enterprise: true }), {
    launch_origins: ["https://lms.example.org"],
  });
  sibling = await connectedIntegration(await makeLearningApp(organization, { enterprise: true }));
  foreign = await connectedIntegration(await makeLearningApp(undefined, { enterprise: true }));
});

/** A learner who is not known yet. */
const learner = (changes: Fields = {}): Fields => {
  const number = serial();
  return {
    user_id: `learner-${number}`,
    lis_person_contact_email_primary: `learner-${number}@lms.example`,
    ...changes,
  };
};

const come = (fields: Fields = learner(), to = integration, app: TestApp = to.app) =>
  launch(signedFields(app, "/auth/lti", learnerFields(to.id, fields)));

type Outcome = Awaited<ReturnType<typeof come>>;

const failureOf = ({ status, path, query }: Outcome) => [status, path, query.status, query.code];
const failed = (status: number, code: string) => [302, "/lti/error", String(status), code];

/** The account of the learner of a successful launch. */
async function accountOf({ status, path, query }: Outcome): Promise<string> {
  expect([status, path]).toEqual([302, "/lti/launch"]);
  const { meta } = await learningClient({ access_token: query.token }).get("/v1.1/cle_integrations");
  return String(meta.token_owner);
}

describe("POST /auth/lti", () => {
  it("302: redirects a learner to their badges, with a token that works on nothing else", async () => {
    const outcome = await come();
    expect(failureOf(outcome).slice(0, 2)).toEqual([302, "/lti/launch"]);
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
    const email = `new-${serial()}@lms.example`;
    const id = await accountOf(
      await come(learner({ lis_person_contact_email_primary: email.toUpperCase() })),
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
    const nameOf = async (fields: Fields) => {
      const id = await accountOf(await come(learner({ ...nameless, ...fields })));
      const [row] = await sql("SELECT first_name, last_name FROM users WHERE id = $1", [id]);
      return [row?.first_name, row?.last_name];
    };
    expect(await nameOf({ lis_person_name_full: "Ada  de la Cruz" })).toEqual(["Ada", "de la Cruz"]);
    expect(await nameOf({ lis_person_name_family: "Okafor" })).toEqual(["", "Okafor"]);
    const [first] = await nameOf({});
    expect(first).toMatch(/^learner-\d+$/);
  });

  it("302: the same user is the same account, even when the LMS sends another address", async () => {
    const fields = learner();
    const id = await accountOf(await come(fields));
    expect(await accountOf(await come(fields))).toBe(id);
    const moved = { ...fields, lis_person_contact_email_primary: integration.organization.admin_email };
    expect(await accountOf(await come(moved))).toBe(id);
  });

  it("302: parallel launches of a new learner create one account", async () => {
    const fields = learner();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => come(fields)));
    const ids = await Promise.all(outcomes.map(accountOf));
    expect(new Set(ids).size).toBe(1);
    const email = fields.lis_person_contact_email_primary;
    expect(await sql("SELECT FROM user_emails WHERE email = $1", [email])).toHaveLength(1);
  });

  it.each(["Instructor", "ADMINISTRATOR", "urn:lti:sysrole:ims/lis/SysAdmin", "Learner,Instructor"])(
    "302: redirects %s to the sign-in page and then to the console, without account, session or token",
    async (roles) => {
      const [people, tokens] = [await count("users"), await count("learning_tokens")];
      const { status, path, query, headers } = await come(learner({ roles }));
      const [row] = await sql("SELECT vanity_slug FROM organizations WHERE id = $1", [
        integration.organization.id,
      ]);
      expect([status, path]).toEqual([302, "/sign-in"]);
      expect(query).toEqual({ callbackUrl: `/console/${String(row?.vanity_slug)}/learning` });
      expect(headers.get("set-cookie")).toBeNull();
      expect([await count("users"), await count("learning_tokens")]).toEqual([people, tokens]);
    },
  );

  it("302 to the error page: each code with its status", async () => {
    const { app } = integration;
    const send = (fields: Fields, of: TestApp = app) =>
      launch(signedFields(of, "/auth/lti", learnerFields(integration.id, { ...learner(), ...fields })));
    expect(failureOf(await send({}, { ...app, apiKey: "unknown" }))).toEqual(
      failed(400, "LTI_APP_NOT_FOUND"),
    );
    expect(failureOf(await send({ roles: undefined }))).toEqual(failed(400, "LTI_DATA_MISSING"));
    expect(failureOf(await send({ oauth_version: "2.0" }))).toEqual(failed(400, "LTI_DATA_MISSING"));
    expect(failureOf(await send({}, { ...app, secret: "wrong" }))).toEqual(failed(401, "LTI_UNAUTHORIZED"));
    const family = { tool_consumer_info_product_family_code: "canvas" };
    expect(failureOf(await send(family))).toEqual(failed(400, "LTI_NO_CONNECTION"));
    const address = { lis_person_contact_email_primary: "a@b" };
    expect(failureOf(await send(address))).toEqual(failed(400, "LTI_MEMBER_CREATION_FAILED"));
    for (const integration_id of [String(sibling.id), String(foreign.id), "2147483647"]) {
      expect(failureOf(await send({ integration_id }))).toEqual(failed(400, "LTI_DATA_MISSING"));
    }
  });

  it("302 to the error page: a launch that was already used, per app", async () => {
    const fields = signedFields(integration.app, "/auth/lti", learnerFields(integration.id, learner()));
    expect((await launch(fields)).path).toBe("/lti/launch");
    expect(failureOf(await launch(fields))).toEqual(failed(401, "LTI_UNAUTHORIZED"));
  });

  it("302 to the error page: only apps of enterprises launch", async () => {
    const plain = await connectedIntegration(await makeLearningApp(integration.organization));
    expect(failureOf(await come(learner(), plain))).toEqual(failed(401, "LTI_UNAUTHORIZED"));
    expect(failureOf(await come(learner({ roles: "Instructor" }), plain))).toEqual(
      failed(401, "LTI_UNAUTHORIZED"),
    );
  });

  it("404: an unsigned request; 405: other methods", async () => {
    const post = (body: string) => sendLearning(new Request(`${ORIGIN}/auth/lti`, { method: "POST", body }));
    for (const body of ["", "user_id=1", "{}"]) expect((await post(body)).meta.status).toBe("NOT_FOUND");
    const { status, meta } = await sendLearning(new Request(`${ORIGIN}/auth/lti`));
    expect([status, meta.status]).toEqual([405, "METHOD_NOT_ALLOWED"]);
  });

  it("writes one line to the log, with the app and without the sent data", async () => {
    const lines: unknown[] = [];
    vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
    vi.spyOn(log, "info").mockImplementation((line: unknown) => void lines.push(line));
    const { query } = await come(learner({ lis_person_name_given: "Hush" }));
    vi.restoreAllMocks();
    expect(lines).toEqual([
      expect.objectContaining({ route: "/auth/lti", status: 302, actorType: "LearningApp" }),
    ]);
    for (const secret of [query.token, "Hush", "lms.example"])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

const count = async (table: string): Promise<unknown> =>
  (await sql(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;

describe("an address that already has an account", () => {
  const belongs = failed(400, "LTI_EMAIL_BELONGS_TO_ANOTHER");
  const of = (email: string): Fields => learner({ lis_person_contact_email_primary: email });

  it("gives no access to an existing account, and stores only the nonce and the mail to the address", async () => {
    const { organization } = integration;
    const confirmed = await makePerson();
    const unproven = async () => {
      const person = await makePerson();
      await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [person.id]);
      return person;
    };
    const [member, holder, employee, withPassword] = [
      await makeMember(organization.id, "viewer"),
      await unproven(),
      await unproven(),
      await unproven(),
    ];
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [member.id]);
    const badge = await issueTo(organization, holder.email);
    await sql("UPDATE issued_badges SET user_id = $1 WHERE id = $2", [holder.id, badge.id]);
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [withPassword.id]);
    await organization.client.post("/employees", { email: employee.email });
    await sql("UPDATE employees SET user_id = $1 WHERE email = $2", [employee.id, employee.email]);
    const before = await contents();
    for (const { email } of [confirmed, member, holder, employee, withPassword]) {
      expect(failureOf(await come(of(email)))).toEqual(belongs);
    }
    const after = await contents();
    const beside = { learning_nonces: null, learning_connection_requests: null, outbox_messages: null };
    expect({ ...after, ...beside }).toEqual({ ...before, ...beside });
  });

  it("gives no access to another user of the app, nor to another organization's app", async () => {
    const fields = learner();
    await come(fields);
    const email = String(fields.lis_person_contact_email_primary);
    expect(failureOf(await come(of(email)))).toEqual(belongs);
    expect(failureOf(await come(of(email), foreign))).toEqual(belongs);
  });

  it("gives access to the account that another app of the organization created, as long as only these apps use it", async () => {
    const fields = learner();
    const id = await accountOf(await come(fields));
    const email = String(fields.lis_person_contact_email_primary);
    const there = of(email);
    expect(await accountOf(await come(there, sibling))).toBe(id);
    expect(await accountOf(await come(there, sibling))).toBe(id);
    expect(failureOf(await come(of(email), sibling))).toEqual(belongs);
  });

  it("gives no access to an account confirmed since, not even to the app that launched it before", async () => {
    const fields = learner();
    const id = await accountOf(await come(fields));
    await sql("UPDATE user_emails SET confirmed_at = now() WHERE user_id = $1", [id]);
    expect(failureOf(await come(fields))).toEqual(belongs);
    const email = String(fields.lis_person_contact_email_primary);
    expect(failureOf(await come(of(email), sibling))).toEqual(belongs);
  });

  it("no longer admits a learner whose account was deleted; a merged account opens the remaining one", async () => {
    const [gone, merged] = [learner(), learner()];
    const [goneId, mergedId] = [await accountOf(await come(gone)), await accountOf(await come(merged))];
    const survivor = await makePerson();
    await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [goneId]);
    await sql("UPDATE learning_identities SET user_id = $1 WHERE user_id = $2", [survivor.id, mergedId]);
    expect(failureOf(await come(gone))).toEqual(failed(400, "LTI_MEMBER_ID_DOES_NOT_EXIST"));
    expect(await accountOf(await come(merged))).toBe(survivor.id);
  });

  it("leaves a badge for the address pending and hidden: a launch accepts nothing", async () => {
    const { organization } = integration;
    const email = `waiting-${serial()}@lms.example`;
    const template = await makeTemplate(organization);
    const { data } = await organization.client.post(
      "/badges",
      badgeBody(template.id, { recipient_email: email }),
    );
    await accountOf(await come(of(email)));
    const [row] = await sql("SELECT user_id, state FROM issued_badges WHERE id = $1", [data.id]);
    expect(row).toEqual({ user_id: null, state: "pending" });
  });
});

describe("the origins that may frame a launch", () => {
  it("are those of the token's integration; a token that is not a learner's has none", async () => {
    const { query } = await come();
    expect(await listLaunchOrigins(String(query.token))).toEqual(["https://lms.example.org"]);
    for (const token of [integration.token, integration.app.token, "x", ""]) {
      expect(await listLaunchOrigins(token)).toEqual([]);
    }
    const elsewhere = await come(learner(), sibling);
    expect(await listLaunchOrigins(String(elsewhere.query.token))).toEqual([]);
  });
});
