import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { badgeListKeys } from "@/lib/badges/issued/service";
import { newId } from "@/lib/kernel/ids";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { fillTestOrganization } from "../../support/badges/badge-search";
import { sql } from "../../support/platform/database";
import {
  anyOfValues,
  timeBound,
  dateBound,
  exactMatch,
  toNamed,
  wordMatch,
  wordOrQuotedMatch,
  overlappingValues,
  randomFilters,
  randomSort,
  compareBySort,
  booleanFilter,
  type Oracle,
  type SortValues,
} from "../../support/badges/filter-oracle";

/** A badge as the oracle sees it, with its template and the confirmed addresses of its user. */
type Row = Record<string, string | boolean | null> & {
  id: string;
  template: { name: string; skills: string[]; reporting_tags: string[] };
  addresses: string[] | null;
};

let organization: TestOrganization;
let grantor: TestOrganization;
let rows: Row[];

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

beforeAll(async () => {
  [organization, grantor] = [await createTestOrganization(), await createTestOrganization()];
  const other = await createTestOrganization();
  await fillTestOrganization({ organizationId: other.id, badges: 300, seed: seed + 1 });
  await fillTestOrganization({ organizationId: organization.id, badges: 1_200, seed });
  const templates = await sql("SELECT id FROM badge_templates WHERE organization_id = $1 ORDER BY id", [
    organization.id,
  ]);
  await sql("UPDATE badge_templates SET name = 'Half of 100%_done' WHERE id = $1", [templates[0]?.id]);
  // Its badges change with it (a foreign key of both columns).
  const move = "UPDATE badge_templates SET organization_id = $2 WHERE id = $1";
  await sql(move, [templates[1]?.id, grantor.id]);
  const found = await sql(
    `SELECT to_jsonb(badge) || jsonb_build_object('template', to_jsonb(template), 'addresses',
       (SELECT jsonb_agg(email) FROM user_emails WHERE user_id = badge.user_id AND confirmed_at IS NOT NULL)) AS row
     FROM issued_badges AS badge JOIN badge_templates AS template ON template.id = badge_template_id
     WHERE badge.organization_id = $1 AND badge.deleted_at IS NULL`,
    [organization.id],
  );
  rows = found.map(({ row }) => row as Row);
}, 60_000);

const parseTime = (value: unknown): number => Date.parse(String(value));
const readColumn = (column: string) => (row: Row) => (row[column] === null ? null : String(row[column]));

const TIMESTAMPS = ["created_at", "issued_at", "expires_at", "state_updated_at", "updated_at"];
const DATES = ["issued_at_date", "expires_at_date"];
const SIDES = ["min", "max"] as const;

/** Each filter key with random values and a naive second implementation of its meaning. */
const buildOracle = (): Oracle<Row> => ({
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      ...TIMESTAMPS.map((name) => [
        `${name}_${side}`,
        timeBound([`${name}_${side}`, side], rows, readColumn(name)),
      ]),
      ...DATES.map((name) => [
        `${name}_${side}`,
        dateBound([`${name}_${side}`, side], rows, readColumn(name)),
      ]),
    ]),
  ),
  query: wordMatch("query", rows, (row) => [String(row.issued_to), String(row.recipient_email)]),
  state: anyOfValues(
    "state",
    ["pending", "accepted", "rejected", "revoked", "replaced"],
    readColumn("state"),
  ),
  public: booleanFilter("public", (row) => row.public === true),
  user_id: anyOfValues(
    "user_id",
    rows.flatMap((row) => readColumn("user_id")(row) ?? []),
    readColumn("user_id"),
  ),
  issuer_id: anyOfValues("issuer_id", [organization.id, grantor.id], readColumn("organization_id")),
  badge_template_id: anyOfValues(
    "badge_template_id",
    rows.map((row) => String(row.badge_template_id)),
    readColumn("badge_template_id"),
  ),
  "badge_templates[owner_id]": anyOfValues(
    "badge_templates[owner_id]",
    [organization.id, grantor.id, newId()],
    readColumn("template_organization_id"),
  ),
  issuer_earner_id: exactMatch("issuer_earner_id", rows, readColumn("issuer_earner_id")),
  recipient_email: exactMatch("recipient_email", rows, readColumn("recipient_email")),
  recipient_email_all: fc
    .constantFrom(...rows.flatMap((row) => [String(row.recipient_email), ...(row.addresses ?? [])]))
    .map((email) => ({
      key: "recipient_email_all",
      value: email,
      fits: (row) => row.recipient_email === email || Boolean(row.addresses?.includes(email)),
    })),
  "badge_templates[name]": wordOrQuotedMatch("badge_templates[name]", rows, ({ template }) => [
    template.name,
  ]),
  "badge_templates[skills]": overlappingValues(
    "badge_templates[skills]",
    rows,
    ({ template }) => template.skills,
  ),
  "badge_templates[reporting_tags]": overlappingValues(
    "badge_templates[reporting_tags]",
    rows,
    ({ template }) => template.reporting_tags,
  ),
});

const ORDERS: SortValues<Row> = {
  created_at: (row) => parseTime(row.created_at),
  issued_at: (row) => parseTime(row.issued_at),
  state_updated_at: (row) => parseTime(row.state_updated_at),
  "badge_templates[name]": (row) => toNamed(row.template.name),
  "users[first_name]": (row) => toNamed(String(row.issued_to_first_name)),
  "users[last_name]": (row) => toNamed(String(row.issued_to_last_name)),
};

