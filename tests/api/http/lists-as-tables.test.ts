import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { makeBadge } from "../../support/badges/badges";
import { basic, ORIGIN } from "../../support/http/client";
import { countQueries, sql } from "../../support/platform/database";
import { dispatch } from "../../support/http/routes";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await makeOrganization();
});

/** The response to a list requested as a table. */
async function table(path: string, of: TestOrganization = organization) {
  const address = `${ORIGIN}/v1/organizations/${of.id}${path}`;
  const response = await dispatch(new Request(address, { headers: basic(of.authorization_token) }));
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  const rows =
    response.status === 200 ? (parse(text, { bom: true, columns: true }) as Record<string, string>[]) : [];
  return { response, text, rows };
}

describe("GET of a list with format=csv", () => {
  it("200: a file named after the list, in UTF-8 that Excel recognizes, with the keys of the items as headings", async () => {
    const template = await makeTemplate(organization, { name: "Überblick", skills: ["Read", "Write, well"] });
    const { response, text, rows } = await table("/badge_templates?format=csv");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="badge_templates.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(text.startsWith("\u{feff}")).toBe(true);
    const row = rows.find(({ id }) => id === template.id);
    expect(row).toMatchObject({ name: "Überblick", skills: "Read, Write, well", badges_count: "0" });
    expect(row?.["owner.id"]).toBe(organization.id);
  });

  it("200: no cell is run as a formula by a spreadsheet", async () => {
    const names = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"];
    for (const title of names) {
      const body = { type: "information", title, description: "D", activity_url: "https://example.org" };
      expect((await organization.client.post("/recommendations", body)).status).toBe(201);
    }
    const { text } = await table("/recommendations?format=csv");
    for (const cell of text.split(/[\r\n,]/)) expect(cell.replace(/^"/, "")).not.toMatch(/^[=+@\t-]/);
    expect(text).toContain("'=1+1");
  });

  it("200: only rows that match the filter, in the requested order, ignoring page and per", async () => {
    const own = await makeOrganization();
    const template = await makeTemplate(own);
    const names = Array.from({ length: 7 }, (_, index) => `Row ${index}`);
    for (const name of names) {
      await makeBadge(own, template.id, { issued_to_first_name: name, issued_to_last_name: "Keep" });
    }
    await makeBadge(own, template.id, { issued_to_last_name: "Leave" });
    const { rows } = await table(
      "/badges?format=csv&filter=query::Keep&sort=users[first_name]&page=3&per=2",
      own,
    );
    expect(rows.map((row) => row.issued_to_first_name)).toEqual(names);
  });

  it("200: long lists are complete, with few queries", async () => {
    const own = await makeOrganization();
    await sql(
      `INSERT INTO employees (id, organization_id, email, created_at, updated_at, state_updated_at)
       SELECT gen_random_uuid(), '${own.id}', 'e' || n || '@example.org', now(), now(), now()
       FROM generate_series(1, 2345) AS n`,
    );
    let found: Awaited<ReturnType<typeof table>> | undefined;
    const queries = await countQueries(async () => {
      found = await table("/employees?format=csv", own);
    });
    expect(found?.rows).toHaveLength(2_345);
    expect(new Set(found?.rows.map(({ id }) => id)).size).toBe(2_345);
    expect(queries).toBeLessThan(30);
  });

  it("200: an empty list is a table without rows", async () => {
    const own = await makeOrganization();
    const { response, rows } = await table("/recommendations?format=csv", own);
    expect([response.status, rows]).toEqual([200, []]);
  });

  it("400: an unknown filter is refused as usual", async () => {
    const { response } = await table("/badges?format=csv&filter=nonsense::1");
    expect(response.status).toBe(400);
  });

  it("404: another organization's list", async () => {
    const other = await makeOrganization();
    const { response } = await table("/badges?format=csv", { ...other, id: organization.id });
    expect(response.status).toBe(404);
  });
});
