import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createOrganization, type Product } from "../platform/product";

const RETRY_MS = 50;

type Credentials = Awaited<ReturnType<typeof createOrganization>>;

/** A badge whose request was acknowledged, with the idempotency key of the request. */
export type Acknowledged = {
  key: string;
  badgeId: string;
  email: string;
  /** Before the first attempt and after the response, in milliseconds. */
  sentAt: number;
  acknowledgedAt: number;
};

export type Issuer = Credentials & { templateId: string };

const basic = (token: string) => `Basic ${Buffer.from(`${token}:`).toString("base64")}`;

/** Sends one request of an organization's API client. */
export function callApi(
  origin: string,
  { organization_id: id, authorization_token: token }: Credentials,
  [method, path, body]: [method: string, path: string, body: unknown],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${origin}/v1/organizations/${id}${path}`, {
    method,
    headers: { authorization: basic(token), "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function expectStatus(response: Response, status: number): Promise<{ data: { id: string } }> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${text}`);
  return JSON.parse(text) as { data: { id: string } };
}

/** Creates an organization with an active template, whose webhooks go to `webhookUrl`. */
export async function createIssuer(product: Product, webhookUrl: string): Promise<Issuer> {
  const name = `Issuer ${randomUUID().slice(0, 8)}`;
  const adminEmail = `${randomUUID()}@example.org`;
  const created = await createOrganization(
    product.dataDir,
    { name, adminEmail },
    product.env,
    product.folder,
  );
  await expectStatus(await callApi(product.origin, created, ["PUT", "", { webhook_url: webhookUrl }]), 200);
  const template = {
    name: "Persistence",
    description: "Came back after every blow.",
    global_activity_url: "https://example.org/course",
    skills: ["Patience"],
  };
  const answer = await callApi(product.origin, created, ["POST", "/badge_templates", template]);
  return { ...created, templateId: (await expectStatus(answer, 201)).data.id };
}

/** Builds the request for one badge. Repetitions are identical. */
export function buildBadgeRequest(issuer: Issuer, email: string): [string, string, unknown] {
  const body = {
    badge_template_id: issuer.templateId,
    recipient_email: email,
    issued_to_first_name: "Ada",
    issued_to_last_name: "Okafor",
    issued_at: "2026-04-01T09:41:00Z",
    suppress_badge_notification_email: true,
  };
  return ["POST", "/badges", body];
}

/**
 * Starts a client that issues badges one after the other in several lanes. It repeats each request with its idempotency
 * key until the request is acknowledged, even if the server is down. `origin` is read again for each attempt.
 */
export function startIssuing(issuer: Issuer, origin: () => string, lanes: number) {
  const acknowledged: Acknowledged[] = [];
  const surprises: string[] = [];
  let repeated = 0;
  let isOver = false;

  const attempt = async (key: string, email: string): Promise<string | null> => {
    try {
      const headers = { "idempotency-key": key };
      const response = await callApi(origin(), issuer, buildBadgeRequest(issuer, email), headers);
      const text = await response.text();
      if (response.status === 201) return (JSON.parse(text) as { data: { id: string } }).data.id;
      // 409: the interrupted request is still running; 5xx: the database is away for a moment.
      if (response.status !== 409 && response.status < 500) surprises.push(`${response.status} ${text}`);
      return null;
    } catch {
      return null; // refused, reset, cut off: it is unknown whether the badge was issued
    }
  };
  const lane = async (): Promise<void> => {
    while (!isOver) {
      const key = randomUUID();
      const email = `${key}@example.org`;
      const sentAt = Date.now();
      let badgeId = await attempt(key, email);
      for (; badgeId === null; badgeId = await attempt(key, email)) {
        repeated += 1;
        await sleep(RETRY_MS);
      }
      acknowledged.push({ key, badgeId, email, sentAt, acknowledgedAt: Date.now() });
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    acknowledged,
    /** Responses that are neither a success nor a reason to repeat the request. */
    surprises,
    repeated: () => repeated,
    /** Starts no further requests. Resolves when all open requests are acknowledged. */
    finish: async () => {
      isOver = true;
      await running;
    },
  };
}
