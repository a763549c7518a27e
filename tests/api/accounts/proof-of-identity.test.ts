import { beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/identity/users/passwords";
import { withoutVersion } from "@/lib/http/server/api-paths";
import { ORIGIN, send } from "../../support/http/client";
import { operations } from "../../support/http/routes";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { createPersonClient } from "../../support/accounts/earners";
import { createMember, createSessionCookie, type Person } from "../../support/accounts/members";
import { appCode } from "../../support/identity/app-codes";
import { WITHOUT_PROOF } from "../../support/access/without-proof";
import { addApp, createPasskeyOwner } from "../../support/identity/second-factors";
import { newId } from "@/lib/kernel/ids";
import { digestTables, sql } from "../../support/platform/database";

const PASSWORD = "correct horse";
let stored: string;
let organization: TestOrganization;

beforeAll(async () => {
  stored = await hashPassword(PASSWORD);
  organization = await createTestOrganization();
});

const setPassword = ({ id }: { id: string }) =>
  sql("UPDATE users SET password_hash = $2 WHERE id = $1", [id, stored]);

/** The same person in a browser that signed in more than ten minutes ago. */
async function createOldHeaders({ id }: Pick<Person, "id">): Promise<Record<string, string>> {
  return { cookie: await createSessionCookie(id, 1, new Date(Date.now() - 11 * 60_000)), origin: ORIGIN };
}

/** The operations that require a proof of identity, as [method, path] with ids that do not exist. */
const guarded = operations.filter(({ method, spec }) => {
  const isMemberDeletion = method === "DELETE" && spec.access !== null && spec.caller !== "earner";
  return ("requiresProof" in spec && spec.requiresProof === true) || isMemberDeletion;
});

const buildPath = (pattern: string): string =>
  `/v1${withoutVersion(pattern).replace(/\[(\w+)\]/g, (_, name: string) =>
    name === "organization_id"
      ? organization.id
      : /application_id|integration_id|number/.test(name)
        ? "1"
        : newId(),
  )}`;

describe("a session without a recent proof", () => {
  it("changes only what is listed here", () => {
    const names = operations
      .filter(
        (operation) =>
          operation.method !== "GET" && operation.spec.access !== null && !guarded.includes(operation),
      )
      .map(({ method, pattern }) => `${method} ${pattern}`);
    expect(names.toSorted()).toEqual(WITHOUT_PROOF.toSorted());
  });

  it("is known to the operations that reveal, create, delete or export", () => {
    const names = guarded.map(({ method, pattern }) => `${method} ${pattern}`);
    for (const name of [
      "POST /organizations/[organization_id]/authorization_tokens",
      "POST /organizations/[organization_id]/authorization_tokens/[authorization_token_id]/reveal",
      "POST /organizations/[organization_id]/webhook_secret/reveal",
      "POST /organizations/[organization_id]/signing_keys/rotate",
      "PUT /organizations/[organization_id]/members/[member_id]",
      "POST /organizations/[organization_id]/invitations",
      "DELETE /organizations/[organization_id]/badge_templates/[badge_template_id]",
      "PUT /organizations/[organization_id]/security_settings",
      "GET /me/data",
      "POST /me/passkeys",
    ])
      expect(names).toContain(name);
    expect(names.length).toBeGreaterThan(35);
  });

  it("403: reveals, creates, deletes and exports nothing", async () => {
    const headers = await createOldHeaders(await createMember(organization.id, "administrator"));
    // The first request writes that the session is used.
    await send("GET", "/v1/me", { headers });
    const before = await digestTables();
    for (const { method, pattern } of guarded) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const answer = await send(method, buildPath(pattern), { headers, ...(body ? { body } : {}) });
      expect([answer.status, answer.data.code], `${method} ${pattern}`).toEqual([403, "proof_required"]);
    }
    for (const path of ["badges", "employees", "members", "audit_entries"]) {
      const answer = await send("GET", `/v1/organizations/${organization.id}/${path}?format=csv`, {
        headers,
      });
      expect([answer.status, answer.data.code], path).toEqual([403, "proof_required"]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("reads, and changes what neither reveals nor deletes", async () => {
    const headers = await createOldHeaders(await createMember(organization.id, "administrator"));
    const base = `/v1/organizations/${organization.id}`;
    expect((await send("GET", `${base}/badges`, { headers })).status).toBe(200);
    expect((await send("PUT", base, { headers, body: { bio: "Changed." } })).status).toBe(200);
    const body = { webhook_url: "https://receiver.example/events" };
    expect((await send("PUT", base, { headers, body })).data.code).toBe("proof_required");
  });

  it("is not required of a token", async () => {
    const answer = await organization.client.get("/badges?format=csv");
    expect(answer.status).toBe(200);
  });
});

describe("a proof of identity", () => {
  const createOldClient = async (person: Person) =>
    createPersonClient({ headers: await createOldHeaders(person) });

  it("is the password of an account without a second factor, and counts for ten minutes", async () => {
    const person = await createMember(organization.id, "administrator");
    await setPassword(person);
    const client = await createOldClient(person);
    expect((await client.get("/proof")).data.methods).toEqual(["password"]);
    const wrong = await client.post("/proof", { password: "wrong" });
    expect([wrong.status, wrong.data.errors[0].code]).toEqual([422, "wrong_password"]);
    expect((await client.get("/data")).data.code).toBe("proof_required");
    const proved = await client.post("/proof", { password: PASSWORD });
    expect(proved.status).toBe(200);
    const validMs = new Date(String(proved.data.valid_until)).getTime() - Date.now();
    expect(validMs).toBeGreaterThan(9 * 60_000);
    expect(validMs).toBeLessThanOrEqual(10 * 60_000);
    expect((await client.get("/data")).status).toBe(200);
    await sql("UPDATE sessions SET proved_at = proved_at - interval '11 minutes' WHERE user_id = $1", [
      person.id,
    ]);
    expect((await client.get("/data")).data.code).toBe("proof_required");
  });

  it("is of one session only", async () => {
    const person = await createMember(organization.id, "administrator");
    await setPassword(person);
    const [one, other] = [await createOldClient(person), await createOldClient(person)];
    await one.post("/proof", { password: PASSWORD });
    expect((await one.get("/data")).status).toBe(200);
    expect((await other.get("/data")).data.code).toBe("proof_required");
  });

  it("is the second factor of an account that has one, never its password", async () => {
    const person = await createMember(organization.id, "administrator");
    await setPassword(person);
    const { secret } = await addApp(createPersonClient(person));
    const client = await createOldClient(person);
    expect((await client.get("/proof")).data.methods).toEqual(["code"]);
    expect((await client.post("/proof", { password: PASSWORD })).data.errors[0].code).toBe("wrong_code");
    expect((await client.post("/proof", { code: await appCode(secret) })).status).toBe(200);
    expect((await client.get("/data")).status).toBe(200);
    const { data } = await client.get("/sessions");
    expect(data.find(({ current }: { current: boolean }) => current).second_factor).toBe(true);
  });

  it("is the answer of a passkey to a challenge of this session", async () => {
    const { person, authenticator } = await createPasskeyOwner();
    const [client, other] = [await createOldClient(person), await createOldClient(person)];
    expect((await client.get("/proof")).data.methods).toEqual(["passkey", "code"]);
    const forOther = (await other.post("/proof/passkey_options", {})).data;
    expect((await client.post("/proof", { passkey: authenticator.answer(forOther) })).status).toBe(422);
    const options = (await client.post("/proof/passkey_options", {})).data;
    expect((await client.post("/proof", { passkey: authenticator.answer(options) })).status).toBe(200);
    expect((await client.get("/data")).status).toBe(200);
  });

  it("422: an account without a password and a second factor signs in again", async () => {
    const client = await createOldClient(await createMember(organization.id, "viewer"));
    expect((await client.get("/proof")).data.methods).toEqual(["sign_in"]);
    expect((await client.post("/proof", {})).data.code).toBe("sign_in_again");
  });

  it("is needed beside the password to change an account that has a second factor", async () => {
    const person = await createMember(organization.id, "viewer");
    await setPassword(person);
    const { secret } = await addApp(createPersonClient(person));
    const client = await createOldClient(person);
    const change = () =>
      client.put("/password", { current_password: PASSWORD, password: "an entirely other sentence 77" });
    expect((await change()).data.code).toBe("proof_required");
    await client.post("/proof", { code: await appCode(secret) });
    expect((await change()).status).toBe(200);
  });
});
