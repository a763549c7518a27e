import { beforeAll, describe, expect, it } from "vitest";
import { isStillAllowed } from "@/lib/access/authentication/author-rights";
import { findTokenCaller } from "@/lib/access/authorization-tokens/service";
import type { Actor } from "@/lib/access/callers/caller";
import { makeOrganization, type TestOrganization } from "../../support/builders";
import { basic, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { closureWalk } from "../../support/access/rights";
import {
  bearer,
  bearerOf,
  credentialsOf,
  grantToken,
  makeApplication,
  requestToken,
} from "../../support/access/oauth";

const TOKENS = "/authorization_tokens";
const APPLICATIONS = "/oauth_applications";
const RIGHTS = { read_enabled: true, write_enabled: true, delete_enabled: true };

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

type Headers = Record<string, string>;

const ask = (headers: Headers, method: string, path: string, body?: Record<string, unknown>) =>
  send(method, `/v1/organizations/${organization.id}${path}`, { headers, ...(body ? { body } : {}) });

async function tokenWith(body: Record<string, unknown>) {
  const { status, data } = await organization.client.post(TOKENS, body);
  expect(status, JSON.stringify(data)).toBe(201);
  return { id: data.id as string, token: data.token as string, headers: basic(data.token as string) };
}

describe("a token", () => {
  it("has and shows the scopes of its creator, and is refused beyond them", async () => {
    const headers = await bearerOf(organization, "authorization_tokens");
    const made = await ask(headers, "POST", TOKENS, RIGHTS);
    expect(made.data).toMatchObject({ ...RIGHTS, scopes: ["authorization_tokens"] });
    const own = basic(made.data.token);
    expect((await ask(own, "GET", "")).status).toBe(200);
    expect((await ask(own, "GET", TOKENS)).data).toEqual([made.data]);
    const refused = await ask(own, "GET", "/badges");
    expect([refused.status, refused.data.code]).toEqual([403, "insufficient_scope"]);
    const next = await ask(own, "POST", TOKENS, RIGHTS);
    expect(next.data.scopes).toEqual(["authorization_tokens"]);
  });

  it("of an administrator has every scope, or the chosen ones", async () => {
    const { data } = await organization.client.post(TOKENS, RIGHTS);
    expect(data.scopes).toBeNull();
    const { headers, token } = await tokenWith({ ...RIGHTS, scopes: ["events", "workforce", "events"] });
    expect((await findTokenCaller(token))?.scopes).toEqual(new Set(["events", "workforce"]));
    for (const [path, status] of [
      ["/events", 200],
      ["/employees", 200],
      ["/badges", 403],
      ["/badge_templates", 403],
    ] as const) {
      expect((await ask(headers, "GET", path)).status, path).toBe(status);
    }
  });

  it("403: with a scope that the caller lacks; 422: with no scope or an unknown one", async () => {
    const headers = await bearerOf(organization, "authorization_tokens events");
    for (const scopes of [["events", "issued_badges"], null]) {
      const refused = await ask(headers, "POST", TOKENS, { scopes });
      expect([refused.status, refused.data.code]).toEqual([403, "exceeds_permissions"]);
      expect(refused.data.message).toContain("issued_badges");
    }
    for (const scopes of [[], ["badges"], "events", ["all"]]) {
      const { status, data } = await ask(headers, "POST", TOKENS, { scopes });
      expect([status, data.errors?.[0].field.split(/[.[]/)[0]]).toEqual([422, "scopes"]);
    }
  });

  it("is not listed, shown or rotated for a caller with fewer permissions", async () => {
    const [strong, narrow] = [
      await tokenWith({}),
      await tokenWith({ scopes: ["authorization_tokens", "events"] }),
    ];
    const headers = await bearerOf(organization, "authorization_tokens");
    const { data, metadata } = await ask(headers, "GET", TOKENS);
    const scopes = data.map((one: { scopes: unknown }) => JSON.stringify(one.scopes));
    expect(new Set(scopes)).toEqual(new Set(['["authorization_tokens"]']));
    expect(metadata.total_count).toBe(data.length);
    for (const { id, headers: own } of [strong, narrow]) {
      expect((await ask(headers, "POST", `${TOKENS}/${id}/reveal`)).status).toBe(404);
      expect((await ask(headers, "POST", `${TOKENS}/${id}/rotate`)).status).toBe(404);
      expect((await ask(own, "GET", "")).status).toBe(200);
    }
    const able = await bearerOf(organization, "authorization_tokens events");
    expect((await ask(able, "POST", `${TOKENS}/${narrow.id}/reveal`)).data.token).toBe(narrow.token);
    expect((await ask(headers, "DELETE", `${TOKENS}/${strong.id}`)).status).toBe(204);
  });
});

describe("an application", () => {
  it("has the scopes and the access of its creator, and no grant exceeds them", async () => {
    const creator = await bearerOf(organization, "oauth_applications events");
    const { data: made } = await ask(creator, "POST", APPLICATIONS, { name: "Child" });
    expect(made).toMatchObject({
      scopes: ["oauth_applications", "events"],
      access: { read: true, write: true, delete: true },
    });
    for (const scope of ["issued_badges", "events issued_badges"]) {
      const refused = await requestToken(credentialsOf(made, scope));
      expect([refused.status, refused.body.error]).toEqual([400, "invalid_scope"]);
    }
    const headers = bearer(await grantToken(made, "events"));
    expect((await ask(headers, "GET", "/events")).status).toBe(200);
  });

  it("created by a token that may read and write may read and write", async () => {
    const { headers } = await tokenWith({ write_enabled: true });
    const { status, data: made } = await ask(headers, "POST", APPLICATIONS, { name: "Two" });
    expect([status, made.access, made.scopes]).toEqual([
      201,
      { read: true, write: true, delete: false },
      null,
    ]);
    const own = bearer(await grantToken(made));
    expect((await ask(own, "PUT", `${APPLICATIONS}/${made.id}`, { name: "Renamed" })).status).toBe(200);
    expect((await ask(own, "DELETE", `${APPLICATIONS}/${made.id}`)).status).toBe(403);
  });

  it("403: refuses more permissions than the caller has, on creation, update and secret rotation", async () => {
    const strong = await makeApplication(organization);
    const headers = await bearerOf(organization, "oauth_applications");
    const wider = [
      { scopes: ["oauth_applications", "events"] },
      { scopes: null },
      { scopes: ["issued_badges"], access: { read: true, write: false, delete: false } },
    ];
    const { data: own } = await ask(headers, "POST", APPLICATIONS, { name: "Own" });
    for (const body of wider) {
      const created = await ask(headers, "POST", APPLICATIONS, { name: "No", ...body });
      const changed = await ask(headers, "PUT", `${APPLICATIONS}/${own.id}`, body);
      for (const { status, data } of [created, changed]) {
        expect([status, data.code]).toEqual([403, "exceeds_permissions"]);
      }
    }
    expect((await ask(headers, "POST", `${APPLICATIONS}/${strong.id}/rotate_secret`)).status).toBe(403);
    expect((await ask(headers, "POST", `${APPLICATIONS}/${own.id}/rotate_secret`)).status).toBe(201);
    expect((await ask(headers, "PUT", `${APPLICATIONS}/${strong.id}`, { name: "Renamed" })).status).toBe(200);
    expect((await requestToken(credentialsOf(strong))).status).toBe(200);
    const partial = { name: "No", access: { read: true } };
    expect((await organization.client.post(APPLICATIONS, partial)).status).toBe(422);
  });

  it("when it loses permissions, its tokens and its running work lose them too", async () => {
    const made = await makeApplication(organization);
    const headers = bearer(await grantToken(made, "events issued_badges"));
    const actor: Actor = { type: "OAuthApplication", id: String(made.id), name: made.name };
    const mayIssue = () =>
      isStillAllowed({ organizationId: organization.id, actor }, "issued_badges", "write");
    expect([(await ask(headers, "GET", "/badges")).status, await mayIssue()]).toEqual([200, true]);
    const access = { read: true, write: false, delete: false };
    const body = { scopes: ["events", "issued_badges"], access };
    const changed = await organization.client.put(`${APPLICATIONS}/${made.id}`, body);
    expect(changed.data).toMatchObject(body);
    expect([(await ask(headers, "GET", "/badges")).status, await mayIssue()]).toEqual([200, false]);
    // Changed by a caller with fewer permissions than the application has: it can only lose permissions.
    const weak = await bearerOf(organization, "oauth_applications");
    await ask(weak, "PUT", `${APPLICATIONS}/${made.id}`, { scopes: ["events"] });
    expect((await ask(headers, "GET", "/badges")).status).toBe(403);
    expect((await ask(headers, "GET", "/events")).status).toBe(200);
  });
});

describe("other ways to grant permissions", () => {
  const byScope = (scopes: string[]) => tokenWith({ ...RIGHTS, scopes });

  it("403: a role whose sessions have more permissions than the token", async () => {
    const { headers } = await byScope(["memberships", "invitations", "events"]);
    for (const role of ["administrator", "issuer", "viewer"]) {
      const body = { email: `own-${role}@example.org`, role };
      expect((await ask(headers, "POST", "/invitations", body)).status).toBe(403);
    }
    const roleScopes = ["badge_templates", "events", "issued_badges", "recommendations"];
    const { headers: able } = await byScope(["invitations", ...roleScopes]);
    const invite = (role: string) => ask(able, "POST", "/invitations", { email: "own@example.org", role });
    expect([(await invite("administrator")).status, (await invite("issuer")).status]).toEqual([403, 201]);
  });

  it("403: a learning app, which issues badges and creates templates, with only the scope memberships", async () => {
    const owner_id = organization.caller.actor.id;
    const body = { name: "LMS", owner_id };
    const { headers } = await byScope(["memberships"]);
    expect((await ask(headers, "POST", "/learning_apps", body)).status).toBe(403);
    const { headers: able } = await byScope(["memberships", "issued_badges", "badge_templates"]);
    expect((await ask(able, "POST", "/learning_apps", body)).status).toBe(201);
  });

  it("403: the webhook secret, for a token with only write permission", async () => {
    const { headers } = await tokenWith({ read_enabled: false, write_enabled: true });
    expect((await ask(headers, "POST", "/webhook_secret/rotate", {})).status).toBe(403);
  });

  it("does not replay a response with a secret to an access token with fewer scopes", async () => {
    const application = await makeApplication(organization);
    const key = { "idempotency-key": "one-key-for-two" };
    const create = async (scope: string) =>
      ask({ ...bearer(await grantToken(application, scope)), ...key }, "POST", APPLICATIONS, {
        name: "Once",
      });
    const [wide, again, narrow] = [
      await create("oauth_applications issued_badges"),
      await create("issued_badges oauth_applications"),
      await create("oauth_applications"),
    ];
    expect(again.data).toEqual(wide.data);
    expect(narrow.data.id).not.toBe(wide.data.id);
    expect(narrow.data.scopes).toEqual(["oauth_applications"]);
  });
});

describe("credentials without listed scopes", () => {
  it("have none: only the explicit marker grants all scopes", async () => {
    const { id, headers } = await tokenWith({});
    await sql("UPDATE authorization_tokens SET scopes = '{}' WHERE id = $1", [id]);
    expect((await ask(headers, "GET", "/badges")).status).toBe(403);
  });
});

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe(`sequences of four actions (SEED=${seed})`, () => {
  it("never give a credential more permissions than it had", async () => {
    const { grown, succeeded } = await closureWalk(organization, { seed, sequences: 16, acts: 4 });
    expect(grown).toEqual([]);
    // The test proves nothing if no action succeeded.
    expect(succeeded).toBeGreaterThan(0);
  });
});
