import { describe, expect, it } from "vitest";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { createTestOrganization, nextSerial } from "../../support/builders";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import {
  anonymousClient,
  createConnectedIntegration,
  learningClient,
  createTestLearningApp,
} from "../../support/learning/learning";
import { postLaunch, learnerFields, signedFields } from "../../support/learning/learning-lti";
import { sendDueMails } from "../../support/accounts/earners";
import { createMember } from "../../support/accounts/members";

const PASSWORD = "lantern harbour 41";
const NEW_PASSWORD = "correct horse 7 battery";

// The vouchers that end a token: a row for each voucher, a column for each token that depends on one.

const TOKEN_NAMES = ["owner", "integration", "learner", "lent by owner", "lent by integration"] as const;
type TokenName = (typeof TOKEN_NAMES)[number];

const readToken = (response: { data: { token: string }; text: string }): string => {
  expect(response.data?.token, response.text).toEqual(expect.any(String));
  return response.data.token;
};

/** An app whose owner can sign in, with each kind of token as its holder gets it, and a partner that was given two. */
async function createWorld() {
  const organization = await createTestOrganization();
  const { id, email: address, headers: first } = await createMember(organization.id, "administrator");
  const chosen = await send("PUT", "/v1/me/password", { headers: first, body: { password: PASSWORD } });
  const [cookie = ""] = (chosen.headers.get("set-cookie") ?? "").split(";", 1);
  const owner = { id, email: address, headers: { cookie, origin: ORIGIN } };
  const app = await createTestLearningApp(organization, { owner_id: owner.id, enterprise: true });
  const signIn = async () =>
    readToken(await anonymousClient.post("/v1.1/authenticate", { email: owner.email, password: PASSWORD }));
  const ownerToken = await signIn();
  const integration = await createConnectedIntegration({
    ...app,
    token: ownerToken,
    client: learningClient({ access_token: ownerToken }),
  });
  const partner = await createTestLearningApp();
  const shareToken = async (access_token: string) => {
    const authorizeBody = { oauth_consumer_key: partner.apiKey, integration_ids: String(integration.id) };
    const { data } = await learningClient({ access_token }).post("/v1.1/cle_auth/authorize", authorizeBody);
    const proof = { "x-api-key": partner.apiKey, "x-api-secret": partner.secret };
    return readToken(await anonymousClient.post("/v1.1/cle_auth/exchange", { code: data.code }, proof));
  };
  const server = { user_id: "server", integration_id: String(integration.id) };
  const connected = readToken(
    await anonymousClient.post("/v1.1/cle_auth/connect", signedFields(app, "/v1.1/cle_auth/connect", server)),
  );
  const email = `learner-${nextSerial()}@lms.example`;
  const fields = learnerFields(integration.id, { lis_person_contact_email_primary: email });
  const launched = await postLaunch(signedFields(app, "/auth/lti", fields));
  const tokens: Record<TokenName, string> = {
    owner: ownerToken,
    integration: connected,
    learner: launched.query.token ?? "",
    "lent by owner": await shareToken(ownerToken),
    "lent by integration": await shareToken(connected),
  };
  return { organization, owner, app, integration, partner, tokens, signIn, lend: shareToken };
}

type VoucherWorld = Awaited<ReturnType<typeof createWorld>>;

/** The tokens that still give access. */
async function listLivingTokens({ tokens, integration }: VoucherWorld): Promise<TokenName[]> {
  const givesAccess = async (name: TokenName) => {
    const client = learningClient({ access_token: tokens[name] });
    const path = name === "learner" ? "/v1.1/cle_launch" : "/v1.1/cle_students";
    const named = name === "learner" ? {} : { integration_account_id: integration.id };
    const { status, text } = await client.get(path, named);
    expect([200, 401], text).toContain(status);
    return status === 200;
  };
  const responses = await Promise.all(TOKEN_NAMES.map(givesAccess));
  return TOKEN_NAMES.filter((_, index) => responses[index]);
}

const signatureTokens: TokenName[] = ["integration", "learner", "lent by integration"];

