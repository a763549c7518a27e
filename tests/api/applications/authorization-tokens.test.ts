import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { flushUses } from "@/lib/accounts/authentication/usage";
import { clock } from "@/lib/kernel/clock";
import { isWellFormedSecret, createSecret } from "@/lib/kernel/secrets";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, createOrganizationClient, ORIGIN, send } from "../../support/http/client";
import { digestTables, countQueries, dumpTables, sql } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";

const PATH = "/authorization_tokens";
const DAY_MS = 24 * 3_600_000;

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Token = { id: string; token: string; created_at: string; expires_at: string };

async function createToken(body: Record<string, unknown> = {}) {
  const { data, status } = await organization.client.post(PATH, body);
  expect(status, JSON.stringify(data)).toBe(201);
  return { ...(data as Token), client: createOrganizationClient(organization.id, (data as Token).token) };
}

const all = { read_enabled: true, write_enabled: true, delete_enabled: true };

describe("GET /organizations/{id}/authorization_tokens", () => {
  it("200: lists tokens with every field of the specification, newest first", async () => {
    const { token } = await createToken({ description: "Reader" });
    const { status, data, metadata } = await organization.client.get(PATH);
    expect(status).toBe(200);
    expect(metadata.total_count).toBe(data.length);
    expect(data[0]).toMatchObject({
      token,
      owner_id: organization.id,
      description: "Reader",
      read_enabled: true,
      write_enabled: false,
      delete_enabled: false,
      owner: {
        type: "Organization",
        id: organization.id,
        url: `${ORIGIN}/v1/organizations/${organization.id}`,
      },
      creator_available: true,
      created_by_type: "AuthorizationToken",
      created_by_name: "First token",
    });
  });

  it("200: shows only read-only tokens to a caller without write or delete permission", async () => {
    await createToken({ description: "Writer", write_enabled: true });
    for (const flags of [{ write_enabled: true }, { delete_enabled: true }, {}]) {
      const { client, id } = await createToken(flags);
      const { data, metadata } = await client.get(PATH);
      const isReadOnly = (token: Record<string, unknown>) => !token.write_enabled && !token.delete_enabled;
      expect(data.length).toBeGreaterThan(0);
      expect(data.every(isReadOnly)).toBe(true);
      expect(metadata.total_count).toBe(data.length);
      expect(data.some((token: Token) => token.id === id)).toBe(Object.keys(flags).length === 0);
    }
    const whole = await organization.client.get(PATH);
    expect(whole.data.some((token: Record<string, unknown>) => token.write_enabled)).toBe(true);
  });

  it("200: paginates", async () => {
    const { data, metadata } = await organization.client.get(`${PATH}?per=1&page=2`);
    expect(data).toHaveLength(1);
    expect(metadata).toMatchObject({ count: 1, current_page: 2, per: 1 });
    expect(metadata.next_page_url).toBe(
      `${ORIGIN}/v1/organizations/${organization.id}/authorization_tokens?per=1&page=3`,
    );
  });

  it("200: shows when a token was last used and when it was last used successfully", async () => {
    const { id, client } = await createToken();
    const readUseTimes = async () => {
      await flushUses();
      const { data } = await organization.client.get(PATH);
      const { last_used_at, last_successfully_used_at } = data.find((one: Token) => one.id === id);
      return { last_used_at, last_successfully_used_at };
    };
    expect(await readUseTimes()).toEqual({ last_used_at: null, last_successfully_used_at: null });
    expect((await client.post(PATH, {})).status).toBe(403);
    const failed = await readUseTimes();
    expect(failed).toEqual({ last_used_at: expect.any(String), last_successfully_used_at: null });
    expect((await client.get("")).status).toBe(200);
    expect(await readUseTimes()).toEqual({
      last_used_at: expect.any(String),
      last_successfully_used_at: expect.any(String),
    });
  });
});

