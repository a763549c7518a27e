import { beforeAll, describe, expect, it } from "vitest";
import {
  createTemplate,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { createEarner, createPersonClient, issueBadgeTo } from "../../support/accounts/earners";
import { createMember } from "../../support/accounts/members";
import { createCheckedImport, PATH, table } from "../../support/badges/badge-imports";
import {
  createConnectedIntegration,
  createTestLearningApp,
  type TestIntegration,
} from "../../support/learning/learning";
import { addGradable, addStudent } from "../../support/learning/learning-course";
import { buildLocalGroups } from "@/components/console/frame/palette-items";

/** A person, and what others type who look for that person. */
const PEOPLE = [
  { first: "Lucía", last: "Núñez", queries: ["nunez lucia", "NÚÑEZ", "lucía nu"] },
  { first: "Jörg", last: "Müller", queries: ["muller", "mueller joerg", "MÜLLER"] },
  { first: "Chiyo", last: "Tanaka", queries: ["tanaka chiyo", "ＴＡＮＡＫＡ", "tánaka"] },
  { first: "محمد", last: "علی", queries: ["محمد", "علي محمد"] },
  { first: "Иван", last: "Петров", queries: ["петров иван", "ИВАН"] },
  { first: "花子", last: "佐藤", queries: ["花子", "佐藤 花子", "佐藤"] },
];
const MISSES = ["nunes", "mullerr", "tanaka nunez", "петрова", "花子子", "100%", "_"];

let organization: TestOrganization;
let integration: TestIntegration;

beforeAll(async () => {
  organization = await createTestOrganization();
  integration = await createConnectedIntegration(await createTestLearningApp(organization));
});

type Client = { get: (path: string) => Promise<{ status: number; data: unknown }> };

async function findNames<Row>(client: Client, path: string, key: string, query: string): Promise<Row[]> {
  const { status, data } = await client.get(`${path}?${new URLSearchParams({ [`filter[${key}]`]: query })}`);
  expect(status, `${path} ${query}: ${JSON.stringify(data)}`).toBe(200);
  return data as Row[];
}

/** Searches a list of these people. `firstName` reads the first name of a row. */
async function expectFound<Row>(
  find: (query: string) => Promise<Row[]>,
  firstName: (row: Row) => string,
): Promise<void> {
  for (const { first, queries } of PEOPLE)
    for (const query of queries)
      expect((await find(query)).map(firstName), `searched for ${query}`).toEqual([first]);
  for (const query of MISSES) expect(await find(query), `searched for ${query}`).toEqual([]);
}

describe("people are found by words, without accents, in", () => {
  it("members", async () => {
    for (const { first, last } of PEOPLE) {
      const member = await createMember(organization.id, "viewer");
      await createPersonClient(member).patch("", { first_name: first, last_name: last });
    }
    await expectFound<{ first_name: string }>(
      (query) => findNames(organization.client, "/members", "name_or_email", query),
      ({ first_name: name }) => name,
    );
  });

  it("students and their grades", async () => {
    const gradable = await addGradable(integration);
    for (const person of PEOPLE) await addStudent(integration, person, [[gradable, "7"]]);
    const path = `/learning_integrations/${integration.id}`;
    await expectFound<{ first: string }>(
      (query) => findNames(organization.client, `${path}/students`, "query", query),
      ({ first }) => first,
    );
    await expectFound<{ student: { first: string } }>(
      (query) => findNames(organization.client, `${path}/grades`, "query", query),
      ({ student: { first } }) => first,
    );
  });

  it("the rows of an import", async () => {
    const lines = PEOPLE.map(
      ({ first, last }) => `person-${nextSerial()}@example.org,${first},${last},2026-01-15`,
    );
    const { id } = await createCheckedImport(organization, { file: table(...lines) });
    await expectFound<{ recipient_name: string }>(
      (query) => findNames(organization.client, `${PATH}/${id}/rows`, "query", query),
      ({ recipient_name: name }) => name.split(" ")[0] ?? "",
    );
  });
});

it("a wallet finds badges by words of their names and of their organizations", async () => {
  const earner = await createEarner();
  for (const { first, last } of PEOPLE) {
    const template = await createTemplate(organization, { name: `${first} ${last}` });
    await issueBadgeTo(organization, earner.email, { badge_template_id: template.id });
  }
  const nameOf = ({ badge_template: { name } }: { badge_template: { name: string } }) =>
    name.split(" ")[0] ?? "";
  for (const key of ["query", "badge_templates[name]"])
    await expectFound<{ badge_template: { name: string } }>(
      (query) => findNames(earner.client, "/badges", key, query),
      nameOf,
    );
  const together = await findNames(earner.client, "/badges", "query", "nunez organization");
  expect((together as never[]).map(nameOf)).toEqual(["Lucía"]);
});

it("the palette finds organizations without accents", () => {
  const scope = {
    organizationId: "1",
    home: "/console/elm",
    sections: [],
    organizations: [{ slug: "universidad", name: "Universidad de León" }],
  };
  const find = (query: string): string[] =>
    buildLocalGroups(scope, query).flatMap(({ items }) => items.map(({ label }) => label));
  expect(find("leon universidad")).toEqual(["Universidad de León"]);
  expect(find("LEÓN")).toEqual(["Universidad de León"]);
  expect(find("lean")).toEqual([]);
});
