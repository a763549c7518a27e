import { beforeAll, describe, expect, it } from "vitest";
import {
  createEmployee,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { digestTables, sql } from "../../support/platform/database";
import { createDirectory, createUser, type Directory } from "../../support/workforce/directory";

let organization: TestOrganization;
let directory: Directory;
/** The local parts of the three addresses are distinct; `plain` has no external id. */
let users: Record<"ada" | "bo" | "plain", { id: string; userName: string }>;
const mark = `m${nextSerial()}x`;

beforeAll(async () => {
  organization = await createTestOrganization();
  directory = await createDirectory(organization);
  const create = (name: string) =>
    createUser(directory, {
      userName: `${name}.${mark}@example.org`,
      emails: [],
      externalId: `O'Neil "${name}" \\ %_`,
      name: { givenName: name, familyName: name },
    });
  const [ada, bo] = [await create("ada"), await create("bo_b")];
  const { id, email } = await createEmployee(organization, { email: `plain.${mark}@example.com` });
  users = { ada, bo, plain: { id, userName: email } };
});

const list = (query: Record<string, string>) => directory.get(`/Users?${String(new URLSearchParams(query))}`);

/** The names of the users that a filter finds. */
async function find(filter: string): Promise<string[]> {
  const { status, body } = await list({ filter });
  expect(status, `${filter}: ${JSON.stringify(body)}`).toBe(200);
  const resources = body.Resources as { id: string }[];
  expect(body).toMatchObject({ totalResults: resources.length, itemsPerPage: resources.length });
  const names = Object.entries(users).filter(([, { id }]) => resources.some((one) => one.id === id));
  return names.map(([name]) => name);
}

const ALL = ["ada", "bo", "plain"];

describe("GET /scim/v2/Users?filter", () => {
  it.each([
    [`userName eq "ADA.${mark}@example.org"`, ["ada"]],
    [`username EQ "ada.${mark}@example.org"`, ["ada"]],
    [`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada.${mark}@example.org"`, ["ada"]],
    [`userName ne "ada.${mark}@example.org"`, ["bo", "plain"]],
    [`userName eq null`, []],
    [`userName sw "ada."`, ["ada"]],
    [`userName ew "@example.com"`, ["plain"]],
    [`emails.value co "${mark}@EXAMPLE.org"`, ["ada", "bo"]],
    [`emails co "${mark}@example.org"`, ["ada", "bo"]],
    // Not a pattern: "_" is a character.
    [`userName co "o_b"`, ["bo"]],
    [`userName co "a_a"`, []],
    [`userName co "%%%"`, []],
    [`emails[type eq "work" and value sw "ada"]`, ["ada"]],
    [`emails[type eq "home" and value sw "ada"]`, []],
    [`emails[primary eq true]`, ALL],
    [String.raw`externalId eq "O'Neil \"ada\" \\ %_"`, ["ada"]],
    [String.raw`externalId ne "O'Neil \"ada\" \\ %_"`, ["bo", "plain"]],
    [String.raw`not (externalId eq "O'Neil \"ada\" \\ %_")`, ["bo", "plain"]],
    [`externalId eq "o'neil"`, []],
    ["externalId pr", ["ada", "bo"]],
    ["not (externalId pr)", ["plain"]],
    ["externalId eq null", ["plain"]],
    ["active eq true", ALL],
    ['active eq "True"', ALL],
    ["active eq false", []],
    ["not (active eq true)", []],
    ["not (active eq false)", ALL],
    ["active pr and userName pr and id pr", ALL],
    ['id eq "no uuid"', []],
    ['id ne "no uuid"', ALL],
    ['meta.resourceType eq "User"', ALL],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"', ALL],
    ['meta.lastModified lt "2020-01-01T00:00:00.000+02:00"', []],
    ['meta.created ge "2020-01-01T00:00:00Z" and not (meta.created gt "2999-01-01T00:00:00Z")', ALL],
    [`userName sw "ada" or userName sw "bo_" and active eq false`, ["ada"]],
    [`(userName sw "ada" or userName sw "bo_") and active eq true`, ["ada", "bo"]],
    [`not (userName sw "ada" and active eq true)`, ["bo", "plain"]],
    [`not (not (userName sw "ada"))`, ["ada"]],
    // Text that would end a statement.
    [`userName eq "x' OR '1'='1"`, []],
    [`externalId eq "'; DROP TABLE employees; --"`, []],
  ])("%s", async (filter, names) => {
    expect(await find(filter)).toEqual(names);
  });

  it("finds a user by id and by what it has since changed", async () => {
    const { ada } = users;
    expect(await find(`id eq "${ada.id}"`)).toEqual(["ada"]);
    const { body } = await directory.get(`/Users/${ada.id}`);
    expect(await find(`meta.lastModified eq "${body.meta.lastModified}" and id eq "${ada.id}"`)).toEqual([
      "ada",
    ]);
    expect(await find(`meta.lastModified gt "${body.meta.lastModified}" and id eq "${ada.id}"`)).toEqual([]);
  });

  it.each([
    "userName",
    "userName eq",
    'userName eq "x',
    "userName eq x",
    'userName xx "x"',
    "userName eq 5",
    "userName eq true",
    'userName gt "a"',
    'userName co "ab"',
    'externalId co "abc"',
    'externalId sw "abc"',
    'name.familyName eq "Okafor"',
    'title eq "Engineer"',
    'password eq "x"',
    'emails[display eq "x"]',
    'phoneNumbers[type eq "work"]',
    'constructor eq "x"',
    '__proto__.x eq "x"',
    "active gt true",
    'meta.lastModified gt "yesterday"',
    'meta.lastModified co "2026"',
    'meta.lastModified gt "0000-01-01T00:00:00Z"',
    'meta.lastModified gt "0001-01-01T00:00:00+01:00"',
    "meta.lastModified eq 5",
    'userName eq "a" and',
    '(userName eq "a"',
    'userName eq "a")',
    String.raw`externalId eq "\u0000"`,
  ])("400 invalidFilter for %s", async (filter) => {
    const { status, body } = await list({ filter });
    expect([status, body.status, body.scimType]).toEqual([400, "400", "invalidFilter"]);
  });

  it("400 invalidFilter for one that is too long or too deep", async () => {
    for (const filter of [
      `${"(".repeat(5_000)}userName eq "a"`,
      `${"not (".repeat(30)}active eq true${")".repeat(30)}`,
      `${"not ".repeat(400)}active eq true`,
      `userName eq "${"x".repeat(2_000)}"`,
    ]) {
      expect((await list({ filter })).body).toMatchObject({
        scimType: "invalidFilter",
        detail: "The filter is too long.",
      });
    }
  });

  it("compares every attribute in an index", async () => {
    const other = await createTestOrganization();
    await sql(
      `INSERT INTO employees (id, organization_id, email, external_id, state_updated_at, updated_at,
        created_at, last_updated_by_organization_at)
       SELECT gen_random_uuid(), $1, 'many' || n || '@example.net', 'many' || n, now(), now(),
        now() - n * interval '1 minute', now() - n * interval '1 minute' FROM generate_series(1, 5000) AS n`,
      [other.id],
    );
    await sql("ANALYZE employees");
    const explain = async (where: string) =>
      JSON.stringify(
        await sql(`EXPLAIN (FORMAT JSON) SELECT id FROM employees WHERE organization_id = $1 AND ${where}`, [
          other.id,
        ]),
      );
    expect(await explain("last_updated_by_organization_at > now() - interval '5 minutes'")).toContain(
      "employees_by_change_idx",
    );
    expect(await explain("name_or_email ILIKE '%many77%' AND email LIKE '%many77%'")).toContain(
      "name_or_email",
    );
    const manyUsers = await createDirectory(other);
    const { body } = await manyUsers.get(`/Users?filter=${encodeURIComponent('userName co "many777"')}`);
    expect(body.totalResults).toBe(1);
  });
});

describe("pages and order", () => {
  it("returns all users once, the oldest first", async () => {
    const first = await list({ startIndex: "1", count: "2" });
    const second = await list({ startIndex: "3", count: "2" });
    expect(first.body).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 2 });
    expect(second.body).toMatchObject({ totalResults: 3, startIndex: 3, itemsPerPage: 1 });
    const ids = [...first.body.Resources, ...second.body.Resources].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(Object.values(users).map(({ id }) => id));
  });

  it("counts without users, and takes numbers beyond the limits", async () => {
    expect((await list({ count: "0" })).body).toMatchObject({
      totalResults: 3,
      itemsPerPage: 0,
      Resources: [],
    });
    expect((await list({ count: "-1" })).body).toMatchObject({ totalResults: 3, Resources: [] });
    expect((await list({ startIndex: "-5", count: "100000" })).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 3,
    });
    expect((await list({ startIndex: "99999999999" })).body).toMatchObject({
      totalResults: 3,
      Resources: [],
    });
  });

  it("sorts by attributes with an index, and refuses others", async () => {
    const byName = async (sortBy: string, sortOrder: string) => {
      const { body } = await list({ sortBy, sortOrder });
      return body.Resources.map(
        ({ id }: { id: string }) => Object.entries(users).find(([, user]) => user.id === id)?.[0],
      );
    };
    expect(await byName("userName", "ascending")).toEqual(ALL);
    expect(await byName("username", "descending")).toEqual(ALL.toReversed());
    expect(await byName("meta.created", "descending")).toEqual(ALL.toReversed());
    for (const sortBy of ["id", "name.familyName", "name.givenName", "meta.lastModified", "emails.value"]) {
      expect((await byName(sortBy, "descending")).toSorted(), sortBy).toEqual(ALL);
    }
    for (const query of [
      { sortBy: "title" },
      { sortBy: "toString" },
      { sortBy: "id", sortOrder: "up" },
      { count: "x" },
    ]) {
      const { status, body } = await list(query);
      expect([status, body.scimType]).toEqual([400, "invalidValue"]);
    }
  });

  it("changes nothing", async () => {
    const before = await digestTables();
    await list({ filter: `userName co "${mark}"`, sortBy: "userName" });
    expect(await digestTables()).toEqual(before);
  });
});
