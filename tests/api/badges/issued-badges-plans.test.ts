import { beforeAll, describe, expect, it } from "vitest";
import {
  filters,
  newestFirst,
  sorts,
  buildSearchCondition,
  searchSql,
} from "@/lib/badges/issued/search-queries";
import { batchSql } from "@/lib/badges/issued/queries";
import { db } from "@/lib/kernel/db";
import { parseFilter, readFilterTerms } from "@/lib/kernel/list/filter";
import { parseSort } from "@/lib/kernel/list/sort";
import type { Prisma } from "@/prisma/generated/client";
import { fillTestOrganization } from "../../support/badges/badge-search";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { countQueries, sql } from "../../support/platform/database";

// More rows than pages reach, but only part of the table, like one organization of an installation.
const BADGES = 12_000;

let large: TestOrganization;
let small: TestOrganization;
let grantor: TestOrganization;
/** Each filter key with a value that matches some badges of the large organization. */
let values: Record<string, string>;

async function explain(statement: Prisma.Sql): Promise<string> {
  const rows = await db().$queryRaw<Record<"QUERY PLAN", string>[]>`EXPLAIN ${statement}`;
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

beforeAll(async () => {
  [large, small, grantor] = [
    await createTestOrganization(),
    await createTestOrganization(),
    await createTestOrganization(),
  ];
  const other = await createTestOrganization();
  await fillTestOrganization({ organizationId: other.id, badges: 2 * BADGES, seed: 3 });
  await fillTestOrganization({ organizationId: small.id, badges: 500, seed: 2 });
  await fillTestOrganization({ organizationId: large.id, badges: BADGES, seed: 1, grantorId: grantor.id });
  const [badge = {}] = await sql(
    `SELECT * FROM issued_badges WHERE organization_id = $1 AND user_id IS NOT NULL AND issuer_earner_id IS NOT NULL
     AND template_organization_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1`,
    [large.id],
  );
  const date = "2022-06-01";
  values = {
    query: String(badge.issued_to_last_name),
    state: "rejected,revoked",
    user_id: String(badge.user_id),
    issuer_id: large.id,
    issuer_earner_id: String(badge.issuer_earner_id),
    public: "false",
    "badge_templates[owner_id]": grantor.id,
    "badge_templates[name]": "Algebra",
    "badge_templates[reporting_tags]": "tag-3",
    "badge_templates[skills]": "Rare 1,Rare 2",
    badge_template_id: String(badge.badge_template_id),
    recipient_email: String(badge.recipient_email),
    recipient_email_all: String(badge.recipient_email),
    ...Object.fromEntries(
      Object.keys(filters)
        .filter((key) => /_(min|max)$/.test(key))
        .map((key) => [key, date]),
    ),
  };
}, 120_000);

const readTerms = (filter: string | null) =>
  readFilterTerms(new URLSearchParams(filter === null ? {} : { filter }));

const buildSearch = (filter: string | null, sort: string | null, page = 1) =>
  searchSql(
    {
      organizationId: large.id,
      criteria: parseFilter(readTerms(filter), filters),
      order: parseSort(sort, sorts, newestFirst),
    },
    { page, per: 50 },
  );

const WHOLE_TABLE = /Seq Scan on issued_badges/;

describe("the list of badges of a large organization", () => {
  it.each(Object.keys(filters))("does not read the whole table for the filter %s", async (key) => {
    expect(values[key], `${key} has a value in this test`).toBeDefined();
    expect(await explain(await buildSearch(`${key}::${values[key]}`, null))).not.toMatch(WHOLE_TABLE);
  });

  it.each(Object.keys(sorts).flatMap((key) => [key, `-${key}`]))(
    "does not read the whole table for the order %s, and does not sort all rows",
    async (key) => {
      const text = await explain(await buildSearch(null, key));
      expect(text).not.toMatch(WHOLE_TABLE);
      expect(text).toMatch(/issued_badges_\w+_idx/);
      // An order without an index is sorted completely. Template after template is sorted in small parts.
      expect(text.replaceAll("Incremental Sort", ""), text).not.toMatch(
        /Sort \(.*\)\n +Sort Key: badge_1\.(created_at|issued_at|state_updated_at|issued_to_\w+)/,
      );
    },
  );

  it.each(Object.keys(filters))(
    "pages through without reading the whole table for the filter %s",
    async (key) => {
      const where = await buildSearchCondition(
        large.id,
        parseFilter(readTerms(`${key}::${values[key]}`), filters),
      );
      const from = { at: new Date("2023-01-01"), id: large.id };
      expect(await explain(batchSql(large.id, where, from, 1_001, "default"))).not.toMatch(WHOLE_TABLE);
    },
  );

  it.each(["zzyzx", "花子", "zzyzx müller", "Ивaн"])(
    "finds few matches of %s through the index of names and addresses, even when another organization has many",
    async (query) => {
      const text = await explain(await buildSearch(`query::${query}`, null));
      expect(text).toContain("Bitmap Index Scan on issued_badges_search_idx");
      expect(text).toMatch(/Index Cond: \(\(organization_id = /);
    },
  );
});

describe("the list of badges as the console opens it", () => {
  const countListQueries = (organization: TestOrganization, query: string) =>
    countQueries(() => organization.client.get(`/badges?per=25&${query}`));

  it.each([
    "",
    "filter=state::pending",
    "filter=public::true|issued_at_date_min::2020-01-01",
    "sort=-issued_at",
  ])("needs as many queries for many badges as for few: %s", async (query) => {
    await countListQueries(small, query);
    expect(await countListQueries(large, query)).toBe(await countListQueries(small, query));
  });
});

const runCount = async (statement: string, organizationId: string): Promise<number> =>
  Number((await sql(statement, [organizationId]))[0]?.number);

describe("total_count", () => {
  const listBadges = (query: string) => large.client.get(`/badges?${query}`);

  it("is exact for the whole list, whatever its length", async () => {
    const number = await runCount(
      "SELECT count(*)::int AS number FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL",
      large.id,
    );
    const { metadata } = await listBadges("");
    expect(number).toBeGreaterThan(11_000);
    expect(metadata).toMatchObject({ total_count: number, total_pages: 201 });
    expect(metadata).not.toHaveProperty("total_count_is_minimum");
  });

  it("of a filter is exact up to the last page, and beyond that states that there are more", async () => {
    const { metadata } = await listBadges("filter=public::true");
    expect(metadata).toMatchObject({
      total_count: 10_050,
      total_count_is_minimum: true,
      total_pages: 201,
    });
    const { metadata: fewer } = await listBadges("filter=state::revoked");
    const number = await runCount(
      "SELECT count(*)::int AS number FROM issued_badges WHERE organization_id = $1 AND state = 'revoked' AND deleted_at IS NULL",
      large.id,
    );
    expect(fewer).toMatchObject({ total_count: number, total_pages: Math.ceil(number / 50) });
    expect(fewer).not.toHaveProperty("total_count_is_minimum");
  });

  it("never leads to a page that is refused", async () => {
    const { status, data, metadata } = await listBadges("page=201");
    expect([status, data.length, metadata.next_page_url]).toEqual([200, 50, null]);
    const { metadata: single } = await listBadges("page=10001&per=1");
    expect(single).toMatchObject({ total_pages: 10_001, next_page_url: null });
  });

  it("counts each badge once when an organization issues from another's templates", async () => {
    const { metadata } = await small.client.get("/badges");
    expect(metadata.total_count).toBe(
      await runCount(
        "SELECT count(*)::int AS number FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL",
        small.id,
      ),
    );
    expect((await grantor.client.get("/badges")).metadata.total_count).toBe(0);
  });
});
