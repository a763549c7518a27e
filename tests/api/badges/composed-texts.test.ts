import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { createEarner } from "../../support/accounts/earners";
import { createCheckedImport, encodeFile } from "../../support/badges/badge-imports";
import {
  createTemplate,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { sql } from "../../support/platform/database";

// The same name in two spellings of Unicode: composed (NFC), and decomposed (NFD) as on computers of Apple.

const NAME = "José Núñez";
const decompose = (text: string): string => text.normalize("NFD");

let organization: TestOrganization;
let template: { id: string; name: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization, {
    name: decompose("Café Crème"),
    skills: [decompose("Röstung")],
  });
});

const issue = async () => {
  const { status, data } = await organization.client.post("/badges", {
    badge_template_id: template.id,
    recipient_email: `composed-${nextSerial()}@example.org`,
    issued_to_first_name: decompose("José"),
    issued_to_last_name: decompose("Núñez"),
    issued_at: "2026-11-20",
    issuer_earner_id: decompose(`é-${nextSerial()}`),
  });
  if (status !== 201) throw new Error(JSON.stringify(data));
  return data as { id: string; issued_to: string; issuer_earner_id: string };
};

const list = async (path: string, filter: string): Promise<string[]> => {
  const { status, data } = await organization.client.get(`${path}?filter=${encodeURIComponent(filter)}`);
  expect(status).toBe(200);
  return (data as { id: string }[]).map(({ id }) => id);
};

const bothSpellings = [
  ["composed", (text: string) => text],
  ["decomposed", decompose],
] as const;

describe("a decomposed name", () => {
  it("becomes composed when it comes in; ids of other systems stay as they are", async () => {
    const badge = await issue();
    expect(badge.issued_to).toBe(NAME);
    expect(badge.issuer_earner_id).toMatch(new RegExp(`^${decompose("é")}-\\d+$`));
    const earner = await createEarner();
    expect((await earner.client.patch("", { first_name: decompose("Chloé") })).data.first_name).toBe("Chloé");
    const { data } = await organization.client.post("/employees", {
      email: `composed-${nextSerial()}@example.org`,
      first_name: decompose("Zoë"),
    });
    expect(data.first_name).toBe("Zoë");
  });

  it.each(bothSpellings)("is found by a filter that is %s", async (_, spell) => {
    const { id, issuer_earner_id: own } = await issue();
    expect(await list("/badges", `query::${spell(NAME)}`)).toContain(id);
    expect(await list("/badges", `badge_templates[name]::${spell('"Café Crème"')}`)).toContain(id);
    expect(await list("/badges", `badge_templates[skills]::${spell("Röstung")}`)).toContain(id);
    expect(await list("/badge_templates", `name::${spell("Café")}`)).toEqual([template.id]);
    expect(await list("/badge_templates", `name::${spell('"Café Crème"')}`)).toEqual([template.id]);
    expect(await list("/badges", `issuer_earner_id::${own}`)).toEqual([id]);
  });

  it.each(bothSpellings)("names a template in a file that is %s", async (_, spell) => {
    const row = `composed-${nextSerial()}@example.org,${spell("Zoë")},Lee,${spell("Café Crème")}`;
    const file = encodeFile(`email,first name,last name,badge template\n${row}`);
    const checked = await createCheckedImport(organization, { badge_template_id: null, file });
    expect(checked).toMatchObject({ rows_count: 1, ok_count: 1 });
  });
});

it("names that were stored decomposed before are composed by the upgrade", async () => {
  const { id } = await issue();
  const rest = await issue();
  await sql("UPDATE issued_badges SET issued_to = $2, issued_to_first_name = $3 WHERE id = $1", [
    id,
    decompose(NAME),
    decompose("José"),
  ]);
  await sql("UPDATE badge_templates SET skills = $2 WHERE id = $1", [
    template.id,
    ["b", decompose("é"), "a"],
  ]);
  const before = await sql("SELECT xmin::text FROM issued_badges WHERE id = $1", [rest.id]);
  await sql(await readFile("prisma/migrations/20270105000300_composed_texts/migration.sql", "utf8"));
  expect(await list("/badges", `query::${NAME}`)).toContain(id);
  const [badge] = await sql("SELECT issued_to_first_name FROM issued_badges WHERE id = $1", [id]);
  expect(badge?.issued_to_first_name).toBe("José");
  const [changed] = await sql("SELECT skills FROM badge_templates WHERE id = $1", [template.id]);
  expect(changed?.skills).toEqual(["b", "é", "a"]);
  // Rows without such texts are not written.
  expect(await sql("SELECT xmin::text FROM issued_badges WHERE id = $1", [rest.id])).toEqual(before);
});
