import { beforeAll, describe, expect, it } from "vitest";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

let organization: TestOrganization;
let algebra: { id: string };
let zoology: { id: string };
let person: { id: string; email: string };

type Badge = { id: string; recipient_email: string; issued_to: string };

async function issueBadge(templateId: string, changes: Record<string, unknown>): Promise<Badge> {
  const { status, data } = await organization.client.post("/badges", badgeBody(templateId, changes));
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

beforeAll(async () => {
  organization = await createTestOrganization();
  algebra = await createTemplate(organization, {
    name: "Algebra 100%",
    skills: ["Maths"],
    reporting_tags: ["north"],
  });
  zoology = await createTemplate(organization, {
    name: "Zoology",
    skills: ["Biology", "Field_work"],
    reporting_tags: ["south"],
  });
  person = await createPerson();
  const badges = [
    await issueBadge(algebra.id, {
      recipient_email: "ada@north.example.org",
      issued_to_first_name: "Ada",
      issued_to_last_name: "Young",
      issuer_earner_id: "E-1",
      issued_at: "2026-01-10T23:30:00-05:00",
      expires_at: "2027-06-30T22:00:00-05:00",
    }),
    await issueBadge(algebra.id, {
      recipient_email: "bo@south.example.org",
      issued_to_first_name: "Bo",
      issued_to_last_name: "Xu",
      issued_at: "2026-02-10",
    }),
    await issueBadge(zoology.id, {
      recipient_email: person.email,
      issued_to_first_name: "Cy",
      issued_to_last_name: "100% Sure",
      issued_at: "2026-03-10",
      expires_at: "2029-01-01",
    }),
  ];
  // A different time for each badge, so that the order is known.
  for (const [index, { id }] of badges.entries()) {
    const at = `2026-05-0${index + 1}T12:00:00Z`;
    await sql(
      "UPDATE issued_badges SET created_at = $2, updated_at = $2, state_updated_at = $2 WHERE id = $1",
      [id, at],
    );
  }
  await sql("UPDATE issued_badges SET state = 'accepted', public = false WHERE id = $1", [badges[1]?.id]);
});

const listBadges = (query: Record<string, string>) =>
  organization.client.get(`/badges?${new URLSearchParams(query).toString()}`);

async function listFirstNames(query: Record<string, string>): Promise<string> {
  const { status, data } = await listBadges(query);
  expect(status, JSON.stringify(data)).toBe(200);
  return data.map(({ issued_to }: Badge) => issued_to.split(" ")[0]).join(" ");
}

describe("GET /organizations/{id}/badges", () => {
  it("200: the whole badge, newest first, with badge_url and without the accept link", async () => {
    const { status, data, metadata } = await organization.client.get("/badges");
    expect(status).toBe(200);
    expect(metadata).toMatchObject({ count: 3, total_count: 3, total_pages: 1, current_page: 1, per: 50 });
    expect(data.map(({ issued_to }: Badge) => issued_to)).toEqual(["Cy 100% Sure", "Bo Xu", "Ada Young"]);
    expect(data[0].badge_url).toBe(`${ORIGIN}/badges/${data[0].id}`);
    expect(data[0]).not.toHaveProperty("accept_badge_url");
    expect((await organization.client.get(`/badges/${data[0].id}`)).data).toEqual(data[0]);
  });

  it.each([
    ["query::ADA", "Ada"],
    ["query::@south.example", "Bo"],
    ["query::100%", "Cy"],
    ["query::_", ""],
    ["state::accepted", "Bo"],
    ["state::pending,accepted", "Cy Bo Ada"],
    ["issued_at_min::2026-02-10", "Cy Bo"],
    ["issued_at_max::2026-02-10", "Bo Ada"],
    ["issued_at_min::2026-01-11|issued_at_max::2026-01-11", "Ada"],
    ["issued_at_date_min::2026-01-11", "Cy Bo"],
    ["issued_at_date_max::2026-01-10", "Ada"],
    ["issuer_earner_id::E-1", "Ada"],
    ["issuer_earner_id::E", ""],
    ["public::false", "Bo"],
    ["badge_templates[name]::zoo", "Cy"],
    ['badge_templates[name]::"Zoo"', ""],
    ['badge_templates[name]::"Algebra 100%"', "Bo Ada"],
    ["badge_templates[reporting_tags]::south,west", "Cy"],
    ["badge_templates[skills]::Maths,Biology", "Cy Bo Ada"],
    ["badge_templates[skills]::Field_work", "Cy"],
    ["created_at_min::2026-05-02", "Cy Bo"],
    ["created_at_max::2026-05-01", "Ada"],
    ["expires_at_min::2028-01-01", "Cy Bo"],
    ["expires_at_date_min::2027-06-30", "Cy Bo Ada"],
    ["expires_at_max::2027-06-30", ""],
    ["expires_at_date_max::2027-06-30", "Ada"],
    ["state_updated_at_min::2026-05-03", "Cy"],
    ["state_updated_at_max::2026-05-01T11:59:59Z", ""],
    ["updated_at_min::2026-05-01T12:00:00Z|updated_at_max::2026-05-01T12:00:00Z", "Ada"],
    ["recipient_email::ADA@north.example.org", "Ada"],
    ["recipient_email::north.example.org", ""],
    ["state::pending|query::ada", "Ada"],
    ["created_at_max::9999-12-31", "Cy Bo Ada"],
  ])("200: filter %s", async (filter, expected) => {
    expect(await listFirstNames({ filter })).toBe(expected);
  });

  it("200: filters that take ids", async () => {
    const other = await createTestOrganization();
    const filters: [string, string][] = [
      [`badge_template_id::${zoology.id}`, "Cy"],
      [`badge_template_id::${zoology.id},${algebra.id}`, "Cy Bo Ada"],
      [`user_id::${person.id}`, "Cy"],
      [`issuer_id::${organization.id}`, "Cy Bo Ada"],
      [`issuer_id::${other.id}`, ""],
      [`badge_templates[owner_id]::${organization.id},${other.id}`, "Cy Bo Ada"],
      [`badge_templates[owner_id]::${other.id}`, ""],
    ];
    for (const [filter, expected] of filters) expect(await listFirstNames({ filter }), filter).toBe(expected);
  });

  it("200: recipient_email_all matches any confirmed address of the user", async () => {
    await sql(
      `INSERT INTO user_emails (id, user_id, email, "primary", confirmed_at) VALUES
       (gen_random_uuid(), $1, 'second@example.org', false, now()), (gen_random_uuid(), $1, 'third@example.org', false, NULL)`,
      [person.id],
    );
    expect(await listFirstNames({ filter: "recipient_email_all::Second@example.org" })).toBe("Cy");
    expect(await listFirstNames({ filter: "recipient_email_all::third@example.org" })).toBe("");
    expect(await listFirstNames({ filter: `recipient_email_all::${person.email}` })).toBe("Cy");
  });

  it.each([
    ["created_at", "Ada Bo Cy"],
    ["-created_at", "Cy Bo Ada"],
    ["issued_at", "Ada Bo Cy"],
    ["-state_updated_at", "Cy Bo Ada"],
    ["-badge_templates[name]|issued_at", "Cy Ada Bo"],
    ["users[first_name]", "Ada Bo Cy"],
    ["users[last_name]", "Cy Bo Ada"],
  ])("200: sort %s", async (sort, expected) => {
    expect(await listFirstNames({ sort })).toBe(expected);
  });

  it("200: following next_page_url shows each badge once and keeps filter, sort and per", async () => {
    const filter = "badge_templates[skills]::Maths,Biology";
    const first = await listBadges({ filter, sort: "-issued_at", per: "1" });
    const seen: string[] = [];
    let page = first;
    for (;;) {
      seen.push(...page.data.map(({ id }: Badge) => id));
      const next: string | null = page.metadata.next_page_url;
      if (next === null) break;
      expect(next.startsWith(`${ORIGIN}/v1/organizations/${organization.id}/badges?`)).toBe(true);
      const query = new URL(next).searchParams;
      expect(query.get("filter")).toBe(filter);
      expect([query.get("sort"), query.get("per")]).toEqual(["-issued_at", "1"]);
      page = await organization.client.get(`/badges${new URL(next).search}`);
    }
    const { data } = await listBadges({ filter, sort: "-issued_at" });
    expect(seen).toEqual(data.map(({ id }: Badge) => id));
    expect(page.metadata).toMatchObject({ current_page: 3, total_pages: 3, total_count: 3 });
    expect(new URL(page.metadata.previous_page_url).searchParams.get("page")).toBe("2");
  });

  it("200: filters in brackets mean the same; 400 for an unknown one", async () => {
    const { get } = organization.client;
    const older = await get("/badges?filter=state::pending|query::Ada");
    const bracketed = await get("/badges?filter[state]=pending&filter[query]=Ada");
    expect(older.data).toHaveLength(1);
    expect(bracketed.data).toEqual(older.data);
    const { status, data } = await get("/badges?filter[colour]=red");
    expect([status, data.code]).toEqual([400, "unknown_filter"]);
  });

  it("200: equal values in the order are sorted stably, so that pages neither repeat nor skip", async () => {
    const sameTimeTemplate = await createTemplate(organization);
    for (let index = 0; index < 7; index += 1)
      await issueBadge(sameTimeTemplate.id, { issued_at: "2026-04-01" });
    const filter = `badge_template_id::${sameTimeTemplate.id}`;
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => listBadges({ filter, sort: "issued_at", per: "2", page })),
    );
    const ids = pages.flatMap(({ data }) => data.map(({ id }: Badge) => id));
    expect(new Set(ids).size).toBe(7);
    await sql("DELETE FROM issued_badges WHERE badge_template_id = $1", [sameTimeTemplate.id]);
  });

  it("200: a page past the end is empty and links back", async () => {
    const { status, data, metadata } = await listBadges({ page: "9", per: "2" });
    expect([status, data]).toEqual([200, []]);
    expect(metadata).toMatchObject({ count: 0, current_page: 9, total_pages: 2, next_page_url: null });
    expect(new URL(metadata.previous_page_url).searchParams.get("page")).toBe("2");
  });

  it("200: per is at most 50 and defaults to 50", async () => {
    for (const query of [{}, { per: "50" }, { per: "51" }, { per: "" }]) {
      expect((await listBadges(query)).metadata.per).toBe(50);
    }
    expect((await listBadges({ per: "1" })).metadata.per).toBe(1);
  });

  it.each([
    { page: "0" },
    { page: "-1" },
    { page: "1.5" },
    { page: "x" },
    { page: "99999999999999999999" },
    { per: "0" },
    { per: "many" },
    { filter: "nothing::x" },
    { filter: "__proto__::x" },
    { filter: "state" },
    { filter: "state::" },
    { filter: "state::gone" },
    { filter: "public::maybe" },
    { filter: "user_id::7" },
    { filter: "issued_at_min::yesterday" },
    { filter: "issued_at_date_min::2026-02-30" },
    { filter: "query::\u0000" },
    { filter: `query::${"x".repeat(4_001)}` },
    { sort: "nothing" },
    { sort: "--created_at" },
    { sort: "constructor" },
  ])("400: %j", async (query) => {
    const { status, data } = await listBadges(query as Record<string, string>);
    expect(status).toBe(400);
    expect(data.message).not.toBe("");
  });

  it("200: the last page that is served", async () => {
    expect((await listBadges({ page: "201" })).status).toBe(200);
  });

  it.each([
    ["202", "50"],
    ["10002", "1"],
    ["1000000000", "50"],
    ["9".repeat(40), "50"],
  ])("400: page %s of %s rows is too deep, and the search that goes further is named", async (page, per) => {
    const { status, data } = await listBadges({ page, per });
    expect([status, data.code]).toEqual([400, "page_too_deep"]);
    expect(data.message).toContain("high_volume_issued_badge_search");
  });

  it("400: a page of another list that is too deep, without the search for badges", async () => {
    const { status, data } = await organization.client.get("/employees?page=202");
    expect([status, data.code]).toEqual([400, "page_too_deep"]);
    expect(data.message).toBe("Pages past 10000 rows are not served. Narrow the filter.");
  });

  it("200: does not include badges of other organizations", async () => {
    const other = await createTestOrganization();
    expect((await other.client.get("/badges")).metadata.total_count).toBe(0);
    const { data } = await other.client.get(`/badges?filter=badge_template_id::${algebra.id}`);
    expect(data).toEqual([]);
  });
});
