import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { templateListKeys } from "@/lib/badges/templates/service";
import { newId } from "@/lib/kernel/ids";
import {
  createTestOrganization,
  createRecommendation,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { openConnection } from "../../support/platform/database";
import {
  anyOfValues,
  timeBound,
  toNamed,
  wordOrQuotedMatch,
  overlappingValues,
  randomFilters,
  randomSort,
  compareBySort,
  booleanFilter,
  type Oracle,
  type SortValues,
} from "../../support/badges/filter-oracle";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** A template as the oracle sees it. */
type Row = {
  id: string;
  organization_id: string;
  name: string;
  description: string;
  public: boolean;
  state: string;
  skills: string[];
  reporting_tags: string[];
  created_at: string;
  updated_at: string;
  issued: number;
  recommendation_ids: string[];
};

let organization: TestOrganization;
let recommendation: { id: string };
let rows: Row[];

const randomWordSql = (values: string[], count: string) =>
  `(ARRAY['${values.join("','")}'])[1 + floor(random() * ${values.length})::int + ${count} * 0]`;

const INSERT_TEMPLATES = `
  INSERT INTO badge_templates (id, organization_id, name, description, state, vanity_slug, image_id, image_generated,
    public, skills, reporting_tags, state_updated_at, created_at, updated_at, deleted_at)
  SELECT gen_random_uuid(), $1, ${randomWordSql(["Applied", "Advanced", "100%", "Ünder_"], "i")} || ' '
      || ${randomWordSql(["Algebra", "algebra", "Botany", "Drawing"], "i")},
    ${randomWordSql(["About algebra", "Of plants & bees", "Lines"], "i")}, ${randomWordSql(["draft", "active", "archived"], "i")}::badge_template_state,
    'made-' || i, $2, true, random() < 0.6, ARRAY['Skill ' || i % 7, 'Skill ' || i % 5],
    CASE WHEN random() < 0.7 THEN ARRAY['tag-' || i % 4] ELSE '{}' END, now(), made_at,
    made_at + random() * (now() - made_at), CASE WHEN random() < 0.1 THEN now() END
  FROM generate_series(1, 160) AS i
  CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now() - i % 40 * interval '1 day' - random() * interval '1 day') AS made_at) AS made`;

beforeAll(async () => {
  const other = await createTestOrganization();
  await createTemplate(other);
  organization = await createTestOrganization();
  const { id } = await createTemplate(organization);
  recommendation = await createRecommendation(organization);
  const client = await openConnection();
  try {
    await client.query("SELECT setseed($1)", [(seed % 10_000) / 10_000]);
    const image = await client.query<{ id: string }>(
      "SELECT image_id AS id FROM badge_templates WHERE id = $1",
      [id],
    );
    await client.query(INSERT_TEMPLATES, [organization.id, image.rows[0]?.id]);
    await client.query(
      `INSERT INTO badge_template_issue_counts (badge_template_id, slot, issued)
       SELECT id, slot, floor(random() * 3)::int FROM badge_templates, generate_series(0, 2) AS slot WHERE random() < 0.6
       ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO badge_template_recommendations (organization_id, badge_template_id, recommendation_id)
       SELECT organization_id, id, $2 FROM badge_templates
       WHERE organization_id = $1 AND deleted_at IS NULL AND random() < 0.4`,
      [organization.id, recommendation.id],
    );
    const found = await client.query<{ row: Row }>(
      `SELECT to_jsonb(template) || jsonb_build_object('issued',
         COALESCE((SELECT sum(issued) FROM badge_template_issue_counts WHERE badge_template_id = template.id), 0), 'reporting_tags', COALESCE(reporting_tags, '{}'), 'recommendation_ids',
         ARRAY(SELECT recommendation_id FROM badge_template_recommendations WHERE badge_template_id = template.id)) AS row
       FROM badge_templates AS template
       WHERE organization_id = $1 AND deleted_at IS NULL`,
      [organization.id],
    );
    rows = found.rows.map(({ row }) => row);
  } finally {
    await client.end();
  }
});

const buildOracle = (): Oracle<Row> => ({
  query: wordOrQuotedMatch("query", rows, ({ name, description }) => [name, description]),
  name: wordOrQuotedMatch("name", rows, ({ name }) => [name]),
  public: booleanFilter("public", (row) => row.public),
  reporting_tags: overlappingValues("reporting_tags", rows, (row) => row.reporting_tags),
  recommendation_ids: overlappingValues("recommendation_ids", rows, (row) => row.recommendation_ids, newId()),
  skills: overlappingValues("skills", rows, (row) => row.skills),
  state: anyOfValues("state", ["draft", "active", "archived"], ({ state }) => state),
  created_at_min: timeBound(["created_at_min", "min"], rows, (row) => row.created_at),
  created_at_max: timeBound(["created_at_max", "max"], rows, (row) => row.created_at),
  updated_at_min: timeBound(["updated_at_min", "min"], rows, (row) => row.updated_at),
  updated_at_max: timeBound(["updated_at_max", "max"], rows, (row) => row.updated_at),
  owner_id: anyOfValues("owner_id", [organization.id, newId()], (row) => row.organization_id),
});

const ORDERS: SortValues<Row> = {
  name: ({ name }) => toNamed(name),
  created_at: (row) => Date.parse(row.created_at),
  updated_at: (row) => Date.parse(row.updated_at),
  badges_count: ({ issued }) => issued,
};

/** The lists that take the same filters: all templates, and the templates that show a recommendation. */
const templateLists = () => [
  { path: "/badge_templates", isIn: () => true },
  {
    path: `/recommendations/${recommendation.id}/badge_templates`,
    isIn: (row: Row) => row.recommendation_ids.includes(recommendation.id),
  },
];

async function listAll(path: string, query: Record<string, string>): Promise<Row[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const address = `${path}?${new URLSearchParams({ ...query, page: String(page) }).toString()}`;
    const { status, data, metadata } = await organization.client.get(address);
    expect(status, JSON.stringify(data)).toBe(200);
    ids.push(...data.map(({ id }: { id: string }) => id));
    if (metadata.next_page_url === null) return ids.flatMap((id) => rows.filter((row) => row.id === id));
  }
}

describe(`filters and orders of badge templates compared with a naive implementation (SEED=${seed})`, () => {
  it("have a naive implementation for every existing key", () => {
    expect(Object.keys(buildOracle()).toSorted()).toEqual(templateListKeys.filter.toSorted());
    expect(Object.keys(ORDERS).toSorted()).toEqual(templateListKeys.sort.toSorted());
  });

  it("can be combined in any number, over all pages of any order", { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(
      randomFilters(buildOracle()),
      randomSort(ORDERS),
      fc.constantFrom(...templateLists()),
      async (questions, sort, { path, isIn }) => {
        const filter = questions.map(({ key, value }) => `${key}::${value}`).join("|");
        const expected = rows.filter((row) => isIn(row) && questions.every(({ fits }) => fits(row)));
        const shown = await listAll(path, { filter, sort });
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
