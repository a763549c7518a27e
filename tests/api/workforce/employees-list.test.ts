import { beforeAll, describe, expect, it } from "vitest";
import { badgeBody, createEmployee, createTestOrganization, createTemplate } from "../../support/builders";
import type { TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { openConnection, sql } from "../../support/platform/database";
import { createConnectedEmployee } from "../../support/accounts/members";

let organization: TestOrganization;

type Employee = { id: string; first_name: string; email: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  const names: [string, string, string][] = [
    ["Ada", "Young", "ada@north.example.org"],
    ["Bo", "Xu", "bo@south.example.org"],
    ["Cy", "100% Sure", "c_y@north.example.org"],
  ];
  for (const [index, [first_name, last_name, email]] of names.entries()) {
    const { id } = await createEmployee(organization, { email, first_name, last_name });
    await sql("UPDATE employees SET created_at = $2 WHERE id = $1", [id, `2026-05-0${index + 1}T12:00:00Z`]);
  }
  await sql("UPDATE employees SET state = 'rejected' WHERE email = 'bo@south.example.org'");
});

const listEmployees = (query: Record<string, string>) =>
  organization.client.get(`/employees?${new URLSearchParams(query).toString()}`);

async function listFirstNames(query: Record<string, string>): Promise<string> {
  const { status, data } = await listEmployees(query);
  expect(status, JSON.stringify(data)).toBe(200);
  return data.map(({ first_name }: Employee) => first_name).join(" ");
}

describe("GET /organizations/{id}/employees", () => {
  it("200: whole records, newest first, only of this organization", async () => {
    await createEmployee(await createTestOrganization());
    const { status, data, metadata } = await organization.client.get("/employees");
    expect(status).toBe(200);
    expect(metadata).toMatchObject({ count: 3, total_count: 3, total_pages: 1, current_page: 1, per: 50 });
    expect(data.map(({ first_name }: Employee) => first_name)).toEqual(["Cy", "Bo", "Ada"]);
    expect((await organization.client.get(`/employees/${data[0].id}`)).data).toEqual(data[0]);
  });

  const filters: [string, string, string][] = [
    ["name_or_email", "ADA", "Ada"],
    ["name_or_email", "a y", "Ada"],
    ["name_or_email", "@north", "Cy Ada"],
    ["name_or_email", "0% s", "Cy"],
    ["name_or_email", "c_y", "Cy"],
    ["name_or_email", "y_o", ""],
    ["name_or_email", "u", "Cy Bo Ada"],
    ["employee_state", "rejected", "Bo"],
    ["employee_state", "created,pending", "Cy Ada"],
    ["employee_state", "accepted", ""],
  ];

  it.each(filters)("200: filter[%s]=%s and its older form", async (key, value, expected) => {
    expect(await listFirstNames({ [`filter[${key}]`]: value })).toBe(expected);
    expect(await listFirstNames({ filter: `${key}::${value}` })).toBe(expected);
  });

  it("200: both forms must match together; an empty one is ignored", async () => {
    const both = { "filter[name_or_email]": "north", filter: "employee_state::created|name_or_email::ada" };
    expect(await listFirstNames(both)).toBe("Ada");
    expect(await listFirstNames({ "filter[employee_state]": "", filter: "" })).toBe("Cy Bo Ada");
  });

  it.each([
    ["email", "Ada Bo Cy"],
    ["-email", "Cy Bo Ada"],
    ["created_at", "Ada Bo Cy"],
    ["-created_at", "Cy Bo Ada"],
    ["first_name", "Ada Bo Cy"],
    ["-first_name", "Cy Bo Ada"],
    ["last_name", "Cy Bo Ada"],
    ["-last_name", "Ada Bo Cy"],
  ])("200: sort=%s", async (sort, expected) => {
    expect(await listFirstNames({ sort })).toBe(expected);
  });

  it("200: paginates, with URLs that keep filter and sort", async () => {
    const { data, metadata } = await listEmployees({
      "filter[name_or_email]": "e",
      sort: "email",
      per: "2",
      page: "2",
    });
    expect(data).toHaveLength(1);
    expect(metadata).toMatchObject({ total_count: 3, total_pages: 2, next_page_url: null });
    const back = new URL(metadata.previous_page_url);
    expect(back.origin).toBe(ORIGIN);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      "filter[name_or_email]": "e",
      sort: "email",
    });
    expect((await organization.client.get(`/employees${back.search}`)).data).toHaveLength(2);
  });

  it.each([
    "filter[team]=x",
    "filter[__proto__]=x",
    "filter=team::x",
    "filter[employee_state]=gone",
    "filter[badge_level]=Expert",
    "filter[name_or_email]=a%00b",
    `filter[name_or_email]=${"x".repeat(4_001)}`,
    "sort=team",
    "page=0",
    "page=1000",
  ])("400: %s", async (query) => {
    expect((await organization.client.get(`/employees?${query}`)).status).toBe(400);
  });

  it("200: badge_level finds employees with a badge of a template of that level that the employer sees", async () => {
    const [employer, stranger] = [await createTestOrganization(), await createTestOrganization()];
    const issueBadge = async (issuer: TestOrganization, level: string, email: string, change: string) => {
      const template = await createTemplate(issuer, { level });
      const body = badgeBody(template.id, { recipient_email: email });
      const { data } = await issuer.client.post("/badges", body);
      await sql(`UPDATE issued_badges SET ${change} WHERE id = $1`, [data.id]);
    };
    const createConnectedRow = async (first_name: string) =>
      createConnectedEmployee(employer, { first_name });
    const [own, open, hidden, revoked, formerEmployee] = [
      await createConnectedRow("Own"),
      await createConnectedRow("Open"),
      await createConnectedRow("Hidden"),
      await createConnectedRow("Revoked"),
      await createConnectedRow("Left"),
    ];
    await issueBadge(employer, "Advanced", own.person.email, "public = false");
    await issueBadge(employer, "Foundational", own.person.email, "public = true");
    await issueBadge(stranger, "Advanced", open.person.email, "state = 'accepted'");
    await issueBadge(stranger, "Advanced", hidden.person.email, "state = 'accepted', public = false");
    await issueBadge(employer, "Advanced", revoked.person.email, "state = 'revoked'");
    await issueBadge(employer, "Advanced", formerEmployee.person.email, "state = 'accepted'");
    await sql("UPDATE employees SET state = 'rejected' WHERE id = $1", [formerEmployee.employee.id]);
    const findNames = async (query: string) =>
      (await employer.client.get(`/employees?sort=first_name&${query}`)).data.map(
        ({ first_name }: Employee) => first_name,
      );
    expect(await findNames("filter[badge_level]=Advanced")).toEqual(["Open", "Own"]);
    expect(await findNames("filter=badge_level::Foundational")).toEqual(["Own"]);
    expect(await findNames("filter[badge_level]=Intermediate")).toEqual([]);
  });
});

