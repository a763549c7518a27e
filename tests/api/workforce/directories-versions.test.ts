import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createDirectory, createUser, type Directory } from "../../support/workforce/directory";

let organization: TestOrganization;
let directory: Directory;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
});

describe("the version of a user", () => {
  it("is another one after each change, also one that returns to what it was", async () => {
    const { id, userName, meta } = await createUser(directory);
    const versions = [meta.version];
    for (const [path, value] of [
      ["title", "Lead"],
      ["title", "Engineer"],
      ["active", false],
      ["active", true],
      ["userName", `new.${userName}`],
      ["userName", userName],
    ]) {
      const { body, headers } = await directory.patch(id, [{ op: "replace", path, value }]);
      expect(headers.get("etag")).toBe(body.meta.version);
      versions.push(String(body.meta.version));
    }
    await organization.client.put(`/employees/${id}`, { team: "Compilers" });
    versions.push((await directory.get(`/Users/${id}`)).body.meta.version as string);
    expect(new Set(versions).size).toBe(versions.length);
    const stale = await directory.put(`/Users/${id}`, { userName }, { "if-match": meta.version });
    expect(stale.status).toBe(412);
  });

  it("stays with the time of the last change when a request changes nothing", async () => {
    const { id, meta } = await createUser(directory);
    const same = await directory.patch(id, [{ op: "add", path: "title", value: "Engineer" }]);
    expect([same.status, same.body.meta]).toEqual([200, meta]);
    const tag = { "if-none-match": meta.version };
    expect((await directory.get(`/Users/${id}`, undefined, tag)).status).toBe(304);
    const events = await sql("SELECT event_type FROM events WHERE subject_id = $1", [id]);
    expect(events).toEqual([{ event_type: "employment.created" }]);
  });
});
