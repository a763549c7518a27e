import { beforeAll, describe, expect, it } from "vitest";
import {
  BULK_REQUEST_MESSAGE,
  BULK_RESPONSE_MESSAGE,
  PATCH_MESSAGE,
} from "@/lib/workforce/directories/schema";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { digestTables, sql } from "../../support/platform/database";
import { createDirectory, createUser, userBody, type Directory } from "../../support/workforce/directory";

type Result = { status: string; response?: { scimType?: string } };

let organization: TestOrganization;
let directory: Directory;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
});

const send = (operations: unknown[], others: object = {}, from = directory) =>
  from.post("/Bulk", { schemas: [BULK_REQUEST_MESSAGE], Operations: operations, ...others });
const create = (bulkId: string, changes: Record<string, unknown> = {}) => ({
  method: "POST",
  path: "/Users",
  bulkId,
  data: userBody(changes),
});

describe("POST /scim/v2/Bulk", () => {
  it("200: creates, changes, replaces and deletes users, also those of the same request", async () => {
    const [first, second, third] = [
      await createUser(directory),
      await createUser(directory),
      await createUser(directory),
    ];
    const { status, body, headers } = await send([
      create("one"),
      {
        method: "patch",
        path: "/Users/bulkId:one",
        data: { schemas: [PATCH_MESSAGE], Operations: [{ op: "replace", path: "title", value: "Changed" }] },
      },
      { method: "PUT", path: `/Users/${first.id}`, data: { userName: first.userName, title: "Replaced" } },
      { method: "DELETE", path: `/Users/${second.id}`, version: second.meta.version },
      { method: "DELETE", path: `Users/${third.id}` },
    ]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
    expect(body.schemas).toEqual([BULK_RESPONSE_MESSAGE]);
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual([
      "201",
      "200",
      "200",
      "204",
      "204",
    ]);
    const location = String(body.Operations[0].location);
    expect(body.Operations[0]).toEqual({
      method: "POST",
      bulkId: "one",
      location: expect.stringMatching(/\/scim\/v2\/Users\/[\w-]{36}$/),
      version: expect.stringMatching(/^W\//),
      status: "201",
    });
    const user = await directory.get(location.replace(/.*\/scim\/v2/, ""));
    expect([user.body.title, user.body.meta.version]).toEqual(["Changed", body.Operations[1].version]);
    expect((await directory.get(`/Users/${first.id}`)).body.title).toBe("Replaced");
    expect((await directory.get(`/Users/${third.id}`)).status).toBe(404);
  });

  it("keeps what succeeded, reports each error, and writes nothing of what failed", async () => {
    const existing = await createUser(directory);
    const count = async () =>
      Number(
        (await sql("SELECT count(*) AS n FROM employees WHERE organization_id = $1", [organization.id]))[0]
          ?.n,
      );
    const before = await count();
    const { body } = await send([
      create("a"),
      create("b", { externalId: existing.externalId }),
      {
        method: "PATCH",
        path: "/Users/bulkId:b",
        data: { schemas: [PATCH_MESSAGE], Operations: [{ op: "remove", path: "title" }] },
      },
      { method: "DELETE", path: "/Groups/1" },
      { method: "POST", path: "/Users", data: userBody() },
      { method: "GET", path: "/Users" },
      {
        method: "PUT",
        path: `/Users/${existing.id}`,
        version: 'W/"other"',
        data: { userName: existing.userName },
      },
      { method: "POST", path: "/Users", bulkId: "c", data: "x" },
      null,
      create("d"),
    ]);
    expect(body.Operations.map((one: Result) => [one.status, one.response?.scimType])).toEqual([
      ["201", undefined],
      ["409", "uniqueness"],
      ["400", "invalidValue"],
      ["404", undefined],
      ["400", "invalidValue"],
      ["400", "invalidValue"],
      ["412", undefined],
      ["400", "invalidValue"],
      ["400", "invalidValue"],
      ["201", undefined],
    ]);
    expect(body.Operations[1]).toMatchObject({ method: "POST", bulkId: "b", response: { status: "409" } });
    expect(await count()).toBe(before + 2);
  });

  it("ends after failOnErrors errors", async () => {
    const wrong = { method: "DELETE", path: "/Users/none" };
    const { body } = await send([wrong, create("x"), wrong, create("y")], { failOnErrors: 2 });
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(["404", "201", "404"]);
  });

  it("413 for too many operations or a large body, 400 for another message, and nothing is written", async () => {
    const before = await digestTables();
    const many = Array.from({ length: 101 }, (_, index) => create(String(index)));
    expect((await send(many)).status).toBe(413);
    expect((await send([create("large", { nickName: "x".repeat(1_100_000) })])).status).toBe(413);
    expect(
      (await directory.post("/Bulk", { schemas: [PATCH_MESSAGE], Operations: [create("z")] })).body.scimType,
    ).toBe("invalidValue");
    expect((await send([])).status).toBe(400);
    expect((await send([create("f")], { failOnErrors: 0 })).status).toBe(400);
    expect(await digestTables()).toEqual(before);
  });

  it("needs the same permissions as the operations alone, and sees no other organization", async () => {
    const user = await createUser(directory);
    const writer = await createDirectory(organization, { write_enabled: true });
    const deletion = { method: "DELETE", path: `/Users/${user.id}` };
    const { body } = await send([deletion, create("w")], {}, writer);
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(["403", "201"]);
    const reader = await createDirectory(organization, {});
    expect((await send([create("r")], {}, reader)).status).toBe(403);
    const foreign = await createDirectory(await createTestOrganization());
    expect((await send([deletion], {}, foreign)).body.Operations[0].status).toBe("404");
    expect((await directory.get(`/Users/${user.id}`)).status).toBe(200);
  });
});
