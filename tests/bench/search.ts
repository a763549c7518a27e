import pg from "pg";
import { Pool } from "undici";
import { createOrganization, type Product } from "../support/platform/product";
import { median } from "./children";
import { residentMb } from "./process-cost";
import { report, reportFigure, type Comparison, type Print } from "./report";
import { fillOrganization } from "./organization-data";
import { employeesByHand, employeesAsked, templatesAsked, templatesByHand } from "./lists-by-hand";
import { copyByHand, pageByHand, type Asked, type Statement } from "./search-by-hand";

const SIZES = [1_000, 1_000_000] as const;
const ROUNDS = 9;
const SCANS = 5;
/** A server is measured in its steady state: compiled by V8, with its statements planned. */
const WARM_UP = 3_000;
/** Hand-written queries that take longer than this are measured once. */
const SLOW_MS = 3_000;

type Bench = { product: Product; http: Pool; client: pg.Client };
type Subject = { id: string; headers: { authorization: string }; asked: Asked[] };

/** Builds one request for each filter and sort key, with a value that the organization has. */
async function buildQueries(client: pg.Client, id: string): Promise<Asked[]> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT badge.*, (SELECT name FROM badge_templates WHERE id = badge_template_id) AS template
     FROM issued_badges AS badge WHERE organization_id = $1 AND user_id IS NOT NULL AND issuer_earner_id IS NOT NULL
       AND deleted_at IS NULL ORDER BY id LIMIT 1`,
    [id],
  );
  const badge = rows[0] ?? {};
  const recent = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString().slice(0, 10);
  const dates = ["created_at", "issued_at", "issued_at_date", "state_updated_at", "updated_at"].flatMap(
    (key) => [`${key}_min::${recent}`, `${key}_max::2019-01-01`],
  );
  const filters = [
    ...dates,
    ...["expires_at", "expires_at_date"].flatMap((key) => [
      `${key}_min::2030-01-01`,
      `${key}_max::2022-01-01`,
    ]),
    `query::${badge.issued_to_last_name}`,
    "query::@mail0.",
    "state::pending",
    "state::revoked,rejected",
    `user_id::${badge.user_id}`,
    `issuer_id::${id}`,
    `issuer_earner_id::${badge.issuer_earner_id}`,
    "public::false",
    `badge_templates[owner_id]::${id}`,
    `badge_templates[name]::${badge.template}`,
    "badge_templates[reporting_tags]::tag-3",
    "badge_templates[skills]::Rare 1",
    `badge_template_id::${badge.badge_template_id}`,
    `recipient_email::${badge.recipient_email}`,
    `recipient_email_all::${badge.recipient_email}`,
  ];
  const sorts = ["created_at", "issued_at", "state_updated_at", "badge_templates[name]"]
    .concat(["users[first_name]", "users[last_name]"])
    .flatMap((key) => [key, `-${key}`]);
  return [{}, ...filters.map((filter) => ({ filter })), ...sorts.map((sort) => ({ sort })), { page: "201" }];
}

async function createSubject(product: Product, client: pg.Client, badges: number): Promise<Subject> {
  const created = await createOrganization(product.dataDir, {
    name: `Bench ${badges}`,
    adminEmail: `bench-${badges}@example.org`,
  });
  await fillOrganization(client, { organizationId: created.organization_id, badges, seed: badges });
  const token = Buffer.from(`${created.authorization_token}:`).toString("base64");
  const id = created.organization_id;
  return { id, headers: { authorization: `Basic ${token}` }, asked: await buildQueries(client, id) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** A list: its path, its requests, and the same queries by hand. */
type List = {
  path: string;
  asked: (one: Subject) => Asked[];
  byHand: (one: Subject, asked: Asked) => Statement[] | Promise<Statement[]>;
};

const benchLists = (product: Product): List[] => [
  { path: "badges", asked: ({ asked }) => asked, byHand: ({ id }, asked) => pageByHand(product, id, asked) },
  { path: "employees", asked: () => employeesAsked, byHand: ({ id }, asked) => employeesByHand(id, asked) },
  {
    path: "badge_templates",
    asked: () => templatesAsked,
    byHand: ({ id }, asked) => templatesByHand(id, asked),
  },
];

const buildPath = ({ id }: Subject, path: string, asked: Asked): string =>
  `/v1/organizations/${id}/${path}?${new URLSearchParams(asked).toString()}`;

async function requestPage({ http }: Bench, list: List, one: Subject, asked: Asked): Promise<void> {
  const path = buildPath(one, list.path, asked);
  const answer = await http.request({ path, method: "GET", headers: one.headers });
  if (answer.statusCode !== 200) throw new Error(await answer.body.text());
  await answer.body.dump();
}

/** Requests the pages of a list of the small organization in turn, to warm up the code and the query plans. */
async function warm(bench: Bench, list: List, one: Subject): Promise<void> {
  const all = list.asked(one);
  for (let count = 0; count < WARM_UP; count += 1)
    await requestPage(bench, list, one, all[count % all.length] ?? {});
}

/** Measures the milliseconds of a page over HTTP and of the same page by hand, alternately. */
async function measure(bench: Bench, list: List, one: Subject, asked: Asked) {
  const byHand = await list.byHand(one, asked);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(() => requestPage(bench, list, one, asked)));
    bare.push(
      await timed(async () => {
        for (const statement of byHand) await bench.client.query(statement);
      }),
    );
    if ((bare.at(-1) ?? 0) > SLOW_MS) break;
  }
  return { ours: median(ours), bare: median(bare) };
}

const NEXT = '"metadata":';

/**
 * Returns the path of the next page. Parsing the badges is the client's time and not measured, as for the rows of COPY.
 */
function readNextPath(body: Buffer): string | null {
  const { next_page_url: next } = JSON.parse(
    body.subarray(body.lastIndexOf(NEXT) + NEXT.length, -1).toString(),
  ) as { next_page_url: string | null };
  return next === null ? null : new URL(next).pathname + new URL(next).search;
}

const BADGE = '"badge_url":';

function badgesIn(body: Buffer): number {
  let badges = 0;
  for (let at = body.indexOf(BADGE); at >= 0; at = body.indexOf(BADGE, at + 1)) badges += 1;
  return badges;
}

/** Scans the whole list over HTTP. Returns badges per second, and the server's resident memory at the end. */
async function scanList({ http, product }: Bench, { id, headers }: Subject, format: string) {
  const [server] = await product.servers();
  const pid = server?.pid ?? 0;
  let path: string | null = `/v1/organizations/${id}/high_volume_issued_badge_search?badge_format=${format}`;
  let badges = 0;
  const began = performance.now();
  while (path !== null) {
    const answer = await http.request({ path, method: "GET", headers });
    const body = Buffer.from(await answer.body.arrayBuffer());
    badges += badgesIn(body);
    path = readNextPath(body);
  }
  const seconds = (performance.now() - began) / 1000;
  return { badges, rate: badges / seconds, after: await residentMb(pid) };
}

const asText = (asked: Asked): string => {
  const [[key, value] = ["newest", "first"]] = Object.entries(asked);
  return `${key} ${value}`.slice(0, 52).padEnd(52);
};

/** Reports the filters and orders of a list, each as a round. */
function reportKeys(
  print: Print,
  path: string,
  { byHand, growth }: Record<"byHand" | "growth", Comparison["rounds"]>,
): void {
  const page = `a page of ${path}, ${byHand.length} filters and orders`;
  const beside = `${page}, beside SQL by hand`;
  report(print, { name: beside, unit: "ms", rounds: byHand, goal: { atMost: 1.5 } });
  report(print, { name: `${beside}, the slowest`, unit: "ms", rounds: byHand, goal: { eachAtMost: 2 } });
  const grown = `${page}, at a million badges beside a thousand`;
  report(print, { name: grown, unit: "ms", rounds: growth, goal: { eachAtMost: 1.5 } });
}

async function pages(bench: Bench, small: Subject, large: Subject, print: Print): Promise<void> {
  for (const list of benchLists(bench.product)) {
    print(`\nOne page of ${list.path}, medians of ${ROUNDS}, ms`);
    print(`  ${"".padEnd(52)} by hand     page  ratio  10^6/10^3`);
    await warm(bench, list, small);
    const few = list.asked(small);
    const [byHand, growth]: [Comparison["rounds"], Comparison["rounds"]] = [[], []];
    for (const [index, asked] of list.asked(large).entries()) {
      const little = await measure(bench, list, small, few[index] ?? {});
      const much = await measure(bench, list, large, asked);
      byHand.push({ ours: much.ours, reference: much.bare });
      growth.push({ ours: much.ours, reference: little.ours });
      const shown = [
        much.bare.toFixed(1).padStart(7),
        much.ours.toFixed(1).padStart(8),
        (much.ours / much.bare).toFixed(1).padStart(6),
        (much.ours / little.ours).toFixed(1).padStart(10),
      ];
      print(`  ${asText(asked)} ${shown.join(" ")}`);
    }
    reportKeys(print, list.path, { byHand, growth });
  }
}

async function compareScans(bench: Bench, large: Subject, print: Print): Promise<void> {
  print("\nThe bulk search over all badges");
  for (const format of ["minimal", "default"] as const) {
    const rounds: Comparison["rounds"] = [];
    const resident: number[] = [];
    for (let round = 0; round < SCANS; round += 1) {
      const copyMs = await timed(() => bench.client.query(copyByHand(large.id, format)));
      const { badges, rate, after } = await scanList(bench, large, format);
      rounds.push({ ours: rate, reference: badges / (copyMs / 1000) });
      resident.push(after);
    }
    const name = `badges of the bulk search, ${format} format, beside COPY`;
    report(print, { name, unit: "/s", rounds, goal: { atLeast: 0.35 } });
    reportFigure(print, {
      name: `memory of the server after each walk, ${format}`,
      unit: "MB",
      values: resident,
    });
  }
}

/** Compares the list of badges, at a thousand and at a million, and the bulk search with hand-written SQL. */
export async function search(product: Product, print: Print): Promise<void> {
  const client = new pg.Client({
    connectionString: await product.databaseUrl(),
    options: "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0",
  });
  await client.connect();
  const http = new Pool(product.origin, { connections: 1 });
  try {
    const subjects: Subject[] = [];
    for (const size of SIZES) {
      const seconds =
        (await timed(async () => subjects.push(await createSubject(product, client, size)))) / 1000;
      print(`${size} badges made in ${seconds.toFixed(0)} s`);
    }
    await client.query(
      "VACUUM ANALYZE issued_badges, badge_templates, badge_template_issue_counts, users, user_emails, employees",
    );
    const [small, large] = subjects as [Subject, Subject];
    const bench = { product, http, client };
    await pages(bench, small, large, print);
    await compareScans(bench, large, print);
  } finally {
    await http.close();
    await client.end();
  }
}
