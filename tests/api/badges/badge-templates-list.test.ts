import { beforeAll, describe, expect, it } from "vitest";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
const recommendation = "0190a5b4-0000-7000-8000-00000000000b";

type Template = { name: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  await sql(
    `INSERT INTO recommendations (id, organization_id, type, title, activity_url, updated_at)
     VALUES ($1, $2, 'offer', 'Next', 'https://example.org/next', now())`,
    [recommendation, organization.id],
  );
  const templates = [
    await createTemplate(organization, {
      name: "Alp_1",
      description: "About bees",
      reporting_tags: ["north", "2026"],
      recommendation_ids: [recommendation],
    }),
    await createTemplate(organization, { name: "Alpha 2", skills: ["Knots", "Rope"], public: false }),
    await createTemplate(organization, { name: "Beta", state: "draft" }),
  ];
  for (const [index, { id }] of templates.entries()) {
    const at = `2026-05-0${index + 1}T12:00:00Z`;
    await sql("UPDATE badge_templates SET created_at = $2, updated_at = $2 WHERE id = $1", [id, at]);
  }
  await organization.client.post("/badges", badgeBody(templates[1]?.id ?? ""));
  const deletedTemplate = await createTemplate(organization, { name: "Gone" });
  await organization.client.delete(`/badge_templates/${deletedTemplate.id}`);
});

const listTemplates = (query: Record<string, string>) =>
  organization.client.get(`/badge_templates?${new URLSearchParams(query).toString()}`);

async function listNames(query: Record<string, string>): Promise<string[]> {
  const { status, data } = await listTemplates(query);
  expect(status, JSON.stringify(data)).toBe(200);
  return data.map(({ name }: Template) => name);
}

describe("GET /organizations/{id}/badge_templates", () => {
  it("200: newest first, in the same shape as single reads, paginated", async () => {
    const { data, metadata } = await organization.client.get("/badge_templates");
    expect(data.map(({ name }: Template) => name)).toEqual(["Beta", "Alpha 2", "Alp_1"]);
    expect((await organization.client.get(`/badge_templates/${data[0].id}`)).data).toEqual(data[0]);
    expect(metadata).toMatchObject({ count: 3, total_count: 3, per: 50, next_page_url: null });
    const second = await listTemplates({ per: "2", page: "2" });
    expect(second.data.map(({ name }: Template) => name)).toEqual(["Alp_1"]);
  });

  it.each([
    ["query::bees", ["Alp_1"]],
    ["query::alp", ["Alpha 2", "Alp_1"]],
    ["name::alp_", ["Alp_1"]],
    ['name::"Alp"', []],
    ['name::"Beta"', ["Beta"]],
    ["public::false", ["Alpha 2"]],
    ["reporting_tags::2026,x", ["Alp_1"]],
    [`recommendation_ids::${recommendation}`, ["Alp_1"]],
    ["skills::Rope", ["Alpha 2"]],
    ["state::draft", ["Beta"]],
    ["state::draft,active|name::beta", ["Beta"]],
    ["created_at_min::2026-05-02", ["Beta", "Alpha 2"]],
    ["created_at_max::2026-05-01", ["Alp_1"]],
    ["updated_at_min::2026-05-03T12:00:00Z", ["Beta"]],
    ["updated_at_max::2026-05-03T11:59:59Z", ["Alpha 2", "Alp_1"]],
    ["owner_id::0190a5b4-0000-7000-8000-000000000000", []],
  ])("200: filter %s", async (filter, expected) => {
    expect(await listNames({ filter })).toEqual(expected);
  });

  it.each([
    ["name", ["Alp_1", "Alpha 2", "Beta"]],
    ["-created_at", ["Beta", "Alpha 2", "Alp_1"]],
    ["updated_at", ["Alp_1", "Alpha 2", "Beta"]],
    ["-badges_count|created_at", ["Alpha 2", "Alp_1", "Beta"]],
  ])("200: sort %s", async (sort, expected) => {
    expect(await listNames({ sort })).toEqual(expected);
  });

  it.each([{ filter: "level::Advanced" }, { filter: "state::gone" }, { sort: "level" }, { page: "0" }])(
    "400: %j",
    async (query) => {
      expect((await listTemplates(query as Record<string, string>)).status).toBe(400);
    },
  );
});
