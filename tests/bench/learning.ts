import pg from "pg";
import { createOrganization, type Product } from "../support/platform/product";
import { fillCourse, REQUIREMENTS } from "./course-data";
import { report, type Comparison, type Print } from "./report";
import { eligibleByHand, evaluateByHand, type Subject } from "./learning-by-hand";

const SIZES = [1_000, 5_000, 20_000] as const;
const ROUNDS = 3;
const PAGES = 9;

type Parameters = Record<string, unknown>;
type Credentials = Awaited<ReturnType<typeof createOrganization>>;

async function answer<Data>(url: string, init: RequestInit): Promise<Data> {
  const response = await fetch(url, init);
  const { data, meta } = (await response.json()) as { data: Data; meta?: unknown };
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(meta ?? data)}`);
  return data;
}

const post = <Data>(url: string, body: Parameters, authorization?: string): Promise<Data> =>
  answer<Data>(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
    body: JSON.stringify(body),
  });

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

type Bench = { origin: string; client: pg.Client; made: Credentials; token: string };

async function setUp(product: Product, client: pg.Client): Promise<Bench> {
  const made = await createOrganization(product.dataDir, { name: "Course", adminEmail: "lms@example.org" });
  const { origin } = product;
  const organization = `${origin}/v1/organizations/${made.organization_id}`;
  await post(`${organization}/learning_apps`, { name: "LMS" }, basic(made.authorization_token, ""));
  const signIn = basic(made.admin_email, made.admin_password);
  const { token } = await post<{ token: string }>(`${origin}/v1.1/authenticate`, {}, signIn);
  return { origin, client, made, token };
}

async function createTemplate({ origin, made }: Bench): Promise<{ id: string; learning_badge_id: number }> {
  const body = {
    name: "Course",
    description: "Measured.",
    global_activity_url: "https://example.org",
    skills: ["Speed"],
  };
  return post(
    `${origin}/v1/organizations/${made.organization_id}/badge_templates`,
    body,
    basic(made.authorization_token, ""),
  );
}

/** Creates a badge of a course, with a rule of five requirements. */
async function createRule(bench: Bench, integrationId: number, gradables: number[]): Promise<Subject> {
  const template = await createTemplate(bench);
  const requirements = REQUIREMENTS.map(({ operator, value }, index) => ({
    grade_object_id: gradables[index],
    operator,
    value,
  }));
  const { rules } = await post<{ rules: { id: number }[] }>(`${bench.origin}/v1.1/cle_rules/update`, {
    access_token: bench.token,
    integration_account_id: integrationId,
    badge_id: template.learning_badge_id,
    rules: [{ id: "new", requirements }],
  });
  const organizationId = bench.made.organization_id;
  return { organizationId, integrationId, templateId: template.id, ruleId: rules[0]?.id ?? 0 };
}

async function createCourse(bench: Bench, students: number) {
  const { origin, client, made, token } = bench;
  const course = { access_token: token, name: "Course", course_id: `course-${students}` };
  const integrations = await post<Parameters>(`${origin}/v1.1/cle_integrations/create`, course);
  const integrationId = Number(Object.keys(integrations)[0]);
  const organizationId = made.organization_id;
  const gradables = await fillCourse(client, { organizationId, integrationId, students });
  return { integrationId, gradables };
}

async function seconds<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1000, result];
}

const evaluate = ({ origin, token }: Bench, { integrationId, ruleId }: Subject) =>
  post<{ student_count: number }>(`${origin}/cle_eligibility/evaluate/rule`, {
    access_token: token,
    integration_account_id: integrationId,
    rule_id: ruleId,
  });

const eligible = ({ origin, token }: Bench, { integrationId, ruleId }: Subject) => {
  const query = {
    access_token: token,
    integration_account_id: String(integrationId),
    rule_id: String(ruleId),
  };
  return answer(`${origin}/cle_eligibility/students?${new URLSearchParams(query)}`, { method: "GET" });
};

/** Otherwise the runner would still send the mails of one evaluation while the next one is measured. */
const deleteMails = (client: pg.Client) => client.query("DELETE FROM outbox_messages WHERE kind = 'mail'");

type Figures = Record<"evaluations" | "pages", Comparison["rounds"]>;

/**
 * Measures the seconds of evaluating, each time another badge for the same students, and the milliseconds of a page of
 * them, alternately.
 */
async function measure(bench: Bench, students: number): Promise<Figures> {
  const { client } = bench;
  const { integrationId, gradables } = await createCourse(bench, students);
  await client.query("VACUUM ANALYZE learning_students, learning_grades, learning_gradables");
  const figures: Figures = { evaluations: [], pages: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [
      await createRule(bench, integrationId, gradables),
      await createRule(bench, integrationId, gradables),
    ];
    const [byHand, expected] = await seconds(() => evaluateByHand(client, other));
    await deleteMails(client);
    const [took, { student_count: count }] = await seconds(() => evaluate(bench, one));
    await deleteMails(client);
    if (count !== expected) throw new Error(`${count} issued, ${expected} by hand`);
    figures.evaluations.push({ ours: took, reference: byHand });
    for (let again = 0; again < PAGES; again += 1) {
      const reference = (await seconds(() => eligibleByHand(client, one)))[0] * 1000;
      figures.pages.push({ ours: (await seconds(() => eligible(bench, one)))[0] * 1000, reference });
    }
  }
  return figures;
}

/** Evaluates a rule with five requirements and lists who meets it, at a thousand students and more. */
export async function learning(product: Product, print: Print): Promise<void> {
  const client = new pg.Client({
    connectionString: await product.databaseUrl(),
    options: "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0",
  });
  await client.connect();
  try {
    const bench = await setUp(product, client);
    await measure(bench, 500);
    print(`\nEvaluating a rule with five requirements (${ROUNDS} rounds)`);
    let first: Figures | null = null;
    for (const students of SIZES) {
      const { evaluations, pages } = await measure(bench, students);
      const name = `evaluating a rule for ${students} students`;
      report(print, { name: `${name}, beside SQL by hand`, unit: "s", rounds: evaluations });
      report(print, {
        name: `a page of those who meet it, of ${students}, by hand`,
        unit: "ms",
        rounds: pages,
      });
      first ??= { evaluations, pages };
      const beside = first.evaluations;
      const rounds = evaluations.map(({ ours }, round) => ({ ours, reference: beside[round]?.ours ?? 0 }));
      const goal = { atMost: students / SIZES[0] };
      if (students > SIZES[0])
        report(print, { name: `${name}, beside ${SIZES[0]}`, unit: "s", rounds, goal });
    }
  } finally {
    await client.end();
  }
}
