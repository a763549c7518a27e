import { beforeAll, describe, expect, it } from "vitest";
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from "@/lib/workforce/directories/schema";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { digestTables } from "../../support/platform/database";
import { createDirectory, createUser, type Directory } from "../../support/workforce/directory";

let organization: TestOrganization;
let directory: Directory;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
});

type Fields = Record<
  | "external_id"
  | "first_name"
  | "last_name"
  | "position_title"
  | "country"
  | "state_or_province"
  | "zip_code"
  | "department",
  string | null
>;

/** The fields that SCIM knows, as the organization API shows them. */
async function readFields(id: string): Promise<Fields> {
  const { data } = await organization.client.get(`/employees/${id}`);
  const {
    external_id,
    first_name,
    last_name,
    position_title,
    country,
    state_or_province,
    zip_code,
    department,
  } = data as Record<keyof Fields, string | null>;
  return {
    external_id,
    first_name,
    last_name,
    position_title,
    country,
    state_or_province,
    zip_code,
    department,
  };
}

/** Changes a new user, and returns which fields have other values than before. */
async function listChangedFields(operations: unknown[]): Promise<Record<string, string | null>> {
  const { id } = await createUser(directory);
  const before = await readFields(id);
  const { status, body } = await directory.patch(id, operations);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toEqual((await directory.get(`/Users/${id}`)).body);
  const after = await readFields(id);
  const changed = Object.entries(after).filter(
    ([key, value]) => before[key as keyof typeof before] !== value,
  );
  return Object.fromEntries(changed) as Record<string, string | null>;
}

const ENTERPRISE_DEPARTMENT = `${ENTERPRISE_SCHEMA}:department`;

