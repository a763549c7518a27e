import { describe, expect, it } from "vitest";
import {
  READ_CREDENTIALS,
  READ_PROFILE,
  UPDATE_PROFILE,
  UPSERT_CREDENTIALS,
  WALLET_SCOPE_NAMES,
} from "@/lib/applications/wallet-applications/choices";
import { callWallet, createWalletClient } from "../../support/credentials/wallet-application";
import { claimAddress, createEarner, createPersonClient, sendDueMails } from "../../support/accounts/earners";
import { createSessionCookie } from "../../support/accounts/members";
import { ORIGIN, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { walletOperations } from "../../support/http/routes";

const PASSWORD = "lantern harbour 41";
const NEW_PASSWORD = "correct horse 7 battery";

/** The operations that need a token, with the scope of each. */
const SCOPED: Record<string, string> = {
  "GET /ims/ob/v3p0/credentials": READ_CREDENTIALS,
  "POST /ims/ob/v3p0/credentials": UPSERT_CREDENTIALS,
  "GET /ims/ob/v3p0/profile": READ_PROFILE,
  "PUT /ims/ob/v3p0/profile": UPDATE_PROFILE,
};
const PUBLIC = [
  "GET /well_known/oauth_authorization_server/ims/ob/v3p0",
  "GET /ims/ob/v3p0/discovery",
  "POST /ims/ob/v3p0/oauth/register",
  "POST /ims/ob/v3p0/oauth/revoke",
  "POST /ims/ob/v3p0/oauth/token",
];

describe("operations and scopes", () => {
  it("are all in this table", () => {
    expect(walletOperations.map(({ id }) => id).toSorted()).toEqual(
      [...Object.keys(SCOPED), ...PUBLIC].toSorted(),
    );
    for (const { id, spec } of walletOperations) expect(spec.scope, id).toBe(SCOPED[id] ?? null);
  });

  it("each operation accepts its own scope and no other", async () => {
    const [earner, client] = [await createEarner(), await createWalletClient()];
    for (const scope of WALLET_SCOPE_NAMES) {
      const { access_token: token } = await client.getTokens(earner, scope);
      for (const [id, needed] of Object.entries(SCOPED)) {
        const [method = "", path = ""] = id.split(" ");
        const body = method === "GET" ? undefined : "{}";
        const { status, headers } = await callWallet(token, method, path.replace("/ims/ob/v3p0", ""), body);
        // An empty credential is refused, after the scope was accepted.
        const accepted = method === "POST" ? 400 : 200;
        const isAccepted = needed === scope;
        const challenge = isAccepted
          ? null
          : `Bearer realm="badges", error="insufficient_scope", scope="${needed}"`;
        expect([id, scope, status, headers.get("www-authenticate")]).toEqual([
          id,
          scope,
          isAccepted ? accepted : 403,
          challenge,
        ]);
      }
    }
  });
});

/** A person with a password whose application has tokens, and a code and a consent that are not used yet. */
async function createWorld() {
  const earner = await createEarner();
  const headers = { cookie: await createSessionCookie(earner.id, 1, new Date()), origin: ORIGIN };
  const chosen = await send("PUT", "/v1/me/password", { headers, body: { password: PASSWORD } });
  const [cookie = ""] = (chosen.headers.get("set-cookie") ?? "").split(";", 1);
  const person = { ...earner, headers: { cookie, origin: ORIGIN } };
  const client = await createWalletClient();
  const tokens = await client.getTokens(person);
  const code = await client.getCode(person);
  return { person: { ...person, client: createPersonClient(person) }, client, tokens, code };
}

type World = Awaited<ReturnType<typeof createWorld>>;

const KINDS = ["access", "code", "refresh"] as const;

/** What still works. The refresh comes last, because it ends the consent of a token that was used before. */
async function listLiving({ client, tokens, code }: World): Promise<string[]> {
  const statuses = [
    (await callWallet(tokens.access_token, "GET", "/profile")).status,
    (await client.post("token", code)).status,
    (await client.refresh(tokens.refresh_token)).status,
  ];
  return KINDS.filter((_, index) => statuses[index] === 200);
}

/** The events that end the tokens. A row for each voucher, and what works after it. */
const ROWS: [string, (world: World) => Promise<{ status: number }>, string[]][] = [
  ["nothing", () => Promise.resolve({ status: 200 }), [...KINDS]],
  [
    "the password is changed",
    ({ person }) => person.client.put("/password", { current_password: PASSWORD, password: NEW_PASSWORD }),
    [],
  ],
  ["all sessions are ended", ({ person }) => person.client.delete("/sessions"), []],
  [
    "the password is reset by mail",
    async ({ person }) => {
      await send("POST", "/v1/password_resets", { body: { email: person.email } });
      const [row] = await sql("SELECT id FROM user_emails WHERE email = $1", [person.email]);
      const id = String(row?.id);
      const [mail] = await sendDueMails({ id });
      const token = /[?&]token=([^&\s"]+)/.exec(mail?.text ?? "")?.[1];
      return send("PUT", `/v1/password_resets/${id}`, { body: { token, password: NEW_PASSWORD } });
    },
    [],
  ],
  [
    "the earner ends the application",
    async ({ person, client }) => person.client.delete(`/wallet_applications/${await client.findId()}`),
    [],
  ],
  ["the account is deleted", ({ person }) => person.client.delete("", { password: PASSWORD }), []],
  [
    "the account is merged into another one",
    async ({ person }) => {
      const survivor = await createEarner();
      const { id, token } = await claimAddress(survivor, person.email);
      return survivor.client.post("/merge", { email_id: id, token });
    },
    [],
  ],
  [
    "another account is merged into it",
    async ({ person }) => {
      const source = await createEarner();
      const { id, token } = await claimAddress(person, source.email);
      return person.client.post("/merge", { email_id: id, token });
    },
    [...KINDS],
  ],
  [
    "another person ends their own access of the application",
    async ({ client }) => {
      const other = await createEarner();
      await client.getTokens(other);
      return other.client.delete(`/wallet_applications/${await client.findId()}`);
    },
    [...KINDS],
  ],
];

describe("after", () => {
  it.each(ROWS)("%s", async (_name, act, living) => {
    const world = await createWorld();
    expect((await act(world)).status).toBeLessThan(300);
    expect(await listLiving(world)).toEqual(living);
  });

  it("the deletion of the account no consent is stored", async () => {
    const { person } = await createWorld();
    await person.client.delete("", { password: PASSWORD });
    expect(await sql("SELECT id FROM wallet_grants WHERE user_id = $1", [person.id])).toEqual([]);
  });

  it("a sign-out of one session they still work", async () => {
    const world = await createWorld();
    const { data } = await world.person.client.get("/data");
    expect(data.wallet_applications).toMatchObject([{ host: "client.example" }]);
    await sql("UPDATE users SET bio = 'x' WHERE id = $1", [world.person.id]);
    expect(await listLiving(world)).toEqual([...KINDS]);
  });
});

describe("DELETE /me/wallet_applications", () => {
  it("204, then 404; and 404 for an application of others", async () => {
    const { person, client } = await createWorld();
    const path = `/wallet_applications/${await client.findId()}`;
    expect((await (await createEarner()).client.delete(path)).status).toBe(404);
    expect((await person.client.delete(path)).status).toBe(204);
    expect((await person.client.delete(path)).status).toBe(404);
    const { data } = await person.client.get("/wallet_applications");
    expect(data).toEqual([]);
    const rows = await sql("SELECT kind FROM account_activities WHERE user_id = $1", [person.id]);
    expect(rows.map(({ kind }) => kind)).toContain("application_ended");
  });
});
