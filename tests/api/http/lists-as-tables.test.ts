import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { createPendingBadge } from "../../support/badges/badges";
import { basicHeaders, ORIGIN } from "../../support/http/client";
import { countQueries, sql } from "../../support/platform/database";
import { dispatch } from "../../support/http/routes";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

/** The response to a list requested as a table. */
async function getTable(path: string, of: TestOrganization = organization) {
  const address = `${ORIGIN}/v1/organizations/${of.id}${path}`;
  const response = await dispatch(new Request(address, { headers: basicHeaders(of.authorization_token) }));
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  const rows =
    response.status === 200 ? (parse(text, { bom: true, columns: true }) as Record<string, string>[]) : [];
  return { response, text, rows };
}

describe("GET of a list with format=csv", () => {
  it("200: a file named after the list, in UTF-8 that Excel recognizes, with the keys of the items as headings", async () => {
    const template = await createTemplate(organization, {
      name: "Überblick",
      skills: ["Read", "Write, well"],
    });
    const { response, text, rows } = await getTable("/badge_templates?format=csv");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="badge_templates.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(text.startsWith("\u{feff}")).toBe(true);
    const row = rows.find(({ id }) => id === template.id);
    expect(row).toMatchObject({ name: "Überblick", skills: "Read, Write, well", badges_count: "0" });
    expect(row?.["owner.id"]).toBe(organization.id);
  });

  it("200: the columns that the query names, in that order, under those headings", async () => {
    const own = await createTestOrganization("Table makers");
    await createTemplate(own, { name: "Tables" });
    const read = async (columns: string) =>
      (await getTable(`/badge_templates?format=csv&columns=${encodeURIComponent(columns)}`, own)).text.trim();
    expect(await read("badges_count=Issued,name,owner.name= Owner = us ")).toBe(
      "Issued,name,Owner = us\r\n0,Tables,Table makers",
    );
    // A field that no item has is an empty column: it may be of an object that is null in all rows.
    expect(await read("name=Name,nothing.here=Nothing")).toBe("Name,Nothing\r\nTables,");
    expect(await read("name==1+1")).not.toMatch(/^[=+@-]/);
  });

  it("400: columns without a name, and too many", async () => {
    for (const columns of ["", "name,,state", "=Name", Array.from({ length: 201 }, () => "name").join(",")]) {
      const { response, text } = await getTable(`/badge_templates?format=csv&columns=${columns}`);
      expect([response.status, JSON.parse(text).data.code]).toEqual([400, "invalid_columns"]);
    }
  });

  it("200: no cell is run as a formula by a spreadsheet", async () => {
    const names = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"];
    for (const title of names) {
      const body = { type: "information", title, description: "D", activity_url: "https://example.org" };
      expect((await organization.client.post("/recommendations", body)).status).toBe(201);
    }
    const { text } = await getTable("/recommendations?format=csv");
    for (const cell of text.split(/[\r\n,]/)) expect(cell.replace(/^"/, "")).not.toMatch(/^[=+@\t-]/);
    expect(text).toContain("'=1+1");
  });

  it("200: only rows that match the filter, in the requested order, ignoring page and per", async () => {
    const own = await createTestOrganization();
    const template = await createTemplate(own);
    const names = Array.from({ length: 7 }, (_, index) => `Row ${index}`);
    for (const name of names) {
      await createPendingBadge(own, template.id, { issued_to_first_name: name, issued_to_last_name: "Keep" });
    }
    await createPendingBadge(own, template.id, { issued_to_last_name: "Leave" });
    const { rows } = await getTable(
      "/badges?format=csv&filter=query::Keep&sort=users[first_name]&page=3&per=2",
      own,
    );
    expect(rows.map((row) => row.issued_to_first_name)).toEqual(names);
  });

  it("200: long lists are complete, with few queries", async () => {
    const own = await createTestOrganization();
    await sql(
      `INSERT INTO employees (id, organization_id, email, created_at, updated_at, state_updated_at)
       SELECT gen_random_uuid(), '${own.id}', 'e' || n || '@example.org', now(), now(), now()
       FROM generate_series(1, 2345) AS n`,
    );
    let found: Awaited<ReturnType<typeof getTable>> | undefined;
    const queries = await countQueries(async () => {
      found = await getTable("/employees?format=csv", own);
    });
    expect(found?.rows).toHaveLength(2_345);
    expect(new Set(found?.rows.map(({ id }) => id)).size).toBe(2_345);
    expect(queries).toBeLessThan(30);
  });

  it("200: an empty list is a table without rows", async () => {
    const own = await createTestOrganization();
    const { response, rows } = await getTable("/recommendations?format=csv", own);
    expect([response.status, rows]).toEqual([200, []]);
  });

  it("400: an unknown filter is refused as usual", async () => {
    const { response } = await getTable("/badges?format=csv&filter=nonsense::1");
    expect(response.status).toBe(400);
  });

  it("404: another organization's list", async () => {
    const other = await createTestOrganization();
    const { response } = await getTable("/badges?format=csv", { ...other, id: organization.id });
    expect(response.status).toBe(404);
  });
});
