import { env } from "@/lib/kernel/env";
import { jobs } from "@/lib/operations/jobs/list";
import { runTools } from "@/lib/moving/service-moves/run";
import type { OutboundSender } from "@/lib/platform/outbound/send";
import type { TestOrganization } from "../builders";
import { runMessage } from "../delivery/run-message";
import { sql } from "../platform/database";
import { PIXEL } from "./many-badges";

export const BASE_URL = "https://other.example";
export const TOKEN = "token-of-the-source";
export const PATH = "/service_moves";
const ROOT = "/organizations/acme";

/** A response of the other service. */
export type Given = { status?: number; body?: unknown; headers?: Record<string, string>; bytes?: Buffer };

/** The requests that the other service got. */
export const requests: Parameters<OutboundSender>[0][] = [];

const own = { type: "Organization", id: "acme" };
export const template = (id: string, more: object = {}) => ({
  id,
  name: `Template ${id}`,
  state: "active",
  public: true,
  level: "Advanced",
  image_url: `${BASE_URL}/art/${id}.png`,
  owner: own,
  ...more,
});
export const badge = (id: string, more: object = {}) => ({
  id,
  state: "pending",
  recipient_email: `earner-${id}@example.org`,
  issued_to: `Earner ${id}`,
  issued_at: "2025-01-02T03:04:05Z",
  created_at: "2025-01-01T00:00:00Z",
  badge_template: { id: "t1", name: "Template t1", owner: own },
  created_by: own,
  ...more,
});
export const employee = (id: string, more: object = {}) => ({
  id,
  email: `employee-${id}@example.org`,
  employee_state: "accepted",
  first_name: "Em",
  ...more,
});

type Lists = { templates?: unknown[]; badges?: unknown[]; employees?: unknown[] };

/** Builds the responses of a service with these lists. */
export function buildAnswers({ templates = [], badges = [], employees = [] }: Lists): Record<string, Given> {
  const list = (data: unknown[]): Given => ({ body: { data, metadata: { next_page_url: null } } });
  return {
    "/organizations": { body: { data: [{ id: "acme" }] } },
    [ROOT]: { body: { data: { id: "acme", name: "Acme" } } },
    [`${ROOT}/badge_templates`]: list(templates),
    [`${ROOT}/high_volume_issued_badge_search`]: list(badges),
    [`${ROOT}/badges`]: list(badges),
    [`${ROOT}/employees`]: list(employees),
  };
}

/** The database of the test file that serves: files of one worker share this module. */
let servedFor: string | null = null;

/** Lets the other service respond like this. `intervene` is called before each response, and may replace it. */
export function serve(
  answers: Record<string, Given>,
  intervene: (url: URL) => Promise<Given | null> | Given | null = () => null,
): void {
  requests.length = 0;
  servedFor = env().DATABASE_URL;
  const pixel = Buffer.from(PIXEL, "base64");
  runTools.sleep = () => Promise.resolve();
  runTools.send = async (input) => {
    requests.push(input);
    const url = new URL(input.url);
    const isArt = url.pathname.startsWith("/art/");
    const given =
      (await intervene(url)) ?? answers[url.pathname] ?? (isArt ? { bytes: pixel } : { status: 404 });
    const body = given.bytes ?? Buffer.from(JSON.stringify(given.body ?? null));
    if (body.length > input.maxResponseBytes)
      return {
        kind: "failure",
        reason: "too_big",
        message: "The response is too large.",
        ours: false,
        durationMs: 1,
      };
    return {
      kind: "response",
      status: given.status ?? 200,
      headers: given.headers ?? {},
      body,
      truncated: false,
      durationMs: 1,
    };
  };
}

export const serveEmptyOrganization = (): void => serve(buildAnswers({}));

// oxlint-disable-next-line typescript/no-explicit-any -- tests read what they assert
type Move = any;

/** Creates a move through the API from the service that is served, or from an empty one. */
export async function createServiceMove(organization: TestOrganization): Promise<Move> {
  if (servedFor !== env().DATABASE_URL) serveEmptyOrganization();
  const answer = await organization.client.post(PATH, { base_url: BASE_URL, token: TOKEN });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data ?? answer));
  return answer.data;
}

export async function startServiceMove(organization: TestOrganization, id: string): Promise<Move> {
  const answer = await organization.client.post(`${PATH}/${id}/start`, {});
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data ?? answer));
  return answer.data;
}

export const getServiceMove = async (organization: TestOrganization, id: string): Promise<Move> =>
  (await organization.client.get(`${PATH}/${id}`)).data;

/** Executes one turn of a move, as a runner does. Returns whether another one is due. */
export async function runMoveTurn(id: string): Promise<boolean> {
  const rows = await sql(
    "SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'service_move' AND state = 'due'",
    [id],
  );
  let isDue = false;
  for (const row of rows) isDue = (await runMessage(jobs.service_move, String(row.id))) !== null || isDue;
  return isDue;
}

/** Makes the next turn due now, as after a pause or the end of a lease. */
export const makeTurnDue = (id: string) =>
  sql("UPDATE outbox_messages SET next_attempt_at = now(), leased_until = NULL WHERE subject_id = $1", [id]);

/** Executes all turns of a move. Returns it. */
export async function runMove(organization: TestOrganization, id: string): Promise<Move> {
  for (let turns = 0; await runMoveTurn(id); turns += 1) {
    await makeTurnDue(id);
    if (turns > 200) throw new Error("The move has no end.");
  }
  return getServiceMove(organization, id);
}

/** Creates, starts and completes a move. */
export async function moveAll(organization: TestOrganization): Promise<Move> {
  const { id } = await createServiceMove(organization);
  await startServiceMove(organization, id);
  return runMove(organization, id);
}
