import { beforeAll, describe, expect, it } from "vitest";
import { flushRequests } from "@/lib/access/api-requests/service";
import { env } from "@/lib/kernel/env";
import { ENTERPRISE_SCHEMA, LIST_MESSAGE, USER_SCHEMA } from "@/lib/workforce/directories/schema";
import { createEmployee, createTestOrganization, type TestOrganization } from "../../support/builders";
import { createSessionCookie, createMember } from "../../support/accounts/members";
import { scimOperations } from "../../support/http/routes";
import { digestTables, openConnection, isWaiting, sql } from "../../support/platform/database";
import { until } from "../../support/until";
import {
  createDirectory,
  createUser,
  sendScim,
  userBody,
  type Directory,
} from "../../support/workforce/directory";

const ERROR_SCHEMAS = ["urn:ietf:params:scim:api:messages:2.0:Error"];

let organization: TestOrganization;
let directory: Directory;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
});

const listEvents = async (id: string) => {
  const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1 ORDER BY occurred_at, id", [
    id,
  ]);
  return rows.map(({ event_type: type }) => type);
};
const listActions = async (id: string) => {
  const rows = await sql("SELECT action, actor_type FROM audit_entries WHERE subject_id = $1 ORDER BY id", [
    id,
  ]);
  return rows.map(({ action, actor_type: actor }) => `${String(actor)} ${String(action)}`);
};

