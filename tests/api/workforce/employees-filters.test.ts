import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { employeeListKeys } from "@/lib/workforce/employees/service";
import { fillTestOrganization } from "../../support/badges/badge-search";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { openConnection } from "../../support/platform/database";
import {
  anyOfValues,
  toNamed,
  wordMatch,
  randomFilters,
  randomSort,
  compareBySort,
  type Oracle,
  type SortValues,
  type FilterCase,
} from "../../support/badges/filter-oracle";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LEVELS = ["Foundational", "Intermediate", "Advanced"];

/** An employee as the oracle sees it, with the badges of the account that it is associated with. */
type Row = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  state: string;
  deactivated_at: string | null;
  created_at: string;
  badges: { level: string | null; state: string; public: boolean; isOwn: boolean }[];
};

let organization: TestOrganization;
let rows: Row[];

/**
 * Templates of each level: one of another organization, and one of this organization from which the other one issued.
 */
const buildRelations = (own: string, stranger: string): [string, unknown[]][] => [
  [
    `UPDATE badge_templates SET level = ($2::text[])[numbered.number]
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM badge_templates WHERE organization_id = $1) AS numbered
     WHERE numbered.id = badge_templates.id`,
    [own, LEVELS],
  ],
  [
    "UPDATE badge_templates SET organization_id = $2 WHERE organization_id = $1 AND level = 'Advanced'",
    [own, stranger],
  ],
  [
    `UPDATE issued_badges SET organization_id = $2 FROM badge_templates AS template
     WHERE template.id = badge_template_id AND issued_badges.organization_id = $1 AND level <> 'Foundational'`,
    [own, stranger],
  ],
  ["UPDATE issued_badges SET public = random() < 0.5", []],
  ["UPDATE employees SET deactivated_at = now() WHERE organization_id = $1 AND random() < 0.2", [own]],
  [
    `UPDATE employees SET first_name = CASE WHEN random() < 0.8 THEN first_name END,
       last_name = CASE WHEN random() < 0.8 THEN last_name END, created_at = date_trunc('hour', created_at)
     WHERE organization_id = $1`,
    [own],
  ],
];

const SELECT_ROWS = `
  SELECT to_jsonb(employee) || jsonb_build_object('badges', COALESCE((
    SELECT jsonb_agg(jsonb_build_object('level', level, 'state', badge.state, 'public', badge.public,
      'isOwn', employee.organization_id IN (badge.organization_id, template_organization_id)))
    FROM issued_badges AS badge JOIN badge_templates AS template ON template.id = badge_template_id
    WHERE badge.user_id = employee.user_id AND badge.deleted_at IS NULL), '[]')) AS row
  FROM employees AS employee WHERE organization_id = $1`;

beforeAll(async () => {
  organization = await createTestOrganization();
  const stranger = await createTestOrganization();
  await fillTestOrganization({ organizationId: stranger.id, badges: 100, seed: seed + 1 });
  await fillTestOrganization({ organizationId: organization.id, badges: 1_500, seed });
  const client = await openConnection();
  try {
    await client.query("SELECT setseed($1)", [(seed % 10_000) / 10_000]);
    for (const [statement, values] of buildRelations(organization.id, stranger.id)) {
      await client.query(statement, values);
    }
    rows = (await client.query<{ row: Row }>(SELECT_ROWS, [organization.id])).rows.map(({ row }) => row);
  } finally {
    await client.end();
  }
}, 60_000);

/** What an employer with an accepted connection sees of a level: badges it is involved in, and public accepted ones. */
const holdsBadge = (row: Row, levels: string[]): boolean =>
  row.state === "accepted" &&
  row.deactivated_at === null &&
  row.badges.some(
    (badge) =>
      levels.includes(badge.level ?? "") &&
      (badge.isOwn
        ? badge.state === "pending" || badge.state === "accepted"
        : badge.public && badge.state === "accepted"),
  );

const buildOracle = (): Oracle<Row> => ({
  name_or_email: wordMatch("name_or_email", rows, ({ first_name, last_name, email }) => [
    [first_name, last_name, email].filter((part) => part !== null).join(" "),
  ]),
  active: fc.boolean().map((isActive) => ({
    key: "active",
    value: String(isActive),
    fits: ({ deactivated_at: at }) => (at === null) === isActive,
  })),
  employee_state: anyOfValues(
    "employee_state",
    ["created", "pending", "accepted", "rejected"],
    ({ state }) => state,
  ),
  badge_level: fc.uniqueArray(fc.constantFrom(...LEVELS), { minLength: 1 }).map((levels) => ({
    key: "badge_level",
    value: levels.join(","),
    fits: (row) => holdsBadge(row, levels),
  })),
});

const ORDERS: SortValues<Row> = {
  email: ({ email }) => email,
  created_at: (row) => Date.parse(row.created_at),
  first_name: (row) => toNamed(row.first_name),
  last_name: (row) => toNamed(row.last_name),
};

/** Each filter in the newer syntax or in the older one, as its entry in `older` says. */
function buildQuery(questions: FilterCase<Row>[], older: boolean[], sort: string): URLSearchParams {
  const isOlder = (_one: FilterCase<Row>, index: number): boolean => older[index] ?? false;
  const filter = questions.filter(isOlder).map(({ key, value }) => `${key}::${value}`);
  const query = new URLSearchParams({ filter: filter.join("|"), sort });
  for (const [index, one] of questions.entries()) {
    if (!isOlder(one, index)) query.set(`filter[${one.key}]`, one.value);
  }
  return query;
}

async function listAll(query: URLSearchParams): Promise<Row[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    query.set("page", String(page));
    const { status, data, metadata } = await organization.client.get(`/employees?${query.toString()}`);
    expect(status, JSON.stringify(data)).toBe(200);
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (metadata.next_page_url === null) return ids.flatMap((id) => rows.filter((row) => row.id === id));
  }
}

describe(`filters and orders of employees compared with a naive implementation (SEED=${seed})`, () => {
  it("have a naive implementation for every existing key, and rows that each of them distinguishes", () => {
    expect(Object.keys(buildOracle()).toSorted()).toEqual(employeeListKeys.filter.toSorted());
    expect(Object.keys(ORDERS).toSorted()).toEqual(employeeListKeys.sort.toSorted());
    for (const level of LEVELS) {
      const found = rows.filter((row) => holdsBadge(row, [level])).length;
      expect([found > 0, found < rows.length], level).toEqual([true, true]);
    }
  });

  it("can be combined in either syntax, over all pages of any order", { timeout: 60_000 }, async () => {
    const syntax = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    const property = fc.asyncProperty(
      randomFilters(buildOracle()),
      syntax,
      randomSort(ORDERS),
      async (questions, older, sort) => {
        const expected = rows.filter((row) => questions.every(({ fits }) => fits(row)));
        const shown = await listAll(buildQuery(questions, older, sort));
        expect(shown).toHaveLength(expected.length);
        expect(new Set(shown)).toEqual(new Set(expected));
        const inOrder = expected.toSorted(compareBySort(ORDERS, sort));
        for (const [index, row] of shown.entries()) {
          expect(compareBySort(ORDERS, sort)(row, inOrder[index] as Row), `position ${index}`).toBe(0);
        }
      },
    );
    await fc.assert(property, { seed, numRuns: 150, interruptAfterTimeLimit: 30_000 });
  });
});
