import { beforeAll, describe, expect, it, vi } from "vitest";
import { flushRequests, recordRequest } from "@/lib/access/api-requests/service";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { findStoredRequest, recordTestRequest } from "../../support/access/api-requests";
import { bearerHeaders, createApplication, obtainAccessToken } from "../../support/applications/oauth";
import {
  badgeBody,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, send, type TestResponse } from "../../support/http/client";
import { createMember } from "../../support/accounts/members";
import { createTestLearningApp } from "../../support/learning/learning";
import { countQueries } from "../../support/platform/database";

let organization: TestOrganization;
let template: { id: string };
beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

const stored = async ({ headers }: TestResponse) => findStoredRequest(headers);
const listOwn = async (own: TestOrganization, query: string) => {
  await flushRequests();
  return own.client.get(`/api_requests?${query}`);
};

describe("what is recorded", () => {
  it("a read: its address, status, duration and credential, without bodies and without a statement more", async () => {
    const path = `/badge_templates?filter=name::Data&page=1`;
    let response: TestResponse | undefined;
    const read = async () => {
      response = await organization.client.get(path, undefined, {
        "x-client-address": "203.0.113.9",
        "user-agent": "registrar/2.1",
      });
    };
    await read();
    await flushRequests();
    const statements = await countQueries(read);
    const again = await countQueries(read);
    expect(statements).toBe(again);
    const token = (await organization.client.get("/authorization_tokens?per=1")).data[0];
    const row = response && (await stored(response));
    expect(row).toMatchObject({
      organization_id: organization.id,
      method: "GET",
      path: `/v1/organizations/${organization.id}/badge_templates`,
      query: "filter=name::Data&page=1",
      status: 200,
      actor_type: "AuthorizationToken",
      actor_id: token.id,
      address: "203.0.113.9",
      user_agent: "registrar/2.1",
      request_body: null,
      response_body: null,
    });
    expect(row?.duration_ms).toBeGreaterThanOrEqual(0);
  });

  it("a write with both bodies, without the recipient's address and the link that accepts", async () => {
    const body = badgeBody(template.id, { recipient_email: "grace.hopper@example.org" });
    const response = await organization.client.post("/badges", body);
    expect(response.status).toBe(201);
    const row = await stored(response);
    expect(JSON.parse(String(row?.request_body))).toMatchObject({
      badge_template_id: template.id,
      recipient_email: "[e-mail]",
    });
    expect(JSON.parse(String(row?.response_body))).toMatchObject({ data: { id: response.data.id } });
    const text = JSON.stringify(row);
    expect(text).not.toContain("grace.hopper");
    const link = String(response.data.accept_badge_url);
    expect(text).not.toContain(link.slice(link.lastIndexOf("=") + 1).slice(-20));
    expect(link).toMatch(/^http/);
  });

  it("an error with the response, and the request as it was sent", async () => {
    const response = await organization.client.post("/badges", { badge_template_id: template.id, x: ["y"] });
    expect(response.status).toBe(422);
    const row = await stored(response);
    expect(row).toMatchObject({ status: 422 });
    expect(JSON.parse(String(row?.request_body))).toEqual({ badge_template_id: template.id, x: ["y"] });
    expect(JSON.parse(String(row?.response_body)).data).toMatchObject({ code: response.data.code });
    const missing = await organization.client.get(`/badges/${newId()}`);
    expect(JSON.parse(String((await stored(missing))?.response_body)).data.code).toBe("not_found");
  });

  it("malformed JSON is not stored", async () => {
    const response = await organization.client.post("/badges", '{"password": "hunter2"');
    expect(response.status).toBe(400);
    expect(await stored(response)).toMatchObject({ status: 400, request_body: null });
  });

  it("no token, whoever creates, shows or sends it", async () => {
    const created = await organization.client.post("/authorization_tokens", { description: "Night job" });
    const secret = created.data.token as string;
    const application = await createApplication(organization);
    const shown = await organization.client.post(`/authorization_tokens/${created.data.id}/reveal`, {});
    const misplaced = await organization.client.get(`/badges?access_token=${secret}&q=${secret}`);
    const webhook = await organization.client.post("/webhook_secret/reveal", {});
    const rows = await Promise.all([created, shown, misplaced, webhook].map(stored));
    expect(rows.every((row) => row !== null)).toBe(true);
    const text = JSON.stringify(rows);
    for (const hidden of [secret, application.secret, webhook.data.secret as string])
      expect(text).not.toContain(hidden.slice(0, 12));
    expect(text).toContain("Night job");
  });

  it("a request by the name of its token, application or person", async () => {
    const application = await createApplication(organization);
    const bearer = bearerHeaders(await obtainAccessToken(application));
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}`;
    const rows = [
      await stored(await send("GET", path, { headers: bearer })),
      await stored(await send("GET", path, { headers: member.headers })),
    ];
    expect(rows).toMatchObject([
      { actor_type: "OAuthApplication", actor_id: String(application.id), actor_name: application.name },
      { actor_type: "User", actor_id: member.id, actor_name: "Mara Lind" },
    ]);
  });

  it("an attempt on another organization, in the log of the credential's own", async () => {
    const other = await createTestOrganization();
    const response = await send("GET", `/v1/organizations/${other.id}/badges`, {
      headers: basicHeaders(organization.authorization_token),
    });
    expect(response.status).toBe(404);
    expect(await stored(response)).toMatchObject({ organization_id: organization.id, status: 404 });
  });

  it("an unknown path, and requests of the learning edition without their token", async () => {
    const unknown = await organization.client.get("/badgez");
    expect(await stored(unknown)).toMatchObject({ status: 404 });
    const app = await createTestLearningApp(organization);
    const course = { name: "Course", course_id: "course-1" };
    const { headers, status } = await app.client.post("/v1.1/cle_integrations/create", course);
    const row = await findStoredRequest(headers);
    expect(row).toMatchObject({ organization_id: organization.id, status, method: "POST" });
    expect(JSON.parse(String(row?.request_body))).toEqual({ ...course, access_token: "[hidden]" });
    const { headers: read } = await app.client.get("/v1.1/cle_integrations", { course_id: "x" });
    expect(await findStoredRequest(read)).toMatchObject({ query: "access_token=[hidden]&course_id=x" });
  });
});

describe("what is not recorded", () => {
  it("requests without a credential of an organization", async () => {
    const member = await createMember(organization.id, "administrator");
    const responses = [
      await send("GET", `/v1/organizations/${organization.id}`),
      await send("GET", `/v1/organizations/${organization.id}`, { headers: basicHeaders("bat_wrong") }),
      await send("GET", "/v1/me/badges", { headers: member.headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 200]);
    expect(await Promise.all(responses.map(stored))).toEqual([null, null, null]);
  });

  it("reading the log in the console", async () => {
    const member = await createMember(organization.id, "administrator");
    const path = `/v1/organizations/${organization.id}/api_requests`;
    const inConsole = await send("GET", path, { headers: member.headers });
    expect(inConsole.status).toBe(200);
    expect(await stored(inConsole)).toBeNull();
    expect(await stored(await organization.client.get("/api_requests"))).not.toBeNull();
  });
});

describe("GET /organizations/{id}/api_requests", () => {
  it("200: newest first, found by method, status, words of the path, credential, id and time", async () => {
    const own = await createTestOrganization();
    const created = await createTemplate(own);
    const found = await own.client.get(`/badge_templates/${created.id}`);
    const missing = await own.client.get(`/badge_templates/${newId()}`);
    const list = async (filter: string): Promise<unknown[]> => {
      const { data } = await listOwn(own, `filter=${filter}|path::badge_templates`);
      return data.map(({ method, status }: { method: string; status: number }) => `${method} ${status}`);
    };
    expect(await list("method::GET,POST")).toEqual(["GET 404", "GET 200", "POST 201"]);
    expect(await list("method::POST")).toEqual(["POST 201"]);
    expect(await list("status::4xx,5xx")).toEqual(["GET 404"]);
    expect(await list("status::error")).toEqual(["GET 404"]);
    expect(await list("status::2xx")).toEqual(["GET 200", "POST 201"]);
    expect(await list(`path::${created.id} ORGANIZATIONS`)).toEqual(["GET 200"]);
    expect(await list("path::badge%templates")).toEqual([]);
    expect(await list(`request_id::${missing.headers.get("x-request-id")}`)).toEqual(["GET 404"]);
    const { data: all } = await listOwn(own, "sort=occurred_at&per=1");
    expect(await list(`actor_id::${all[0].actor.id}`)).toHaveLength(3);
    expect(await list("actor_id::x")).toEqual([]);
    expect(await list("occurred_at_min::2999-01-01")).toEqual([]);
    expect(await list("occurred_at_max::2999-01-01")).toHaveLength(3);
    expect((await listOwn(own, "filter=method::BREW")).status).toBe(400);
    expect(found.status).toBe(200);
  });

  it("pages, and sorts the other way round", async () => {
    const own = await createTestOrganization();
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await recordTestRequest(own)).id);
    const { data, metadata } = await listOwn(own, "filter=method::GET&sort=occurred_at&per=2&page=2");
    expect(data[0].id).toBe(ids[2]);
    expect(metadata.total_count).toBeGreaterThanOrEqual(3);
  });
});

describe("isolation", () => {
  it("a request is found by its own organization only", async () => {
    const other = await createTestOrganization();
    const { id } = await recordTestRequest(organization);
    expect((await organization.client.get(`/api_requests/${id}`)).status).toBe(200);
    expect((await other.client.get(`/api_requests/${id}`)).status).toBe(404);
    const { data } = await listOwn(other, "");
    expect(JSON.stringify(data)).not.toContain(organization.id);
  });

  it("403 for a credential that may not read everything", async () => {
    const { id } = await recordTestRequest(organization);
    const { data } = await organization.client.post("/authorization_tokens", {
      scopes: ["memberships"],
    });
    const [issuer, viewer] = [
      await createMember(organization.id, "issuer"),
      await createMember(organization.id, "viewer"),
    ];
    for (const path of ["/api_requests", `/api_requests/${id}`])
      for (const headers of [basicHeaders(data.token as string), issuer.headers, viewer.headers]) {
        const { status } = await send("GET", `/v1/organizations/${organization.id}${path}`, { headers });
        expect(status).toBe(403);
      }
  });
});

describe("many requests", () => {
  it("of one organization do not hide its errors, and leave others alone", async () => {
    const [busy, quiet] = [await createTestOrganization(), await createTestOrganization()];
    for (let count = 0; count < 130; count += 1) await busy.client.get("");
    const failed = await busy.client.get("/badgez");
    const other = await quiet.client.get("");
    expect(await stored(failed)).not.toBeNull();
    expect(await stored(other)).not.toBeNull();
    const { metadata } = await listOwn(busy, "filter=status::2xx");
    expect(metadata.total_count).toBeLessThan(130);
    expect(metadata.total_count).toBeGreaterThanOrEqual(60);
  });
});

it("a request that cannot be recorded has happened all the same", () => {
  vi.spyOn(log, "error").mockImplementationOnce(() => undefined);
  const readPath = () => {
    throw new Error("broken");
  };
  const request = { requestId: newId(), address: "", userAgent: "", method: "GET", input: undefined };
  const actor = { type: "User", id: "x" } as const;
  const handled = { ...request, organizationId: newId(), actor, readPath, status: 200, output: null, ms: 1 };
  expect(() => recordRequest(handled)).not.toThrow();
  expect(log.error).toHaveBeenCalledOnce();
});
