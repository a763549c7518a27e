import { beforeAll, expect, it } from "vitest";
import { LIST_MESSAGE } from "@/lib/workforce/directories/schema";
import { createTestOrganization } from "../../support/builders";
import { createDirectory, type Directory } from "../../support/workforce/directory";

let directory: Directory;

beforeAll(async () => {
  directory = await createDirectory(await createTestOrganization());
});

it("directories have an empty list of groups", async () => {
  const empty = { schemas: [LIST_MESSAGE], totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] };
  for (const query of ["", `?filter=${encodeURIComponent('displayName eq "Staff"')}`]) {
    const { status, body } = await directory.get(`/Groups${query}`);
    expect([status, body]).toEqual([200, empty]);
  }
  expect((await directory.get("/Groups?startIndex=3&count=2")).body).toEqual({ ...empty, startIndex: 3 });
  const malformed = await directory.get("/Groups?filter=displayName");
  expect([malformed.status, malformed.body.scimType]).toEqual([400, "invalidFilter"]);
});

it("405 lists the methods of each path in Allow", async () => {
  const allowed = async (method: "post" | "put", path: string) =>
    (await directory[method](path)).headers.get("allow");
  expect(await allowed("put", "/Users")).toBe("GET, POST, HEAD, OPTIONS");
  expect(await allowed("post", "/Users/1")).toBe("GET, PUT, PATCH, DELETE, HEAD, OPTIONS");
  expect(await allowed("put", "/Bulk")).toBe("POST, OPTIONS");
  for (const path of ["/Groups", "/Schemas", "/Schemas/x", "/ResourceTypes", "/ServiceProviderConfig"])
    expect(await allowed("post", path), path).toBe("GET, HEAD, OPTIONS");
});