describe("POST /organizations/{id}/authorization_tokens", () => {
  it("201: creates a token that is valid for 180 days and leaves the calling token unchanged", async () => {
    const created = await createToken({ description: "New", ...all });
    expect(isWellFormedSecret("bat", created.token)).toBe(true);
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(180 * DAY_MS);
    expect((await created.client.get("")).status).toBe(200);
    expect((await organization.client.get("")).status).toBe(200);
  });

  it("201: creates a read-only token when the body is empty", async () => {
    const { data, status } = await organization.client.post(PATH);
    expect(status).toBe(201);
    expect(data).toMatchObject({
      description: null,
      read_enabled: true,
      write_enabled: false,
      delete_enabled: false,
    });
  });

  it("201: a caller without read permission creates tokens without read permission", async () => {
    const { client } = await createToken({ read_enabled: false, write_enabled: true });
    const { status, data } = await client.post(PATH, { write_enabled: true });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject({ read_enabled: false, write_enabled: true });
  });

  it("201: works for an administrator in the console, and the list names that administrator", async () => {
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}${PATH}`;
    const { status, data } = await send("POST", path, { headers: member.headers, body: all });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      created_by_id: member.id,
      created_by_type: "User",
      created_by_name: "Mara Lind",
    });
  });

  it("403: refuses a token without write permission", async () => {
    const { client } = await createToken({ delete_enabled: true });
    const before = await digestTables();
    expect((await client.post(PATH, {})).status).toBe(403);
    expect(await digestTables()).toEqual(before);
  });

  it.each(["delete_enabled", "read_enabled"])(
    "403: refuses %s from a token that lacks it",
    async (permission) => {
      const { client } = await createToken({ ...all, [permission]: false });
      const before = await digestTables();
      const { status, data } = await client.post(PATH, { [permission]: true });
      expect(status).toBe(403);
      expect(data.code).toBe("exceeds_permissions");
      expect(await digestTables()).toEqual(before);
    },
  );

  it("422: names the field that has the wrong type", async () => {
    const { status, data } = await organization.client.post(PATH, {
      write_enabled: "perhaps",
      description: 3,
    });
    expect(status).toBe(422);
    expect(data.errors.map(({ field }: { field: string }) => field)).toEqual([
      "description",
      "write_enabled",
    ]);
  });

  it("stores the token encrypted next to its digest, never in plain text", async () => {
    const { token } = await createToken();
    const stored = await dumpTables();
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString("hex"));
  });
});

describe("POST /organizations/{id}/authorization_tokens/rotate", () => {
  it("201: returns a new secret that is valid for 180 days; the old one stops working immediately", async () => {
    const { id, token, client } = await createToken({ ...all, description: "Robot" });
    const { status, data } = await client.post(`${PATH}/rotate`);
    expect(status).toBe(201);
    expect(data).toMatchObject({ id, description: "Robot", ...all });
    expect(data.token).not.toBe(token);
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(180 * DAY_MS);
    expect((await client.get("")).status).toBe(401);
    expect((await createOrganizationClient(organization.id, data.token).get("")).status).toBe(200);
  });

  it("201: accepts a new description", async () => {
    const { client } = await createToken({ ...all, description: "Old" });
    expect((await client.post(`${PATH}/rotate`, { description: "New" })).data.description).toBe("New");
  });

  it("201 and 401: one of several concurrent rotations succeeds, and its token works", async () => {
    const { client } = await createToken(all);
    const responses = await Promise.all(Array.from({ length: 8 }, () => client.post(`${PATH}/rotate`)));
    const won = responses.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(7);
    expect((await createOrganizationClient(organization.id, won[0]?.data.token).get("")).status).toBe(200);
  });

  it("403: refuses a token without write permission", async () => {
    const { client } = await createToken();
    expect((await client.post(`${PATH}/rotate`)).status).toBe(403);
    expect((await client.get("")).status).toBe(200);
  });

  it("422: refuses a session, because it is not a token", async () => {
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}${PATH}/rotate`;
    const { status, data } = await send("POST", path, { headers: member.headers });
    expect(status).toBe(422);
    expect(data.code).toBe("not_a_token");
  });
});

const UNKNOWN = "0190a5b4-0000-7000-8000-000000000000";

/** The audit entries of a token, newest first. */
async function listActions(id: string): Promise<string[]> {
  const { data } = await organization.client.get(`/audit_entries?filter=subject_id::${id}`);
  return data.map(({ action }: { action: string }) => action);
}

