import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { employeePageSql } from "@/lib/credentials/external-badges/queries";
import { db } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { publishBadge, startSite, trustTestSites } from "../../support/credentials/badge-site";
import {
  createEmployee,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { countQueries, sql } from "../../support/platform/database";
import { createPersonClient } from "../../support/accounts/earners";
import { createConnectedEmployee, createPromptedEmployee } from "../../support/accounts/members";

type Json = Record<string, unknown>;
type Entry = { employee: { id: string; external_id: string | null }; external_badge: Json };

let employer: TestOrganization;

beforeEach(async () => {
  trustTestSites();
  employer = await createTestOrganization();
});

afterEach(() => void vi.restoreAllMocks());

async function createConnectedEarner(changes: Json = {}, by = employer) {
  const { person, employee } = await createConnectedEmployee(by, changes);
  return { ...person, employee, client: createPersonClient(person) };
}

type Employee = Awaited<ReturnType<typeof createConnectedEarner>>;

async function addTypedBadge({ client }: Pick<Employee, "client">, changes: Json = {}) {
  const badge = { badge_name: `Badge ${nextSerial()}`, issuer_name: "Red Cross", ...changes };
  const { status, data } = await client.post("/external_badges", { badge });
  expect(status, JSON.stringify(data)).toBe(201);
  return data as { id: string };
}

const listBadges = (query = "", by = employer) => by.client.get(`/employee_external_badges${query}`);

/** The ids of the listed badges, in order. */
async function listShownIds(query = "", by = employer): Promise<unknown[]> {
  const { status, data } = await listBadges(query, by);
  expect(status, JSON.stringify(data)).toBe(200);
  return data.map((entry: Entry) => entry.external_badge.credly_record_id);
}

describe("GET /organizations/{id}/employee_external_badges", () => {
  it("200: an OpenBadge and an EmulatedBadge, each with the fields of its type and no others", async () => {
    const ada = await createConnectedEarner({ external_id: "E-1" });
    const emulated = await addTypedBadge(ada, {
      recipient_name: "Ada Okafor",
      skills: ["Calm"],
      badge_id: "RC-7",
    });
    const site = await startSite();
    publishBadge(site, ada.email, { uid: "N-1" });
    const { data: open } = await ada.client.post("/external_badges", { url: site.at("/assertion") });
    const { status, data, metadata } = await listBadges();
    expect(status).toBe(200);
    expect(metadata).toMatchObject({ count: 2, current_page: 1, total_count: 2, total_pages: 1, per: 50 });
    const employee = { id: ada.employee.id, external_id: "E-1" };
    expect(data).toEqual([
      {
        employee,
        external_badge: {
          type: "OpenBadge",
          badge_name: "Data Analysis",
          badge_description: "Reads numbers.",
          issuer_name: "Open University",
          issued_at: "2026-03-02T04:30:00.000Z",
          issued_at_date: "2026-03-01",
          expires_at: "2036-03-01T00:00:00.000Z",
          expires_at_date: "2036-03-01",
          badge_url: site.at("/assertion"),
          badge_id: site.at("/assertion"),
          credly_record_id: open.id,
          refreshed_at: open.refreshed_at,
          skills: [{ name: "Statistics" }, { name: "SQL" }],
          verification_status: { verified: true },
          image_url: null,
          badge_criteria: { id: site.at("/criteria"), narrative: "Pass the **exam**." },
          credential_number: "N-1",
          badge_version: "2.0",
        },
      },
      {
        employee,
        external_badge: {
          type: "EmulatedBadge",
          badge_name: expect.any(String),
          badge_description: null,
          issuer_name: "Red Cross",
          issued_at_date: null,
          expires_at_date: null,
          badge_url: null,
          badge_id: "RC-7",
          credly_record_id: emulated.id,
          refreshed_at: expect.any(String),
          skills: [{ name: "Calm" }],
          verification_status: { verified: false },
          image_url: null,
          recipient_name: "Ada Okafor",
          ai_influence: { ai_influenced: false },
        },
      },
    ]);
  });

  it("200: includes employees while they are connected, and no others", async () => {
    const ada = await createConnectedEarner();
    const { id } = await addTypedBadge(ada);
    const { person } = await createPromptedEmployee(employer);
    await addTypedBadge({ client: createPersonClient(person) });
    await addTypedBadge(await createConnectedEarner({}, await createTestOrganization()));
    expect(await listShownIds()).toEqual([id]);
    await ada.client.post(`/employments/${ada.employee.id}/leave`);
    expect(await listShownIds()).toEqual([]);
  });

  it("200: includes what the earner shows, unless it was revoked", async () => {
    const ada = await createConnectedEarner();
    const [one, other] = [await addTypedBadge(ada), await addTypedBadge(ada)];
    await ada.client.patch(`/external_badges/${one.id}`, { public: false });
    expect(await listShownIds()).toEqual([other.id]);
    await ada.client.patch(`/external_badges/${one.id}`, { public: true });
    await sql("UPDATE external_badges SET revoked_at = now() WHERE id = $1", [other.id]);
    expect(await listShownIds()).toEqual([one.id]);
  });

  it("200: filter[employee][id] accepts the employer's id of an employee or the id of the record", async () => {
    const [ada, bo] = [await createConnectedEarner({ external_id: "E 1/ä" }), await createConnectedEarner()];
    const [ofAda, ofBo] = [await addTypedBadge(ada), await addTypedBadge(bo)];
    const by = (value: string) => `?filter[employee][id]=${encodeURIComponent(value)}`;
    expect(await listShownIds(by("E 1/ä"))).toEqual([ofAda.id]);
    expect(await listShownIds(by(ada.employee.id))).toEqual([ofAda.id]);
    expect(await listShownIds(by(bo.employee.id.toUpperCase()))).toEqual([ofBo.id]);
    expect(await listShownIds(`?filter%5Bemployee%5D%5Bid%5D=${bo.employee.id}`)).toEqual([ofBo.id]);
    expect(await listShownIds(`${by("E 1/ä")}&filter[employee][id]=${ada.employee.id}`)).toEqual([ofAda.id]);
    expect(await listShownIds(`${by("E 1/ä")}&filter[employee][id]=${bo.employee.id}`)).toEqual([]);
    for (const unknownId of ["E", newId(), ada.email, "%"])
      expect(await listShownIds(by(unknownId))).toEqual([]);
    expect(await listShownIds("?filter[employee][id]=")).toEqual([ofAda.id, ofBo.id]);
  });

  it("200: an external_id that looks like the id of another record takes precedence", async () => {
    const ada = await createConnectedEarner();
    const bo = await createConnectedEarner({ external_id: ada.employee.id });
    const [, ofBo] = [await addTypedBadge(ada), await addTypedBadge(bo)];
    expect(await listShownIds(`?filter[employee][id]=${ada.employee.id}`)).toEqual([ofBo.id]);
  });

  it("200: pages neither repeat nor skip, and their URLs keep the filter", async () => {
    const people = [
      await createConnectedEarner({ external_id: "E-1" }),
      await createConnectedEarner(),
      await createConnectedEarner(),
    ];
    const expected = [];
    for (const person of people) {
      const own = [];
      for (let index = 0; index < 3; index += 1) own.unshift((await addTypedBadge(person)).id);
      expected.push(...own);
    }
    await sql("UPDATE external_badges SET created_at = '2026-05-01' WHERE user_id = $1", [people[1]?.id]);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await listShownIds(`?per=4&page=${page}`)));
    expect(pages).toEqual(expected);
    const { metadata } = await listBadges("?filter[employee][id]=E-1&per=2");
    const next = new URL(metadata.next_page_url);
    expect(next.origin).toBe(ORIGIN);
    expect(await listShownIds(next.search)).toEqual(expected.slice(2, 3));
    expect((await listBadges("?per=500")).metadata.per).toBe(50);
  });

  it.each([
    "filter[employee][name]=x",
    "filter[id]=x",
    "filter=x::y",
    "filter[employee][id]=a%00b",
    "sort=id",
    "page=0",
  ])("400: %s", async (query) => {
    expect((await listBadges(`?${query}`)).status).toBe(400);
  });

  it("403: without access to workforce data", async () => {
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [employer.id]);
    const { status, data } = await listBadges();
    expect([status, data.code]).toEqual([403, "workforce_disabled"]);
  });

  it("needs as many queries for fifty badges as for one", async () => {
    const ada = await createConnectedEarner();
    await addTypedBadge(ada);
    const one = await countQueries(() => listBadges());
    for (let index = 0; index < 9; index += 1) await addTypedBadge(await createConnectedEarner());
    expect(await countQueries(() => listBadges())).toBe(one);
  });
});

