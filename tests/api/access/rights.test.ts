import { beforeAll, describe, expect, it } from "vitest";
import { isStillAllowed } from "@/lib/accounts/authentication/author-rights";
import { findTokenCaller } from "@/lib/applications/authorization-tokens/service";
import type { Actor } from "@/lib/access/callers/caller";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { runRandomSequences } from "../../support/access/rights";
import {
  bearerHeaders,
  createBearerHeaders,
  tokenRequestFields,
  obtainAccessToken,
  createApplication,
  requestToken,
} from "../../support/applications/oauth";

const TOKENS = "/authorization_tokens";
const APPLICATIONS = "/oauth_applications";
const ALL_FLAGS = { read_enabled: true, write_enabled: true, delete_enabled: true };

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

type Headers = Record<string, string>;

const sendRequest = (headers: Headers, method: string, path: string, body?: Record<string, unknown>) =>
  send(method, `/v1/organizations/${organization.id}${path}`, { headers, ...(body ? { body } : {}) });

async function createToken(body: Record<string, unknown>) {
  const { status, data } = await organization.client.post(TOKENS, body);
  expect(status, JSON.stringify(data)).toBe(201);
  return { id: data.id as string, token: data.token as string, headers: basicHeaders(data.token as string) };
}

describe("a token", () => {
  it("has and shows the scopes of its creator, and is refused beyond them", async () => {
    const headers = await createBearerHeaders(organization, "authorization_tokens");
    const createdToken = await sendRequest(headers, "POST", TOKENS, ALL_FLAGS);
    expect(createdToken.data).toMatchObject({ ...ALL_FLAGS, scopes: ["authorization_tokens"] });
    const own = basicHeaders(createdToken.data.token);
    expect((await sendRequest(own, "GET", "")).status).toBe(200);
    expect((await sendRequest(own, "GET", TOKENS)).data).toEqual([createdToken.data]);
    const refused = await sendRequest(own, "GET", "/badges");
    expect([refused.status, refused.data.code]).toEqual([403, "insufficient_scope"]);
    const next = await sendRequest(own, "POST", TOKENS, ALL_FLAGS);
    expect(next.data.scopes).toEqual(["authorization_tokens"]);
  });

  it("of an administrator has every scope, or the chosen ones", async () => {
    const { data } = await organization.client.post(TOKENS, ALL_FLAGS);
    expect(data.scopes).toBeNull();
    const { headers, token } = await createToken({ ...ALL_FLAGS, scopes: ["events", "workforce", "events"] });
    expect((await findTokenCaller(token))?.scopes).toEqual(new Set(["events", "workforce"]));
    for (const [path, status] of [
      ["/events", 200],
      ["/employees", 200],
      ["/badges", 403],
      ["/badge_templates", 403],
    ] as const) {
      expect((await sendRequest(headers, "GET", path)).status, path).toBe(status);
    }
  });

  it("403: with a scope that the caller lacks; 422: with no scope or an unknown one", async () => {
    const headers = await createBearerHeaders(organization, "authorization_tokens events");
    for (const scopes of [["events", "issued_badges"], null]) {
      const refused = await sendRequest(headers, "POST", TOKENS, { scopes });
      expect([refused.status, refused.data.code]).toEqual([403, "exceeds_permissions"]);
      expect(refused.data.message).toContain("issued_badges");
    }
    for (const scopes of [[], ["badges"], "events", ["all"]]) {
      const { status, data } = await sendRequest(headers, "POST", TOKENS, { scopes });
      expect([status, data.errors?.[0].field.split(/[.[]/)[0]]).toEqual([422, "scopes"]);
    }
  });

  it("is not listed, shown or rotated for a caller with fewer permissions", async () => {
    const [full, limited] = [
      await createToken({}),
      await createToken({ scopes: ["authorization_tokens", "events"] }),
    ];
    const headers = await createBearerHeaders(organization, "authorization_tokens");
    const { data, metadata } = await sendRequest(headers, "GET", TOKENS);
    const scopes = data.map((one: { scopes: unknown }) => JSON.stringify(one.scopes));
    expect(new Set(scopes)).toEqual(new Set(['["authorization_tokens"]']));
    expect(metadata.total_count).toBe(data.length);
    for (const { id, headers: own } of [full, limited]) {
      expect((await sendRequest(headers, "POST", `${TOKENS}/${id}/reveal`)).status).toBe(404);
      expect((await sendRequest(headers, "POST", `${TOKENS}/${id}/rotate`)).status).toBe(404);
      expect((await sendRequest(own, "GET", "")).status).toBe(200);
    }
    const callerHeaders = await createBearerHeaders(organization, "authorization_tokens events");
    expect((await sendRequest(callerHeaders, "POST", `${TOKENS}/${limited.id}/reveal`)).data.token).toBe(
      limited.token,
    );
    expect((await sendRequest(headers, "DELETE", `${TOKENS}/${full.id}`)).status).toBe(204);
  });
});

describe("an application", () => {
  it("has the scopes and the access of its creator, and no grant exceeds them", async () => {
    const creator = await createBearerHeaders(organization, "oauth_applications events");
    const { data: createdToken } = await sendRequest(creator, "POST", APPLICATIONS, { name: "Child" });
    expect(createdToken).toMatchObject({
      scopes: ["oauth_applications", "events"],
      access: { read: true, write: true, delete: true },
    });
    for (const scope of ["issued_badges", "events issued_badges"]) {
      const refused = await requestToken(tokenRequestFields(createdToken, scope));
      expect([refused.status, refused.body.error]).toEqual([400, "invalid_scope"]);
    }
    const headers = bearerHeaders(await obtainAccessToken(createdToken, "events"));
    expect((await sendRequest(headers, "GET", "/events")).status).toBe(200);
  });

  it("created by a token that may read and write may read and write", async () => {
    const { headers } = await createToken({ write_enabled: true });
    const { status, data: createdToken } = await sendRequest(headers, "POST", APPLICATIONS, { name: "Two" });
    expect([status, createdToken.access, createdToken.scopes]).toEqual([
      201,
      { read: true, write: true, delete: false },
      null,
    ]);
    const own = bearerHeaders(await obtainAccessToken(createdToken));
    expect(
      (await sendRequest(own, "PUT", `${APPLICATIONS}/${createdToken.id}`, { name: "Renamed" })).status,
    ).toBe(200);
    expect((await sendRequest(own, "DELETE", `${APPLICATIONS}/${createdToken.id}`)).status).toBe(403);
  });

  it("403: refuses more permissions than the caller has, on creation, update and secret rotation", async () => {
    const full = await createApplication(organization);
    const headers = await createBearerHeaders(organization, "oauth_applications");
    const widerBodies = [
      { scopes: ["oauth_applications", "events"] },
      { scopes: null },
      { scopes: ["issued_badges"], access: { read: true, write: false, delete: false } },
    ];
    const { data: own } = await sendRequest(headers, "POST", APPLICATIONS, { name: "Own" });
    for (const body of widerBodies) {
      const created = await sendRequest(headers, "POST", APPLICATIONS, { name: "No", ...body });
      const changed = await sendRequest(headers, "PUT", `${APPLICATIONS}/${own.id}`, body);
      for (const { status, data } of [created, changed]) {
        expect([status, data.code]).toEqual([403, "exceeds_permissions"]);
      }
    }
    expect((await sendRequest(headers, "POST", `${APPLICATIONS}/${full.id}/rotate_secret`)).status).toBe(403);
    expect((await sendRequest(headers, "POST", `${APPLICATIONS}/${own.id}/rotate_secret`)).status).toBe(201);
    expect(
      (await sendRequest(headers, "PUT", `${APPLICATIONS}/${full.id}`, { name: "Renamed" })).status,
    ).toBe(200);
    expect((await requestToken(tokenRequestFields(full))).status).toBe(200);
    const partial = { name: "No", access: { read: true } };
    expect((await organization.client.post(APPLICATIONS, partial)).status).toBe(422);
  });

  it("when it loses permissions, its tokens and its running work lose them too", async () => {
    const createdToken = await createApplication(organization);
    const headers = bearerHeaders(await obtainAccessToken(createdToken, "events issued_badges"));
    const actor: Actor = { type: "OAuthApplication", id: String(createdToken.id), name: createdToken.name };
    const canIssue = () =>
      isStillAllowed({ organizationId: organization.id, actor }, "issued_badges", "write");
    expect([(await sendRequest(headers, "GET", "/badges")).status, await canIssue()]).toEqual([200, true]);
    const access = { read: true, write: false, delete: false };
    const body = { scopes: ["events", "issued_badges"], access };
    const changed = await organization.client.put(`${APPLICATIONS}/${createdToken.id}`, body);
    expect(changed.data).toMatchObject(body);
    expect([(await sendRequest(headers, "GET", "/badges")).status, await canIssue()]).toEqual([200, false]);
    // Changed by a caller with fewer permissions than the application has: it can only lose permissions.
    const limitedHeaders = await createBearerHeaders(organization, "oauth_applications");
    await sendRequest(limitedHeaders, "PUT", `${APPLICATIONS}/${createdToken.id}`, { scopes: ["events"] });
    expect((await sendRequest(headers, "GET", "/badges")).status).toBe(403);
    expect((await sendRequest(headers, "GET", "/events")).status).toBe(200);
  });
});

describe("other ways to grant permissions", () => {
  const createTokenWithScopes = (scopes: string[]) => createToken({ ...ALL_FLAGS, scopes });

  it("403: a role whose sessions have more permissions than the token", async () => {
    const { headers } = await createTokenWithScopes(["memberships", "invitations", "events"]);
    for (const role of ["administrator", "issuer", "viewer"]) {
      const body = { email: `own-${role}@example.org`, role };
      expect((await sendRequest(headers, "POST", "/invitations", body)).status).toBe(403);
    }
    const roleScopes = ["badge_templates", "events", "issued_badges", "recommendations"];
    const { headers: callerHeaders } = await createTokenWithScopes(["invitations", ...roleScopes]);
    const inviteAs = (role: string) =>
      sendRequest(callerHeaders, "POST", "/invitations", { email: "own@example.org", role });
    expect([(await inviteAs("administrator")).status, (await inviteAs("issuer")).status]).toEqual([403, 201]);
  });

  it("403: a learning app, which issues badges and creates templates, with only the scope memberships", async () => {
    const owner_id = organization.caller.actor.id;
    const body = { name: "LMS", owner_id };
    const { headers } = await createTokenWithScopes(["memberships"]);
    expect((await sendRequest(headers, "POST", "/learning_apps", body)).status).toBe(403);
    const { headers: callerHeaders } = await createTokenWithScopes([
      "memberships",
      "issued_badges",
      "badge_templates",
    ]);
    expect((await sendRequest(callerHeaders, "POST", "/learning_apps", body)).status).toBe(201);
  });

  it("403: the webhook secret, for a token with only write permission", async () => {
    const { headers } = await createToken({ read_enabled: false, write_enabled: true });
    expect((await sendRequest(headers, "POST", "/webhook_secret/rotate", {})).status).toBe(403);
  });

  it("does not replay a response with a secret to an access token with fewer scopes", async () => {
    const application = await createApplication(organization);
    const key = { "idempotency-key": "one-key-for-two" };
    const createScopedApplication = async (scope: string) =>
      sendRequest(
        { ...bearerHeaders(await obtainAccessToken(application, scope)), ...key },
        "POST",
        APPLICATIONS,
        {
          name: "Once",
        },
      );
    const [fullAccess, again, limited] = [
      await createScopedApplication("oauth_applications issued_badges"),
      await createScopedApplication("issued_badges oauth_applications"),
      await createScopedApplication("oauth_applications"),
    ];
    expect(again.data).toEqual(fullAccess.data);
    expect(limited.data.id).not.toBe(fullAccess.data.id);
    expect(limited.data.scopes).toEqual(["oauth_applications"]);
  });
});

describe("credentials without listed scopes", () => {
  it("have none: only the explicit marker grants all scopes", async () => {
    const { id, headers } = await createToken({});
    await sql("UPDATE authorization_tokens SET scopes = '{}' WHERE id = $1", [id]);
    expect((await sendRequest(headers, "GET", "/badges")).status).toBe(403);
  });
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe(`sequences of four actions (SEED=${seed})`, () => {
  it("never give a credential more permissions than it had", async () => {
    const { grown, succeeded } = await runRandomSequences(organization, { seed, sequences: 16, acts: 4 });
    expect(grown).toEqual([]);
    // The test proves nothing if no action succeeded.
    expect(succeeded).toBeGreaterThan(0);
  });
});
