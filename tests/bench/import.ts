import { createOrganization, type Product } from "../support/platform/product";
import { HOLDER_EMAIL, buildPeopleFile } from "../support/badges/people-file";
import { report, reportFigure, type Comparison, type Print } from "./report";

const ROWS = 5_000;
const ROUNDS = 3;
const BATCH = 1_000;
const POLL_MS = 20;

type Ask = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

const createApiCaller =
  (
    origin: string,
    { organization_id: id, authorization_token: token }: Awaited<ReturnType<typeof createOrganization>>,
  ): Ask =>
  async <Data>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}/v1/organizations/${id}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { data: Data };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(data)}`);
    return data;
  };

/** Creates a template whose badge only the holder in the planted file has. */
async function createHeldTemplate(callApi: Ask): Promise<string> {
  const { id } = await callApi<{ id: string }>("POST", "/badge_templates", {
    name: "Import",
    description: "Measured.",
    global_activity_url: "https://example.org",
    skills: ["Speed"],
  });
  await callApi("POST", "/badges", badgeBody(id, [HOLDER_EMAIL, "Ada", "Okafor", "01.03.2026"]));
  return id;
}

/** Builds a badge from the first cells of a row. */
const badgeBody = (templateId: string, [email, first, last, issued = ""]: string[]) => ({
  badge_template_id: templateId,
  recipient_email: email,
  issued_to_first_name: first,
  issued_to_last_name: last,
  issued_at: issued.split(".").reverse().join("-"),
  suppress_badge_notification_email: true,
});

/** Builds the valid rows of the file as an API client would send them. */
function buildBadgeBodies(templateId: string, text: string, faults: Set<number>) {
  const lines = text.split("\r\n").slice(1, ROWS + 1);
  return lines
    .filter((_, index) => !faults.has(index + 1))
    .map((line) => badgeBody(templateId, line.split(";")));
}

type Checked = { id: string; ok_count: number; error_count: number };
type State = { state: string; issued_count: number };

/** Measures the seconds of the check and of the run, from its start until it is reported as done. */
async function importRows(
  callApi: Ask,
  text: string,
): Promise<{ check: number; run: number; issued: number }> {
  const badge_template_id = await createHeldTemplate(callApi);
  const began = performance.now();
  const { id } = await callApi<Checked>("POST", "/badge_imports", {
    badge_template_id,
    file_name: "people.csv",
    file: Buffer.from(text).toString("base64"),
    suppress_badge_notification_email: true,
  });
  const started = performance.now();
  await callApi("POST", `/badge_imports/${id}/start`, {});
  for (;;) {
    const { state, issued_count: issued } = await callApi<State>("GET", `/badge_imports/${id}`);
    if (state !== "running") {
      const ended = performance.now();
      return { check: (started - began) / 1000, run: (ended - started) / 1000, issued };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Measures the seconds of issuing the same rows by POST …/badges/batch, one request after the other. */
async function issueBatches(callApi: Ask, text: string, faults: Set<number>): Promise<number> {
  const bodies = buildBadgeBodies(await createHeldTemplate(callApi), text, faults);
  const began = performance.now();
  for (let from = 0; from < bodies.length; from += BATCH) {
    const results = await callApi<{ status: number }[]>("POST", "/badges/batch", {
      badges: bodies.slice(from, from + BATCH),
    });
    if (results.some(({ status }) => status !== 201)) throw new Error("a row of the batch was refused");
  }
  return (performance.now() - began) / 1000;
}

/** Compares issuing a file of 5,000 rows with the same rows in batches through the API. Rounds alternate. */
export async function importing(product: Product, print: Print): Promise<void> {
  const created = await createOrganization(product.dataDir, {
    name: "Import",
    adminEmail: "import@example.org",
  });
  const callApi = createApiCaller(product.origin, created);
  const { text, faults } = buildPeopleFile(ROWS);
  const planted = new Set(faults);
  const sound = ROWS - faults.length;
  await importRows(callApi, text);
  await issueBatches(callApi, text, planted);
  const checks: number[] = [];
  const rounds: Comparison["rounds"] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = sound / (await issueBatches(callApi, text, planted));
    const { check, run, issued } = await importRows(callApi, text);
    if (issued !== sound) throw new Error(`${issued} issued of ${sound}`);
    checks.push(check);
    rounds.push({ reference, ours: sound / run });
  }
  print(`\nIssuing a file of ${ROWS} rows, ${faults.length} of them wrong (${ROUNDS} rounds)`);
  const name = `rows of a file issued, beside POST …/badges/batch with ${BATCH}`;
  report(print, { name, unit: "/s", rounds, goal: { atLeast: 0.5 } });
  reportFigure(print, { name: `checking a file of ${ROWS} rows`, unit: "s", values: checks });
}