const getList = (path: string, query: Record<string, string>) =>
  organization.client.get(`${path}?${new URLSearchParams(query).toString()}`);

async function listAll(query: Record<string, string>): Promise<Row[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, data, metadata } = await getList("/badges", { ...query, page: String(page) });
    expect(status, JSON.stringify(data)).toBe(200);
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (metadata.next_page_url === null) return ids.flatMap((id) => rows.filter((row) => row.id === id));
  }
}

describe(`filters and orders compared with a naive implementation (SEED=${seed})`, () => {
  it("have a naive implementation for every existing key", () => {
    expect(Object.keys(buildOracle()).toSorted()).toEqual(badgeListKeys.filter.toSorted());
    expect(Object.keys(ORDERS).toSorted()).toEqual(badgeListKeys.sort.toSorted());
  });

  it.each(badgeListKeys.filter)("filter %s, in the list and in the bulk search", async (key) => {
    const property = fc.asyncProperty(buildOracle()[key] as Oracle<Row>[string], async ({ value, fits }) => {
      const filter = `${key}::${value}`;
      const expected = new Set(rows.filter(fits).map(({ id }) => id));
      const { data, metadata } = await getList("/badges", { filter });
      expect(metadata.total_count).toBe(expected.size);
      for (const { id } of data) expect(expected).toContain(id);
      const bulkResponse = await getList("/high_volume_issued_badge_search", {
        filter,
        badge_format: "minimal",
      });
      expect(bulkResponse.data.length).toBe(Math.min(expected.size, 1_000));
      for (const { id } of bulkResponse.data) expect(expected).toContain(id);
    });
    await fc.assert(property, { seed, numRuns: 3 });
  });

  it("several filters can be combined, in any order of several keys", { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(
      randomFilters(buildOracle()),
      randomSort(ORDERS),
      async (questions, sort) => {
        const filter = questions.map(({ key, value }) => `${key}::${value}`).join("|");
        const expected = rows.filter((row) => questions.every(({ fits }) => fits(row)));
        const inOrder = expected.toSorted(compareBySort(ORDERS, sort));
        const { status, data, metadata } = await getList("/badges", { filter, sort });
        expect([status, metadata.total_count], JSON.stringify(data).slice(0, 500)).toEqual([
          200,
          expected.length,
        ]);
        const shown = (data as { id: string }[]).flatMap(({ id }) => expected.filter((row) => row.id === id));
        expect(new Set(shown).size).toBe(Math.min(50, expected.length));
        // Rows that are equal in the order may appear in either place.
        for (const [index, row] of shown.entries()) {
          expect(compareBySort(ORDERS, sort)(row, inOrder[index] as Row)).toBe(0);
        }
      },
    );
    await fc.assert(property, { seed, numRuns: 120, interruptAfterTimeLimit: 30_000 });
  });

  it.each(Object.keys(ORDERS).flatMap((key) => [key, `-${key}`]))(
    "order %s, over all pages",
    async (sort) => {
      for (const filter of ["", "state::rejected,revoked"]) {
        const shown = await listAll({ sort, filter });
        const isIn = (row: Row) => filter === "" || row.state === "rejected" || row.state === "revoked";
        expect(new Set(shown)).toEqual(new Set(rows.filter(isIn)));
        for (const [index, row] of shown.slice(1).entries()) {
          expect(
            compareBySort(ORDERS, sort)(shown[index] as Row, row),
            `position ${index}`,
          ).toBeLessThanOrEqual(0);
        }
      }
    },
  );
});

describe("edges of the filters", () => {
  it.each([
    ["query::%", 0],
    ["query::_", 0],
    ["query::\\", 0],
    ["query::a\nb", 0],
    ["badge_templates[name]::100%_", "template"],
    ["badge_templates[name]::%", "template"],
    ["badge_templates[name]::1%0", 0],
    ["issuer_earner_id::", 0],
    ["query::", "all"],
  ] as const)("%s takes its characters literally", async (filter, expected) => {
    const { metadata } = await organization.client.get(
      `/badges?${new URLSearchParams({ filter }).toString()}`,
    );
    const ofTemplate = rows.filter(({ template }) => template.name === "Half of 100%_done").length;
    const numbers = { template: ofTemplate, all: rows.length };
    expect(metadata.total_count).toBe(typeof expected === "number" ? expected : numbers[expected]);
  });

  it("a calendar date far from its timestamp is found: a time zone, and months counted from the 31st", async () => {
    const issuer = await createTestOrganization();
    const monthly = await createTemplate(issuer, {
      default_expires_at_type: "duration",
      default_expires_after: "P1M",
    });
    const body = badgeBody(monthly.id, { issued_at: "2026-01-28T20:00:00-12:00" });
    expect((await issuer.client.post("/badges", body)).status).toBe(201);
    const readTotal = async (filter: string) =>
      (await issuer.client.get(`/badges?${new URLSearchParams({ filter }).toString()}`)).metadata.total_count;
    const { data } = await issuer.client.get("/badges");
    const { issued_at_date, expires_at_date } = data[0];
    for (const [key, day] of [
      ["issued_at_date", issued_at_date],
      ["expires_at_date", expires_at_date],
    ]) {
      expect(await readTotal(`${key}_min::${day}|${key}_max::${day}`), key).toBe(1);
    }
  });
});