const VOUCHER_ROWS: [string, (world: VoucherWorld) => Promise<unknown>, TokenName[]][] = [
  ["nothing", () => Promise.resolve(), [...TOKEN_NAMES]],
  [
    "the password is changed",
    ({ owner: { headers } }) =>
      send("PUT", "/v1/me/password", {
        headers,
        body: { current_password: PASSWORD, password: NEW_PASSWORD },
      }),
    signatureTokens,
  ],
  [
    "all sessions are ended",
    ({ owner: { headers } }) => send("DELETE", "/v1/me/sessions", { headers }),
    signatureTokens,
  ],
  [
    "the password is reset by mail",
    async ({ owner }) => {
      await send("POST", "/v1/password_resets", { body: { email: owner.email } });
      const [row] = await sql("SELECT id FROM user_emails WHERE email = $1", [owner.email]);
      const id = String(row?.id);
      const [mail] = await sendDueMails({ id });
      const token = /[?&]token=([^&\s"]+)/.exec(mail?.text ?? "")?.[1];
      return send("PUT", `/v1/password_resets/${id}`, { body: { token, password: NEW_PASSWORD } });
    },
    signatureTokens,
  ],
  [
    "the secret is rotated",
    ({ organization, app }) => organization.client.post(`/learning_apps/${app.id}/rotate_secret`, {}),
    [],
  ],
  [
    "the owner is another one",
    async ({ organization, app, owner }) => {
      const path = `/learning_apps/${app.id}`;
      await organization.client.put(path, { owner_id: organization.caller.actor.id });
      // Restores the voucher: tokens that ended stay invalid.
      return organization.client.put(path, { owner_id: owner.id });
    },
    signatureTokens,
  ],
  [
    "the owner leaves the organization, and comes back",
    async ({ organization, owner }) => {
      const removed = await organization.client.delete(`/members/${owner.id}`);
      await insertMembership(organization.id, owner.id, "administrator");
      return removed;
    },
    signatureTokens,
  ],
  [
    "the partner's secret is rotated",
    ({ partner }) => partner.organization.client.post(`/learning_apps/${partner.id}/rotate_secret`, {}),
    ["owner", "integration", "learner"],
  ],
  [
    "the app is deleted",
    ({ organization, app }) => organization.client.delete(`/learning_apps/${app.id}`),
    [],
  ],
];

describe("the tokens that programs hold for an app", () => {
  it("are listed while they give access, and can be ended one by one", async () => {
    const { organization, owner, app, integration, tokens, signIn } = await createWorld();
    const path = `/learning_apps/${app.id}/tokens`;
    const { status, data, metadata } = await organization.client.get(path);
    // Newest first. The test helpers created one of each kind before these two.
    expect([status, metadata.total_count]).toEqual([200, 4]);
    const user = { id: owner.id, name: "Mara Lind" };
    expect(data[0]).toEqual({
      id: expect.any(String),
      kind: "integration",
      user,
      integration_ids: [integration.id],
      created_at: expect.any(String),
      expires_at: expect.any(String),
      last_used_at: null,
      last_successfully_used_at: null,
      address: null,
      browser: null,
    });
    expect(data[2]).toMatchObject({ kind: "owner", user, integration_ids: [] });
    const listStudents = (access_token: string) =>
      learningClient({ access_token, integration_account_id: integration.id }).get("/v1.1/cle_students");
    for (const [at, name] of [
      [2, "owner"],
      [0, "integration"],
    ] as const) {
      expect((await organization.client.delete(`${path}/${data[at].id}`)).status).toBe(204);
      expect((await listStudents(tokens[name])).status).toBe(401);
      expect((await organization.client.delete(`${path}/${data[at].id}`)).status).toBe(404);
    }
    expect((await organization.client.get(path)).data).toEqual([data[1], data[3]]);
    expect((await organization.client.get("/audit_entries")).data[0]?.action).toBe("learning_token.revoke");
    // A learner's token is none of these, and another organization has none of them.
    const [learner] = await sql("SELECT id FROM learning_tokens WHERE app_id = $1 AND kind = 'learner'", [
      app.id,
    ]);
    expect((await organization.client.delete(`${path}/${String(learner?.id)}`)).status).toBe(404);
    const other = await createTestOrganization();
    expect((await other.client.get(path)).status).toBe(404);
    expect((await other.client.delete(`${path}/${data[1].id}`)).status).toBe(404);
    // A token obtained with a password leaves the list with that password, and the database with the next sign-in.
    await send("DELETE", "/v1/me/sessions", { headers: owner.headers });
    expect((await organization.client.get(path)).metadata.total_count).toBe(1);
    await signIn();
    expect((await organization.client.get(path)).metadata.total_count).toBe(2);
    const passwordTokens = await sql("SELECT id FROM learning_tokens WHERE app_id = $1 AND kind = 'owner'", [
      app.id,
    ]);
    expect(passwordTokens).toHaveLength(1);
  });
});

describe("a token of the learning edition ends together with its voucher", () => {
  it.each(VOUCHER_ROWS)("%s", async (_, end, expected) => {
    const world = await createWorld();
    const response = (await end(world)) as { status?: number; text?: string } | undefined;
    expect(response?.status ?? 200, response?.text).toBeLessThan(300);
    expect(await listLivingTokens(world)).toEqual(expected);
  });
});