describe("the query plan of the list", () => {
  let large: TestOrganization;
  const explainPage = async (employees: string[], page: number): Promise<string> => {
    const rows = await db().$queryRaw<Record<"QUERY PLAN", string>[]>`
      EXPLAIN ${employeePageSql(large.id, employees, { page, per: 50 })}`;
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  beforeAll(async () => {
    large = await createTestOrganization();
    const other = await createTestOrganization();
    await createEmployee(large, { external_id: "E-1" });
    await sql(
      `WITH people AS (
         INSERT INTO users (id, first_name, last_name, vanity_slug, updated_at)
         SELECT gen_random_uuid(), 'P', 'Q', 'plan-' || n, now() FROM generate_series(1, 6000) AS n RETURNING id
       ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM people), employed AS (
         INSERT INTO employees (id, organization_id, email, user_id, state, state_updated_at, updated_at)
         SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'plan-' || n || '@example.org',
           id, CASE WHEN n % 5 < 4 THEN 'accepted' ELSE 'created' END::employee_state, now(), now()
         FROM numbered
       )
       INSERT INTO external_badges (id, user_id, type, badge_name, refreshed_at)
       SELECT gen_random_uuid(), id, 'EmulatedBadge', 'B', now() FROM people, generate_series(1, 3)`,
      [large.id, other.id],
    );
    await sql("VACUUM ANALYZE employees, external_badges");
  });

  it.each([1, 100])("page %i reads the connected employees and their badges in order", async (page) => {
    const text = await explainPage([], page);
    expect(text).toContain("employees_connected_idx");
    expect(text).toMatch(/Index Scan using external_badges_user_id_\w+/);
    expect(text).not.toMatch(/Seq Scan|Hash Join/);
    expect(text).not.toMatch(/^\s*->\s+Sort\b/m);
  });

  it("one employee is found by either id, and no other row is read", async () => {
    for (const name of ["E-1", newId()]) {
      const text = await explainPage([name], 1);
      expect(text).toContain("employees_organization_id_external_id_key");
      expect(text).not.toContain("Seq Scan");
    }
  });
});
