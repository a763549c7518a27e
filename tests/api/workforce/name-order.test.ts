import { beforeAll, describe, expect, it } from "vitest";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { presentOrganizationPage } from "@/lib/credentials/public-pages/serializer";
import { getOrganizationPage } from "@/lib/credentials/public-pages/service";
import {
  authorizeIssuer,
  badgeBody,
  createEmployee,
  createTestOrganization,
  createRecommendation,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { issueBadgeTo, createEarner, type TestEarner } from "../../support/accounts/earners";
import { createConnectedIntegration, type TestIntegration } from "../../support/learning/learning";
import {
  addGradable,
  addStudent,
  createLearningBadge,
  createRule,
  type TestGradable,
} from "../../support/learning/learning-course";
import { createMember, createPerson, type Person } from "../../support/accounts/members";

/** Natural order: case and accents decide last, and digits are compared as numbers. */
const NAMES = ["apple", "Éclair", "Level 2", "level 2b", "Level 10", "Zebra"];
const MIXED_ORDER = ["Zebra", "Level 10", "apple", "Level 2", "level 2b", "Éclair"];

let organization: TestOrganization;
let earner: TestEarner;
let person: Person;
let course: TestIntegration;

/** An integration, a student, a gradable and a badge with a rule, all with this name. */
async function addToCourse(name: string, gradable: TestGradable): Promise<void> {
  await createConnectedIntegration(course.app, { name });
  await addStudent(course, { first: name, last: name });
  await addGradable(course, "points", name);
  await createRule(course, await createLearningBadge(course, { name }), [gradable, "gte", "60"]);
}

// Each name is given to a template, an employee, a recommendation, a member, an issuer, a badge recipient, an
// organization of one person, and the records of a course.
beforeAll(async () => {
  [organization, earner, person] = [
    await createTestOrganization(),
    await createEarner(),
    await createPerson(),
  ];
  course = await createConnectedIntegration();
  const gradable = await addGradable(course);
  for (const name of MIXED_ORDER) {
    const { id } = await createTemplate(organization, { name });
    await createEmployee(organization, { first_name: name, last_name: name });
    await createRecommendation(organization, { title: name });
    const member = await createMember(organization.id, "viewer");
    await sql("UPDATE users SET first_name = $2, last_name = $2 WHERE id = $1", [member.id, name]);
    const other = await createTestOrganization(name);
    await insertMembership(other.id, person.id, "viewer");
    await addToCourse(name, gradable);
    await authorizeIssuer(organization, other);
    await authorizeIssuer(other, organization);
    await issueBadgeTo(organization, earner.email, {
      badge_template_id: id,
      issued_to_first_name: name,
      issued_to_last_name: name,
    });
  }
  await organization.client.post("/badges", badgeBody((await createTemplate(organization)).id));
}, 60_000);

type Item = Record<string, never>;

const LISTS: [path: string, sort: string, nameOf: (item: Item) => unknown][] = [
  ["/badge_templates", "name", (item) => item.name],
  ["/employees", "first_name", (item) => item.first_name],
  ["/employees", "last_name", (item) => item.last_name],
  ["/recommendations", "title", (item) => item.title],
  ["/members", "first_name", (item) => item.first_name],
  ["/members", "last_name", (item) => item.last_name],
  ["/issuers", "name", (item) => (item.issuer as Item | undefined)?.name ?? item.name],
  ["/grantors", "name", (item) => (item.grantor as Item | undefined)?.name ?? item.name],
  ["/badges", "users[first_name]", (item) => item.issued_to_first_name],
  ["/badges", "users[last_name]", (item) => item.issued_to_last_name],
  ["/badges", "badge_templates[name]", (item) => (item.badge_template as unknown as Item).name],
];

const filterMixed = (names: unknown[]): unknown[] =>
  names.filter((name) => MIXED_ORDER.includes(name as string));

describe("lists by name", () => {
  it.each(LISTS)("%s?sort=%s: natural order, both ways, and page by page", async (path, sort, nameOf) => {
    const readNames = async (query: string): Promise<unknown[]> =>
      ((await organization.client.get(`${path}?${query}`)).data as Item[]).map(nameOf);
    expect(filterMixed(await readNames(`sort=${sort}`))).toEqual(NAMES);
    expect(filterMixed(await readNames(`sort=-${sort}`))).toEqual(NAMES.toReversed());
    const pages = await Promise.all([1, 2, 3, 4].map((page) => readNames(`sort=${sort}&per=2&page=${page}`)));
    expect(filterMixed(pages.flat())).toEqual(NAMES);
  });

  it.each<[path: string, sort: string, nameOf: (item: Item) => unknown]>([
    ["", "name", (item) => item.name],
    ["/students", "first", (item) => item.first],
    ["/students", "last", (item) => item.last],
    ["/gradables", "name", (item) => item.name],
    ["/rules", "name", (item) => (item.badge_template as unknown as Item).name],
  ])("/learning_integrations…%s?sort=%s, both ways", async (path, sort, nameOf) => {
    const list = `/learning_integrations${path && `/${course.id}${path}`}`;
    const readNames = async (order: string): Promise<unknown[]> =>
      ((await course.organization.client.get(`${list}?sort=${order}`)).data as Item[]).map(nameOf);
    expect(filterMixed(await readNames(sort))).toEqual(NAMES);
    expect(filterMixed(await readNames(`-${sort}`))).toEqual(NAMES.toReversed());
  });

  it("a person's organizations, and the public catalog of one", async () => {
    const own = await send("GET", "/v1/organizations", { headers: person.headers });
    expect(own.data.map(({ name }: { name: string }) => name)).toEqual(NAMES);
    const { vanity_slug: slug } = (await organization.client.get("")).data;
    const page = presentOrganizationPage(await getOrganizationPage(slug as string, 1));
    expect(filterMixed(page.templates.cards.map(({ name }) => name))).toEqual(NAMES);
  });

  it("GET /me/badges?sort=badge_templates[name]", async () => {
    const { data } = await earner.client.get("/badges?sort=badge_templates[name]");
    expect(data.map((badge: { badge_template: { name: string } }) => badge.badge_template.name)).toEqual(
      NAMES,
    );
  });

  it("do not affect equality, which compares the letters themselves", async () => {
    const findNames = async (filter: string) =>
      (
        await organization.client.get(`/badge_templates?sort=name&filter=${encodeURIComponent(filter)}`)
      ).data.map(({ name }: { name: string }) => name);
    expect(await findNames('name::"level 2"')).toEqual([]);
    expect(await findNames("name::LEVEL 2")).toEqual(["Level 2", "level 2b"]);
    expect(await findNames('name::"eclair"')).toEqual([]);
    expect(await findNames("name::eclair")).toEqual(["Éclair"]);
  });

  it.each([
    ["badge_templates", "name_order"],
    ["recommendations", "title_order"],
    ["employees", "first_name_order"],
    ["employees", "last_name_order"],
  ])("have an index of %s by %s", async (table, column) => {
    const [index] = await sql(
      "SELECT count(*)::int AS count FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE $2",
      [table, `%(organization_id, ${column}, id)`],
    );
    expect(index?.count).toBe(1);
  });
});