describe("POST /organizations/{id}/authorization_tokens/{id}/reveal", () => {
  it("200: returns the token as the list shows it and records who saw it", async () => {
    const { id, token } = await createToken({ ...all, description: "Shown" });
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}${PATH}/${id}/reveal`;
    const { status, data } = await send("POST", path, { headers: member.headers });
    expect(status).toBe(200);
    expect(data).toMatchObject({ id, token, description: "Shown", ...all });
    const entries = await organization.client.get(`/audit_entries?filter=subject_id::${id}`);
    expect(entries.data[0]).toMatchObject({ action: "authorization_token.reveal", actor: { id: member.id } });
    expect(JSON.stringify(entries.data)).not.toContain(token);
  });

  it("403 without read permission; 404 for unknown tokens and tokens hidden from the caller; no audit entry is written", async () => {
    const shown = await createToken();
    const fullToken = await createToken(all);
    const writeOnlyToken = await createToken({ ...all, read_enabled: false });
    const limitedToken = await createToken({ read_enabled: true, write_enabled: true });
    expect((await writeOnlyToken.client.post(`${PATH}/${shown.id}/reveal`)).status).toBe(403);
    expect((await limitedToken.client.post(`${PATH}/${fullToken.id}/reveal`)).status).toBe(404);
    expect((await organization.client.post(`${PATH}/${UNKNOWN}/reveal`)).status).toBe(404);
    expect((await limitedToken.client.post(`${PATH}/${shown.id}/reveal`)).data.token).toBe(shown.token);
    expect(await listActions(fullToken.id)).toEqual(["authorization_token.create"]);
  });
});

describe("POST /organizations/{id}/authorization_tokens/{id}/rotate", () => {
  it("201: returns a new secret that is valid for 180 days with the same permissions; the old one stops working immediately", async () => {
    const { id, client, token } = await createToken({ ...all, description: "Robot" });
    expect((await client.get("")).status).toBe(200);
    const { status, data } = await organization.client.post(`${PATH}/${id}/rotate`);
    expect(status).toBe(201);
    expect(data).toMatchObject({ id, description: "Robot", ...all, last_used_at: null });
    expect(data.token).not.toBe(token);
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(180 * DAY_MS);
    expect((await client.get("")).status).toBe(401);
    expect((await createOrganizationClient(organization.id, data.token).get("")).status).toBe(200);
    expect(await listActions(id)).toEqual(["authorization_token.rotate", "authorization_token.create"]);
  });

  it("201 and 409: one of several concurrent rotations succeeds, and its token works", async () => {
    const { id } = await createToken();
    const racing = Array.from({ length: 8 }, () => organization.client.post(`${PATH}/${id}/rotate`));
    const responses = await Promise.all(racing);
    const won = responses.filter(({ status }) => status === 201);
    const lost = responses.filter(({ status }) => status === 409);
    // Rotations that began after another one had ended succeed as well. The token of the last one stays valid.
    expect(won.length + lost.length).toBe(8);
    expect(lost.every(({ data }) => data.code === "rotated_meanwhile")).toBe(true);
    const works = won.map(
      async ({ data }) => (await createOrganizationClient(organization.id, data.token).get("")).status,
    );
    expect((await Promise.all(works)).filter((status) => status === 200)).toHaveLength(1);
  });

  it("403 for a token with more permissions than the caller; 404 for unknown tokens and tokens hidden from the caller", async () => {
    const fullToken = await createToken(all);
    const reader = await createToken();
    const writeOnlyToken = await createToken({ ...all, read_enabled: false });
    const limitedToken = await createToken({ read_enabled: true, write_enabled: true });
    const refused = await writeOnlyToken.client.post(`${PATH}/${reader.id}/rotate`);
    expect([refused.status, refused.data.code]).toEqual([403, "exceeds_permissions"]);
    expect((await limitedToken.client.post(`${PATH}/${fullToken.id}/rotate`)).status).toBe(404);
    expect((await organization.client.post(`${PATH}/${UNKNOWN}/rotate`)).status).toBe(404);
    for (const { client } of [fullToken, reader]) expect((await client.get("")).status).toBe(200);
  });

  it("422: refuses an invalid description", async () => {
    const { id, client } = await createToken();
    const { status, data } = await organization.client.post(`${PATH}/${id}/rotate`, { description: 3 });
    expect([status, data.errors[0].field]).toEqual([422, "description"]);
    expect((await client.get("")).status).toBe(200);
  });
});

describe("DELETE /organizations/{id}/authorization_tokens/{id}", () => {
  it("204: revokes the token immediately", async () => {
    const { id, client } = await createToken();
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await client.get("")).status).toBe(401);
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(404);
  });

  it("403: refuses a token without delete permission", async () => {
    const { id, client } = await createToken({ write_enabled: true });
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(403);
    expect((await client.get("")).status).toBe(200);
  });
});

describe("a token as a credential", () => {
  const requestOrganization = (authorization: string) =>
    send("GET", `/v1/organizations/${organization.id}`, { headers: { authorization } });
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it("200: accepts Basic with and without the colon, in upper or lower case", async () => {
    const token = organization.authorization_token;
    for (const value of [
      `Basic ${base64(`${token}:`)}`,
      `Basic ${base64(token)}`,
      `basic ${base64(`${token}:`)}`,
    ]) {
      expect((await requestOrganization(value)).status).toBe(200);
    }
  });

  it("401 with WWW-Authenticate: unknown, empty, not base64, another scheme", async () => {
    for (const value of ["Basic", "Basic ::::", `Basic ${base64(":")}`, "Digest a=b", "x"]) {
      const { status, headers, data } = await requestOrganization(value);
      expect(status, value).toBe(401);
      expect(headers.get("www-authenticate")).toContain("Basic");
      expect(data.code).toBe("unauthorized");
    }
  });

  it("401: expires to the millisecond", async () => {
    const { id, client, expires_at } = await createToken();
    const end = Date.parse(expires_at);
    vi.spyOn(clock, "now").mockImplementation(() => new Date(end - 1));
    expect((await client.get("")).status).toBe(200);
    vi.spyOn(clock, "now").mockImplementation(() => new Date(end));
    expect((await client.get("")).status).toBe(401);
    expect(await sql("SELECT 1 FROM authorization_tokens WHERE id = $1", [id])).toHaveLength(1);
  });

  it("401: a mistyped token costs no query, an unknown one costs one", async () => {
    const token = organization.authorization_token;
    const mistyped = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
    const countCredentialQueries = async (credential: string) => {
      const statuses: number[] = [];
      const queries = await countQueries(async () => {
        statuses.push((await requestOrganization(basicHeaders(credential).authorization ?? "")).status);
      });
      return [...statuses, queries];
    };
    expect(await countCredentialQueries(mistyped)).toEqual([401, 0]);
    expect(await countCredentialQueries(createSecret("bat"))).toEqual([401, 1]);
  });
});