describe("PATCH /scim/v2/Users/{id}", () => {
  it.each([
    ["add a text", [{ op: "add", path: "title", value: "New" }], { position_title: "New" }],
    [
      "replace a sub-attribute",
      [{ op: "replace", path: "name.givenName", value: "Bo" }],
      { first_name: "Bo" },
    ],
    [
      "replace some sub-attributes",
      [{ op: "replace", path: "name", value: { givenName: "Bo" } }],
      { first_name: "Bo" },
    ],
    ["remove a text", [{ op: "remove", path: "title" }], { position_title: null }],
    ["remove a complex attribute", [{ op: "remove", path: "name" }], { first_name: null, last_name: null }],
    ["remove the enterprise schema", [{ op: "remove", path: ENTERPRISE_SCHEMA }], { department: null }],
    ["an empty text", [{ op: "replace", path: "title", value: "" }], { position_title: null }],
    ["null", [{ op: "replace", path: "externalId", value: null }], { external_id: null }],
    [
      "a path with the core schema",
      [{ op: "replace", path: `${USER_SCHEMA}:title`, value: "New" }],
      { position_title: "New" },
    ],
    ["names in another case", [{ op: "REPLACE", path: "NAME.familyname", value: "Xu" }], { last_name: "Xu" }],
    [
      "a filtered value",
      [{ op: "replace", path: 'addresses[type eq "work"].region', value: "Bergen" }],
      { state_or_province: "Bergen" },
    ],
    [
      "a value that is not there yet",
      [
        { op: "remove", path: "addresses" },
        { op: "add", path: 'addresses[type eq "work"].postalCode', value: "0001" },
      ],
      { country: null, state_or_province: null, zip_code: "0001" },
    ],
    [
      "all addresses",
      [
        {
          op: "replace",
          path: "addresses",
          value: [
            { type: "home", country: "SE" },
            { type: "work", country: "DK" },
          ],
        },
      ],
      { country: "DK", state_or_province: null, zip_code: null },
    ],
    [
      "the enterprise schema without a path",
      [{ op: "add", value: { [ENTERPRISE_SCHEMA]: { department: "Sales", costCenter: "1" } } }],
      { department: "Sales" },
    ],
    [
      "attributes that are not stored",
      [
        { op: "add", path: "nickName", value: "A" },
        { op: "add", path: 'phoneNumbers[type eq "work"].value', value: "1" },
      ],
      {},
    ],
    ["the same status", [{ op: "replace", path: "active", value: true }], {}],
    [
      "several operations",
      [
        { op: "add", path: "title", value: "First" },
        { op: "replace", path: "title", value: "Second" },
        { op: "replace", path: ENTERPRISE_DEPARTMENT, value: "Sales" },
      ],
      { position_title: "Second", department: "Sales" },
    ],
  ])("200: %s", async (_name, operations, changes) => {
    expect(await listChangedFields(operations)).toEqual(changes);
  });

  it.each([
    ["no operations", [], "invalidValue"],
    ["an unknown operation", [{ op: "move", path: "title" }], "invalidValue"],
    ["an unknown attribute", [{ op: "add", path: "shoeSize", value: 1 }], "invalidPath"],
    [
      "an attribute of another schema",
      [{ op: "add", path: "urn:example:User:tag", value: 1 }],
      "invalidPath",
    ],
    ["a malformed path", [{ op: "add", path: "emails[type eq", value: 1 }], "invalidPath"],
    ["the prototype", [{ op: "add", path: "__proto__.polluted", value: 1 }], "invalidPath"],
    ["the constructor", [{ op: "add", value: { "constructor.prototype.polluted": 1 } }], "invalidPath"],
    [
      "the prototype of a value",
      [{ op: "add", value: JSON.parse('{"__proto__":{"polluted":1}}') as unknown }],
      "invalidPath",
    ],
    [
      "a malformed filter",
      [{ op: "replace", path: "emails[x].value", value: "a@example.org" }],
      "invalidPath",
    ],
    // The user has no address, which takes another way through the library.
    [
      "a malformed filter of what is not there",
      [{ op: "add", path: "addresses[type eq].country", value: "DE" }],
      "invalidPath",
    ],
    [
      "a filter that is code",
      [{ op: "add", path: "addresses[garbage(].country", value: "DE" }],
      "invalidPath",
    ],
    [
      "a filter without a match",
      [{ op: "replace", path: 'addresses[country ne "NO"].region', value: "A" }],
      "noTarget",
    ],
    ["remove without a path", [{ op: "remove" }], "noTarget"],
    ["no value object", [{ op: "add", value: "x" }], "invalidValue"],
    ["the id", [{ op: "replace", path: "id", value: "x" }], "mutability"],
    ["another id", [{ op: "replace", value: { id: "x" } }], "mutability"],
    ["a user name that is no address", [{ op: "replace", path: "userName", value: "other" }], "invalidValue"],
    [
      "another e-mail address",
      [{ op: "replace", path: 'emails[type eq "work"].value', value: "o@example.org" }],
      "invalidValue",
    ],
    ["no user name", [{ op: "remove", path: "userName" }], "invalidValue"],
    ["a flag that is none", [{ op: "replace", path: "active", value: "maybe" }], "invalidValue"],
    ["a wrong type", [{ op: "replace", path: "title", value: { a: 1 } }], "invalidValue"],
    [
      "an object in a sub-attribute, whose names the library would follow",
      [
        { op: "replace", path: "name.givenName", value: { a: 1 } },
        { op: "replace", path: "name.givenName", value: { "constructor.prototype.polluted": 1 } },
        { op: "replace", path: "name.givenName", value: "Ann" },
      ],
      "invalidValue",
    ],
    [
      "the same without a path",
      [
        { op: "add", value: { name: { givenName: { a: 1 } } } },
        { op: "add", value: { name: { givenName: { "constructor.prototype.polluted": 1 } } } },
      ],
      "invalidValue",
    ],
    [
      "the same in a list",
      [
        { op: "add", path: "addresses", value: [{ type: "work", country: { a: 1 } }] },
        { op: "add", path: "addresses.country", value: { "constructor.prototype.polluted": 1 } },
      ],
      "invalidValue",
    ],
    [
      "a list in a sub-attribute",
      [{ op: "add", path: `${ENTERPRISE_SCHEMA}:department`, value: ["A"] }],
      "invalidValue",
    ],
    [
      "a list of more than a hundred values",
      [
        {
          op: "add",
          path: "addresses",
          value: Array.from({ length: 101 }, (_one, index) => ({ type: String(index) })),
        },
      ],
      "tooMany",
    ],
    [
      "one good and one wrong operation",
      [
        { op: "add", path: "title", value: "A" },
        { op: "add", path: "x", value: 1 },
      ],
      "invalidPath",
    ],
  ])("400 for %s, and nothing changes", async (_name, operations, scimType) => {
    const { id } = await createUser(directory);
    const before = await digestTables();
    const { status, body } = await directory.patch(id, operations);
    expect([status, body.scimType], JSON.stringify(body)).toEqual([400, scimType]);
    expect(await digestTables()).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("409 for an external id of another user, and nothing changes", async () => {
    const [first, second] = [await createUser(directory), await createUser(directory)];
    const before = await digestTables();
    const { status, body } = await directory.patch(second.id, [
      { op: "replace", path: "title", value: "New" },
      { op: "replace", path: "externalId", value: first.externalId },
    ]);
    expect([status, body.scimType]).toEqual([409, "uniqueness"]);
    expect(await digestTables()).toEqual(before);
  });

  it("412 for another version", async () => {
    const { id } = await createUser(directory);
    const operations = [{ op: "replace", path: "title", value: "New" }];
    expect((await directory.patch(id, operations, { "if-match": 'W/"other"' })).status).toBe(412);
    expect((await directory.patch(id, operations, { "if-match": "*" })).status).toBe(200);
  });
});

// The requests that Microsoft and Okta publish in their guides for SCIM, with our attributes.

describe("Microsoft Entra ID", () => {
  it("finds, creates, changes, disables and deletes a user", async () => {
    const mail = `entra-${nextSerial()}@example.org`;
    const filter = `/Users?filter=${encodeURIComponent(`userName eq "${mail}"`)}`;
    expect((await directory.get(filter)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const created = await directory.post("/Users", {
      schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
      externalId: `0a21f0f2-8d2a-4f8e-bf98-${nextSerial()}`,
      userName: mail,
      active: true,
      emails: [{ primary: true, type: "work", value: mail }],
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = created.body as { id: string };
    expect((await directory.get(filter)).body.Resources[0].id).toBe(id);
    const changed = await directory.patch(id, [
      { op: "Replace", path: 'emails[type eq "work"].value', value: mail },
      { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      { op: "Add", path: 'addresses[type eq "work"].country', value: "Norway" },
      { op: "Add", path: `${ENTERPRISE_SCHEMA}:manager`, value: "2819c223" },
      {
        op: "Replace",
        value: { displayName: "X", "name.givenName": "Bo", [ENTERPRISE_DEPARTMENT]: "Sales" },
      },
    ]);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await readFields(id)).toMatchObject({
      first_name: "Bo",
      last_name: "updatedFamilyName",
      country: "Norway",
      department: "Sales",
    });
    const disabled = await directory.patch(id, [{ op: "Replace", path: "active", value: "False" }]);
    expect([disabled.status, disabled.body.active]).toEqual([200, false]);
    // Enabled again: Entra ID looks for the user, and changes it.
    const [found] = (await directory.get(filter)).body.Resources;
    expect([found.id, found.active]).toEqual([id, false]);
    const enabled = await directory.patch(id, [{ op: "Replace", path: "active", value: "True" }]);
    expect([enabled.status, enabled.body.active]).toEqual([200, true]);
    expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    expect((await directory.get(filter)).body.totalResults).toBe(0);
  });
});

describe("Okta", () => {
  it("finds, creates, replaces, deactivates and reactivates a user", async () => {
    const mail = `okta-${nextSerial()}@example.org`;
    const query = `?filter=${encodeURIComponent(`userName eq "${mail}"`)}&startIndex=1&count=100`;
    expect((await directory.get(`/Users${query}`)).body).toMatchObject({ totalResults: 0, startIndex: 1 });
    const profile = {
      schemas: [USER_SCHEMA],
      userName: mail,
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: mail, type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: `00u1dhhb1fkIGP${nextSerial()}`,
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const { status, body } = await directory.post("/Users", profile);
    expect(status).toBe(201);
    const { id } = body as { id: string };
    const replaced = await directory.put(`/Users/${id}`, {
      ...body,
      name: { givenName: "Another", familyName: "User" },
    });
    expect([replaced.status, replaced.body.name.givenName]).toEqual([200, "Another"]);
    const deactivated = await directory.patch(id, [{ op: "replace", value: { id, active: false } }]);
    expect([deactivated.status, deactivated.body.active]).toEqual([200, false]);
    expect((await directory.get(`/Users/${id}`)).body).toEqual(deactivated.body);
    const reactivated = await directory.put(`/Users/${id}`, { ...profile, active: true });
    expect([reactivated.status, reactivated.body.id, reactivated.body.active]).toEqual([200, id, true]);
  });

  it("reads all users in pages", async () => {
    const { status, body } = await directory.get("/Users?startIndex=1&count=2");
    expect([status, body.itemsPerPage, body.startIndex]).toEqual([200, 2, 1]);
  });
});