describe("the query plans of the list", () => {
  /** The plan of a statement in a session that may not scan whole tables. */
  async function explain(statement: string, values: unknown[]): Promise<string> {
    const client = await openConnection();
    try {
      await client.query("SET enable_seqscan = off");
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${statement}`, values);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    } finally {
      await client.end();
    }
  }

  it("a partial match uses the trigram index within the own organization", async () => {
    const large = await createTestOrganization();
    await sql(
      `INSERT INTO employees (id, organization_id, email, first_name, state, state_updated_at, updated_at)
       SELECT gen_random_uuid(), $1, 'mass-' || n || '@example.org', 'Name ' || md5(n::text), 'created', now(), now()
       FROM generate_series(1, 3000) AS n`,
      [large.id],
    );
    // New rows stay in the index's pending list until then.
    await sql("VACUUM ANALYZE employees");
    const statement = "SELECT id FROM employees WHERE organization_id = $1 AND name_or_email ILIKE $2";
    const text = await explain(statement, [large.id, "%mass-2718@%"]);
    expect(text).toContain("employees_organization_id_name_or_email_idx");
    expect(text).toMatch(/Index Cond: \(\(organization_id = /);
    const search = `SELECT id FROM employees WHERE organization_id = $1
      AND COALESCE(search_text, lower(name_or_email COLLATE "C")) LIKE ANY (search_patterns($2))`;
    for (const word of ["mass-2718@", "花子"])
      expect(await explain(search, [large.id, word])).toContain("Bitmap Index Scan on employees_search_idx");
  });

  it("employees of a state come from an index, newest first", async () => {
    const statement = `SELECT id FROM employees WHERE organization_id = $1 AND state = 'rejected'
      ORDER BY created_at DESC, id DESC LIMIT 50`;
    const text = await explain(statement, [organization.id]);
    expect(text).toContain("Backward using employees_organization_id_state_created_at_id_idx");
  });

  it.each(["first_name_order", "last_name_order", "email", "created_at"])(
    "the order of %s comes from an index",
    async (key) => {
      const statement = `SELECT id FROM employees WHERE organization_id = $1 ORDER BY ${key} DESC, id DESC LIMIT 50`;
      const text = await explain(statement, [organization.id]);
      expect(text).toContain(`employees_organization_id_${key}`);
      expect(text).not.toMatch(/^\s*->\s+Sort$/m);
    },
  );
});