describe("POST /scim/v2/Users", () => {
  it("201: creates the employee that the organization API shows, with the same event and audit entry", async () => {
    const body = userBody();
    const { status, headers, body: user } = await directory.post("/Users", body);
    expect(status, JSON.stringify(user)).toBe(201);
    const location = `http://localhost:3000/scim/v2/Users/${user.id}`;
    expect(user).toEqual({
      ...body,
      id: user.id,
      displayName: "Ada Okafor",
      name: { formatted: "Ada Okafor", givenName: "Ada", familyName: "Okafor" },
      meta: {
        resourceType: "User",
        created: expect.stringMatching(/Z$/),
        lastModified: user.meta.created,
        location,
        version: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      },
    });
    expect(headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
    expect([headers.get("location"), headers.get("etag")]).toEqual([location, user.meta.version]);
    const { data } = await organization.client.get(`/employees/${user.id}`);
    expect(data).toMatchObject({
      email: body.userName,
      external_id: body.externalId,
      first_name: "Ada",
      last_name: "Okafor",
      position_title: "Engineer",
      country: "NO",
      state_or_province: "Oslo",
      zip_code: "0150",
      department: "Research",
      employee_state: "created",
    });
    expect(await listEvents(user.id)).toEqual(["employment.created"]);
    expect(await listActions(user.id)).toEqual(["AuthorizationToken employee.create"]);
    expect((await directory.get(`/Users/${user.id}`)).body).toEqual(user);
  });

  it("201: names of attributes in any case, unknown ones and a password are left out", async () => {
    const { userName } = userBody();
    const { status, body } = await directory.post("/Users", {
      SCHEMAS: [USER_SCHEMA],
      USERNAME: userName.toUpperCase(),
      Name: { GIVENNAME: "Bo" },
      password: "never stored",
      "urn:example:User": { badge: 1 },
      phoneNumbers: [{ value: "1" }],
    });
    expect([status, body.userName, body.name]).toEqual([201, userName, { formatted: "Bo", givenName: "Bo" }]);
    expect(Object.keys(body).toSorted()).toEqual(
      ["active", "displayName", "emails", "id", "meta", "name", "schemas", "userName"].toSorted(),
    );
  });

  it("409 uniqueness for an address or external id of another employee, and nothing is stored", async () => {
    const existing = await createUser(directory);
    const before = await digestTables();
    for (const changes of [
      { userName: existing.userName, emails: [] },
      { externalId: existing.externalId },
    ]) {
      const { status, body } = await directory.post("/Users", userBody(changes));
      expect([status, body]).toEqual([
        409,
        {
          schemas: ERROR_SCHEMAS,
          status: "409",
          scimType: "uniqueness",
          detail: `${Object.keys(changes)[0]} has already been taken.`,
        },
      ]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it.each([
    ["no user name", { userName: undefined, emails: [] }, "userName is required."],
    ["a user name that is no address", { userName: "ada", emails: [] }, "userName "],
    [
      "another address",
      { emails: [{ value: "other@example.org", primary: true }] },
      "must be the same as userName",
    ],
    ["a reserved external id", { externalId: "batch" }, "externalId cannot be used"],
    ["a long title", { title: "x".repeat(256) }, "title "],
    ["a title that is no text", { title: { a: 1 } }, "title "],
    ["a control character", { name: { givenName: "A\u0000" } }, "name.givenName contains characters"],
  ])("400 invalidValue for %s", async (_name, changes, detail) => {
    const { status, body } = await directory.post("/Users", userBody(changes));
    expect([status, body]).toEqual([
      400,
      {
        schemas: ERROR_SCHEMAS,
        status: "400",
        scimType: "invalidValue",
        detail: expect.stringContaining(detail),
      },
    ]);
  });

  it.each([["{"], ["[1]"], ['"text"']])("400 invalidSyntax for the body %s", async (text) => {
    const { status, body } = await directory.post("/Users", text);
    expect([status, body.scimType]).toEqual([400, "invalidSyntax"]);
  });
});

describe("GET /scim/v2/Users/{id}", () => {
  it("304 for the version that the client has, and 200 for another one", async () => {
    const { id, meta } = await createUser(directory);
    const get = (tag: string) => directory.get(`/Users/${id}`, undefined, { "if-none-match": tag });
    expect((await get(`"x", ${meta.version}`)).status).toBe(304);
    expect((await get('W/"x"')).status).toBe(200);
  });

  it("returns only the attributes that are asked for, and always the id", async () => {
    const { id } = await createUser(directory);
    const only = await directory.get(`/Users/${id}?attributes=userName,name.givenName`);
    expect(Object.keys(only.body).toSorted()).toEqual(["id", "name", "schemas", "userName"]);
    const without = await directory.get(
      `/Users/${id}?excludedAttributes=emails,META,id,${ENTERPRISE_SCHEMA}`,
    );
    expect(Object.keys(without.body)).not.toEqual(expect.arrayContaining(["emails"]));
    expect(Object.keys(without.body)).toEqual(
      expect.arrayContaining(["id", "userName", "externalId", "addresses"]),
    );
    expect([without.body.meta, without.body[ENTERPRISE_SCHEMA]]).toEqual([undefined, undefined]);
  });
});

describe("PUT /scim/v2/Users/{id}", () => {
  it("200: replaces the attributes, empties those that are missing, and keeps what SCIM does not know", async () => {
    const { id, email } = await createEmployee(organization, {
      team: "Compilers",
      country: "Norway",
      position_title: "A",
    });
    const body = { schemas: [USER_SCHEMA], userName: email, name: { familyName: "Xu" }, title: "B" };
    const { status, body: user } = await directory.put(`/Users/${id}`, body);
    expect([status, user.title, user.addresses, user.name]).toEqual([
      200,
      "B",
      undefined,
      { formatted: "Xu", familyName: "Xu" },
    ]);
    const { data } = await organization.client.get(`/employees/${id}/data`);
    expect(data).toMatchObject({ team: "Compilers", country: null, last_name: "Xu" });
    expect(
      data.employment_histories.map((history: Record<string, unknown>) => history.employer_job_title),
    ).toEqual(["B", "A"]);
    expect(await listEvents(id)).toEqual(["employment.created", "employment.updated"]);
  });

  it("412 for a version that has changed since, and nothing changes", async () => {
    const { id, userName, meta } = await createUser(directory);
    const change = (title: string) =>
      directory.put(`/Users/${id}`, { userName, title }, { "if-match": meta.version });
    expect((await change("First")).status).toBe(200);
    const before = await digestTables();
    const second = await change("Second");
    expect([second.status, second.body.status]).toEqual([412, "412"]);
    expect((await directory.delete(`/Users/${id}`, undefined, { "if-match": meta.version })).status).toBe(
      412,
    );
    expect(await digestTables()).toEqual(before);
  });

  it("waits for a concurrent change, and is then compared with its result", async () => {
    const { id, userName, meta } = await createUser(directory);
    const connection = await openConnection();
    await connection.query("BEGIN");
    await connection.query("UPDATE employees SET position_title = 'Other' WHERE id = $1", [id]);
    const answer = directory.put(`/Users/${id}`, { userName, title: "Mine" }, { "if-match": meta.version });
    await until("the change to wait", () => isWaiting());
    await connection.query("COMMIT");
    await connection.end();
    expect((await answer).status).toBe(412);
  });
});

describe("the end of an employment", () => {
  it("DELETE deletes the employee as the organization API does", async () => {
    const { id } = await createUser(directory);
    expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    expect((await directory.delete(`/Users/${id}`)).status).toBe(404);
    expect((await organization.client.get(`/employees/${id}`)).status).toBe(404);
    expect(await listEvents(id)).toEqual(["employment.created", "employment.deleted"]);
    expect(await listActions(id)).toEqual([
      "AuthorizationToken employee.create",
      "AuthorizationToken employee.delete",
    ]);
  });

  it("a token without the permission to delete can make a user inactive, and cannot delete it", async () => {
    const writer = await createDirectory(organization, { write_enabled: true });
    const { id, userName } = await createUser(writer);
    const answers = [
      await writer.delete(`/Users/${id}`),
      await writer.put(`/Users/${id}`, { userName, active: false }),
      await writer.patch(id, [{ op: "replace", path: "active", value: true }]),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 200]);
    expect((await writer.get(`/Users/${id}`)).body.active).toBe(true);
  });

  it("deletes the right one when another employee has its id as external id", async () => {
    const [first, second] = [await createUser(directory), await createUser(directory)];
    await directory.patch(second.id, [{ op: "replace", path: "externalId", value: first.id }]);
    expect((await directory.delete(`/Users/${first.id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${second.id}`)).status).toBe(200);
  });
});

describe("callers", () => {
  const ask = (authorization?: string) =>
    sendScim("GET", "/Users", authorization === undefined ? {} : { headers: { authorization } });

  it("401 without a valid token, also with a session", async () => {
    const { status, body, headers } = await ask();
    expect([status, body.schemas, headers.get("www-authenticate")]).toEqual([
      401,
      ERROR_SCHEMAS,
      'Bearer realm="badges"',
    ]);
    expect((await ask("Bearer bat_wrong")).status).toBe(401);
    const member = await createMember(organization.id, "administrator");
    const cookie = await createSessionCookie(member.id);
    expect((await sendScim("GET", "/Users", { headers: { cookie } })).status).toBe(401);
  });

  it("403 without the scope, the permission or access to workforce data", async () => {
    const { data } = await organization.client.post("/authorization_tokens", { scopes: ["events"] });
    expect((await ask(`Bearer ${data.token}`)).status).toBe(403);
    const reader = await createDirectory(organization, {});
    expect((await reader.get("/Users")).status).toBe(200);
    expect((await reader.post("/Users", userBody())).status).toBe(403);
    const other = await createTestOrganization();
    const theirs = await createDirectory(other);
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [other.id]);
    const { status, body } = await theirs.get("/Users");
    expect([status, body.detail]).toEqual([403, "This organization has no access to workforce data."]);
    expect((await theirs.post("/Users", userBody())).status).toBe(403);
  });

  it("see and change nothing of another organization", async () => {
    const { id, userName, externalId } = await createUser(directory);
    const other = await createDirectory(await createTestOrganization());
    const before = await digestTables();
    const answers = [
      await other.get(`/Users/${id}`),
      await other.put(`/Users/${id}`, { userName }),
      await other.patch(id, [{ op: "replace", path: "title", value: "Mine" }]),
      await other.delete(`/Users/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    for (const filter of [
      `userName eq "${userName}"`,
      `id eq "${id}"`,
      `not (id eq "x")`,
      `userName co "user"`,
    ]) {
      const { body } = await other.get(`/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.totalResults, body.Resources]).toEqual([filter, 0, []]);
    }
    expect(await digestTables()).toEqual(before);
    expect((await other.post("/Users", userBody({ userName, emails: [], externalId }))).status).toBe(201);
  });

  it("stand in the request log of the organization, without addresses and secrets", async () => {
    const own = await createTestOrganization();
    await (
      await createDirectory(own)
    ).post("/Users", userBody({ externalId: "batch", password: "hidden word" }));
    await flushRequests();
    const rows = await sql(
      "SELECT * FROM api_requests WHERE organization_id = $1 AND path = '/scim/v2/Users'",
      [own.id],
    );
    expect(rows).toMatchObject([{ method: "POST", status: 400, actor_type: "AuthorizationToken" }]);
    const stored = JSON.stringify(rows);
    expect(stored).toContain("invalidValue");
    expect(stored).not.toMatch(/hidden word|@example\.org/);
  });

  it("429 with an error of SCIM above the limit of the API", async () => {
    env().RATE_LIMIT = 1;
    const limited = await createDirectory(await createTestOrganization(), {});
    expect((await limited.get("/Users")).status).toBe(200);
    const { status, body, headers } = await limited.get("/Users");
    env().RATE_LIMIT = null;
    expect([status, body.status, body.schemas]).toEqual([429, "429", ERROR_SCHEMAS]);
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

describe("other paths", () => {
  it("describe the service without a credential", async () => {
    const config = await sendScim("GET", "/ServiceProviderConfig");
    expect([config.status, config.body.patch, config.body.bulk.maxOperations]).toEqual([
      200,
      { supported: true },
      100,
    ]);
    const types = await sendScim("GET", "/ResourceTypes");
    expect(types.body).toMatchObject({ schemas: [LIST_MESSAGE], totalResults: 1 });
    expect((await sendScim("GET", "/ResourceTypes/User")).body).toEqual(types.body.Resources[0]);
    const schemas = await sendScim("GET", "/Schemas");
    expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      USER_SCHEMA,
      ENTERPRISE_SCHEMA,
    ]);
    expect((await sendScim("GET", `/Schemas/${USER_SCHEMA}`)).body).toEqual(schemas.body.Resources[0]);
    expect((await sendScim("GET", "/Schemas/x")).status).toBe(404);
    expect((await sendScim("GET", "/ResourceTypes/Group")).status).toBe(404);
    expect((await sendScim("GET", "/Schemas?filter=id%20pr")).status).toBe(403);
  });

  it("501 for Me, 404 for a group, 405 for other methods, all as errors of SCIM", async () => {
    const answers = [
      await sendScim("GET", "/Me"),
      await directory.get("/Groups/1"),
      await sendScim("GET", "/Groups/1"),
      await sendScim("GET", "/Groups"),
      await directory.delete("/Users"),
      await directory.post("/Groups", {}),
      await directory.get("/Users/not-an-id"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([501, 404, 401, 401, 405, 405, 404]);
    for (const { status, body, headers } of answers) {
      expect(body).toEqual({ schemas: ERROR_SCHEMAS, status: String(status), detail: expect.any(String) });
      expect(headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
    }
  });

  it("are these, and nothing that reads or changes employees is open", () => {
    const access = Object.fromEntries(scimOperations.map(({ id, spec }) => [id, spec.access]));
    expect(Object.entries(access).filter(([, value]) => value !== null)).toEqual([
      ["POST /scim/v2/Bulk", "write"],
      ["GET /scim/v2/Groups", "read"],
      ["GET /scim/v2/Users/[user_id]", "read"],
      ["PUT /scim/v2/Users/[user_id]", "write"],
      ["PATCH /scim/v2/Users/[user_id]", "write"],
      ["DELETE /scim/v2/Users/[user_id]", "delete"],
      ["GET /scim/v2/Users", "read"],
      ["POST /scim/v2/Users", "write"],
    ]);
    expect(scimOperations.every(({ spec }) => spec.access === null || spec.scope === "workforce")).toBe(true);
  });
});
