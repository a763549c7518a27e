import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { hourlyJobs } from "@/lib/operations/jobs/list";
import { withClient } from "@/lib/platform/postgres/database";
import {
  buildBadgeRequest,
  callApi,
  createIssuer,
  startIssuing,
  type Issuer,
} from "../support/badges/issuing";
import { signInAtHost, signOutAtHost } from "../support/accounts/browser-session";
import { connectCourse } from "../support/learning/learning-system";
import { launchFields } from "../support/learning/lms";
import { startTwoHosts, type Host, type Installation } from "../support/platform/hosts";
import { isLong } from "../support/platform/long";
import { createLearningApp, ensureBuilt } from "../support/platform/product";
import { until } from "../support/until";

// Two machines with one database and one Redis, and no file in common: each request may reach either of them.

const LIMIT = 700;
const FAILURES = 60;
const UNREACHABLE_URL = "http://127.0.0.1:9/nobody";

let installation: Installation;
let first: Host;
let second: Host;

beforeAll(async () => {
  await ensureBuilt();
  // A proxy in front, so that each test has its own address for its failures.
  installation = await startTwoHosts({
    RATE_LIMIT: String(LIMIT),
    TRUSTED_PROXIES: "1",
    // The ends of hourly jobs are in the log of this level.
    LOG_LEVEL: "debug",
  });
  [first, second] = installation.hosts;
});
afterAll(() => installation?.remove());

const newIssuer = (): Promise<Issuer> => createIssuer(first, UNREACHABLE_URL);
const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  withClient(installation.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows);

// oxlint-disable-next-line typescript/no-explicit-any -- tests read what they assert
type Data = any;

/** Sends an organization's request to one host. Returns the status, the headers and the data. */
async function ask(
  { address }: Host,
  issuer: Issuer,
  request: [method: string, path: string, body?: unknown],
  headers: Record<string, string> = {},
) {
  const [method, path, body] = request;
  const response = await callApi(address, issuer, [method, path, body], headers);
  const text = await response.text();
  const data: Data = text === "" ? null : (JSON.parse(text) as { data: Data }).data;
  return { status: response.status, headers: response.headers, data };
}

/** Sends as many requests to each host at once. Returns how often each status was the response. */
async function countStatuses(count: number, send: (host: Host) => Promise<Response>) {
  const responses = await Promise.all(
    Array.from({ length: count }, async (_one, index) => {
      const response = await send(index % 2 === 0 ? first : second);
      await response.text();
      return response.status;
    }),
  );
  const counts: Record<number, number> = {};
  for (const status of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const newRequest = (issuer: Issuer) => buildBadgeRequest(issuer, `${newId()}@example.org`);

/** Issues a badge at a host and accepts it at the other one. Returns its id. */
async function issueAccepted(issuer: Issuer, host: Host, other: Host): Promise<string> {
  const { data } = await ask(host, issuer, newRequest(issuer));
  const token = new URL(data.accept_badge_url as string).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token, answer: "accept" });
  const url = `${other.address}/accept/${data.id}/answer`;
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  expect(response.status).toBe(303);
  return data.id as string;
}

describe("the first start of both at once", () => {
  it("creates one demonstration organization, and both are ready", async () => {
    const welcomes = [first, second].filter((host) => host.log().includes("A demonstration organization"));
    expect(welcomes).toHaveLength(1);
    for (const { address } of [first, second]) expect((await fetch(`${address}/healthz`)).status).toBe(200);
    const rows = await query("SELECT 1 FROM organizations WHERE name = 'Lumen Academy'");
    expect(rows).toHaveLength(1);
  });
});

describe("what one host stores, the other one serves", () => {
  it("an uploaded image, byte for byte", async () => {
    const issuer = await newIssuer();
    const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: "#1f5f5b" } })
      .png()
      .toBuffer();
    const image = `data:image/png;base64,${png.toString("base64")}`;
    const { status, data } = await ask(first, issuer, [
      "PUT",
      `/badge_templates/${issuer.templateId}`,
      { image },
    ]);
    expect(status).toBe(200);
    const path = new URL(data.image_url as string).pathname;
    const [own, other] = await Promise.all(
      [first, second].map(async ({ address }) => {
        const response = await fetch(address + path);
        expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
        return Buffer.from(await response.arrayBuffer());
      }),
    );
    expect(other?.equals(own ?? Buffer.alloc(0))).toBe(true);
    const { width, height } = await sharp(other).metadata();
    expect(width).toBe(height);
  });

  it("an import: uploaded to one, started at the other, its result the same at both", async () => {
    const issuer = await newIssuer();
    const people = Array.from(
      { length: 600 },
      (_one, index) => `${newId()}@example.org,Ada,Okafor ${index},2026-04-01`,
    );
    const lines = ["email,first name,last name,issued on", ...people].join("\n");
    const uploaded = await ask(first, issuer, [
      "POST",
      "/badge_imports",
      {
        badge_template_id: issuer.templateId,
        file_name: "people.csv",
        file: Buffer.from(lines).toString("base64"),
        suppress_badge_notification_email: true,
      },
    ]);
    expect(uploaded.status).toBe(201);
    const path = `/badge_imports/${uploaded.data.id}`;
    expect((await ask(second, issuer, ["POST", `${path}/start`, {}])).status).toBe(200);
    await until(
      "the import is done",
      async () => (await ask(second, issuer, ["GET", path])).data.state === "done",
      60_000,
    );
    const [one, other] = [await ask(first, issuer, ["GET", path]), await ask(second, issuer, ["GET", path])];
    expect(one.data).toEqual(other.data);
    const rows = await query(
      "SELECT recipient_email FROM issued_badges WHERE organization_id = $1 GROUP BY 1 HAVING count(*) = 1",
      [issuer.organization_id],
    );
    expect(rows).toHaveLength(people.length);
  });

  it("a change of a badge or its template: the public page is fresh at the other host", async () => {
    const issuer = await newIssuer();
    const id = await issueAccepted(issuer, first, second);
    const readPage = async ({ address }: Host) => {
      const response = await fetch(`${address}/badges/${id}`);
      return { status: response.status, text: await response.text() };
    };
    // Twice, so that the second response of each comes from its cache.
    for (const host of [first, second, first, second]) {
      const { status, text } = await readPage(host);
      expect([status, text.includes("Persistence")]).toEqual([200, true]);
    }
    const template = `/badge_templates/${issuer.templateId}`;
    expect((await ask(first, issuer, ["PUT", template, { name: "Endurance" }])).status).toBe(200);
    expect((await readPage(second)).text).toContain("Endurance");
    const revoke = `/badges/${id}/revoke`;
    expect((await ask(second, issuer, ["PUT", revoke, { reason: "Over." }])).status).toBe(200);
    const { status, text } = await readPage(first);
    expect(status).toBe(410);
    expect(text).toContain("This badge was revoked");
  });

  it("one signing key: credentials that both sign at the same moment name and verify with the same key", async () => {
    const issuer = await newIssuer();
    const ids = [await issueAccepted(issuer, first, second), await issueAccepted(issuer, second, first)];
    const jwks = async ({ address }: Host) => {
      const response = await fetch(`${address}/v1/obi/v3/issuers/${issuer.organization_id}/jwks`);
      return [response.status, await response.text()];
    };
    const methods = await Promise.all(
      [first, second].map(async ({ address }, index) => {
        const response = await fetch(`${address}/v1/obi/v3/credentials/${ids[index]}`);
        const credential = (await response.json()) as { proof: { verificationMethod: string } | unknown[] };
        return JSON.stringify(credential.proof).match(/"verificationMethod":"([^"]+)"/)?.[1];
      }),
    );
    expect(methods[0]).toMatch(/^(did:|http)/);
    expect(methods[1]).toBe(methods[0]);
    const keys = await jwks(first);
    expect(keys[0]).toBe(200);
    expect(await jwks(second)).toEqual(keys);
  });
});

describe("sessions", () => {
  it("of a person who signed in at one host work at the other, and end at both", async () => {
    const issuer = await newIssuer();
    const { admin_email: email, admin_password: password } = issuer;
    const cookie = await signInAtHost(first, { email, password });
    const statuses = () =>
      Promise.all(
        [first, second].map(
          async ({ address }) => (await fetch(`${address}/v1/me`, { headers: { cookie } })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    await signOutAtHost(second, cookie);
    expect(await statuses()).toEqual([401, 401]);
  });
});

describe("limits", () => {
  /**
   * Counts again, up to three times, when the counts are not these: a machine without time to spare for Redis counts a request
   * itself.
   */
  async function countUntil(
    expected: Record<number, number>,
    count: (attempt: number) => Promise<Record<number, number>>,
  ): Promise<Record<number, number>> {
    for (let attempt = 1; ; attempt += 1) {
      const counts = await count(attempt);
      if (attempt === 3 || JSON.stringify(counts) === JSON.stringify(expected)) return counts;
    }
  }

  it(`${LIMIT} requests a minute of a credential are counted over both hosts`, async () => {
    const issuer = await newIssuer();
    const path = `/v1/organizations/${issuer.organization_id}`;
    const count = async () => {
      const { data } = await ask(first, issuer, ["POST", "/authorization_tokens", {}]);
      const headers = { authorization: `Basic ${Buffer.from(`${data.token}:`).toString("base64")}` };
      return countStatuses(LIMIT + 60, ({ address }) => fetch(address + path, { headers }));
    };
    const expected = { 200: LIMIT, 429: 60 };
    expect(await countUntil(expected, count)).toEqual(expected);
  });

  it(`${FAILURES} wrong credentials of an address are counted over both hosts`, async () => {
    const issuer = await newIssuer();
    const path = `/v1/organizations/${issuer.organization_id}`;
    const count = (attempt: number) => {
      const headers = {
        authorization: "Basic bm9uc2Vuc2U=",
        "x-forwarded-for": `198.51.100.${70 + attempt}`,
      };
      return countStatuses(FAILURES + 20, ({ address }) => fetch(address + path, { headers }));
    };
    const expected = { 401: FAILURES, 429: 20 };
    expect(await countUntil(expected, count)).toEqual(expected);
  });
});

describe("one Idempotency-Key", () => {
  it("sent to both hosts at once issues one badge, and both replay the same response", async () => {
    const issuer = await newIssuer();
    const [method, path, body] = newRequest(issuer);
    const request: [string, string, unknown] = [
      method,
      path,
      { ...(body as object), duplicate_behavior: "allow" },
    ];
    const headers = { "idempotency-key": newId() };
    const counts = await countStatuses(20, ({ address }) => callApi(address, issuer, request, headers));
    expect(Object.keys(counts).filter((status) => !["201", "409"].includes(status))).toEqual([]);
    const [one, other] = [
      await ask(first, issuer, request, headers),
      await ask(second, issuer, request, headers),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.data).toEqual(other.data);
    expect((await ask(second, issuer, ["GET", "/badges"])).data).toHaveLength(1);
  });
});

describe("a launch from a learning system", () => {
  it.runIf(isLong)(
    "is accepted by one host, opened at the other, and refused when it is repeated there",
    async () => {
      const issuer = await newIssuer();
      const { origin } = installation;
      const app = await createLearningApp(
        first.dataDir,
        { organizationId: issuer.organization_id, name: "Campus" },
        first.env,
      );
      const student = { first: "Ada", last: "Okafor", score: 90 };
      const course = { name: "Life Between Tides", courseId: "tides-1", students: [student] };
      // Each of its requests goes to one of the hosts.
      const integrationId = await connectCourse(origin, app, course);
      const fields = launchFields(`${origin}/auth/lti`, app, {
        user_id: "learner-1",
        context_id: "tides-1",
        lis_person_contact_email_primary: "ada@students.example",
        lis_person_name_given: "Ada",
        lis_person_name_family: "Okafor",
        roles: "urn:lti:role:ims/lis/Learner",
        integration_id: integrationId,
      });
      const launch = ({ address }: Host) =>
        fetch(`${address}/auth/lti`, {
          method: "POST",
          body: new URLSearchParams(fields as Record<string, string>),
          redirect: "manual",
        });
      const launched = await launch(first);
      const target = new URL(launched.headers.get("location") ?? "nothing:");
      expect([launched.status, target.origin, target.pathname]).toEqual([302, origin, "/lti/launch"]);
      expect((await fetch(second.address + target.pathname + target.search)).status).toBe(200);
      const token = target.searchParams.get("token") ?? "";
      const listed = await fetch(`${second.address}/v1.1/cle_launch?access_token=${token}`);
      expect(listed.status).toBe(200);
      const repeated = await launch(second);
      expect(new URL(repeated.headers.get("location") ?? "nothing:").pathname).toBe("/lti/error");
    },
  );
});

describe("hourly jobs", () => {
  const countEnds = (job: string): number =>
    [first, second].reduce(
      (count, host) => count + host.log().split(`"job":"${job}","msg":"hourly work completed"`).length - 1,
      0,
    );
  const readRuns = async (): Promise<Record<string, number>> => {
    const rows = await query<{ job: string; runs: number }>("SELECT job, runs FROM hourly_runs");
    return Object.fromEntries(rows.map(({ job, runs }) => [job, runs]));
  };
  const haveRun = (times: number) => async (): Promise<boolean> => {
    const runs = await readRuns();
    return hourlyJobs.every(({ id }) => runs[id] === times);
  };

  it.runIf(isLong)("run once an hour on both hosts together", async () => {
    await until("each job has run", haveRun(1));
    await query("UPDATE hourly_runs SET next_run_at = now() - interval '1 second'");
    await until("each job has run again", haveRun(2), 40_000);
    await until("the ends are logged", () => hourlyJobs.every(({ id }) => countEnds(id) >= 2));
    for (const { id } of hourlyJobs) expect(countEnds(id), id).toBe(2);
  });
});

describe.runIf(isLong)("a host that dies while badges are issued", () => {
  it("loses nothing and duplicates nothing: clients continue at the other host, and it can come back", async () => {
    const issuer = await newIssuer();
    const client = startIssuing(issuer, () => installation.origin, 6);
    const { acknowledged } = client;
    await until("both hosts get connections", () => acknowledged.length >= 40, 60_000);
    const before = installation.balancer.counts();
    expect([...before.keys()]).toHaveLength(2);
    await first.killAll();
    const count = acknowledged.length;
    await until("clients continue", () => acknowledged.length >= count + 40, 60_000);
    first = await installation.restart(first);
    const later = acknowledged.length;
    await until("clients continue with both", () => acknowledged.length >= later + 20, 60_000);
    await client.finish();
    expect(client.surprises).toEqual([]);
    expect(client.repeated(), "some requests were cut off").toBeGreaterThan(0);

    const badges = await query<{ id: string; email: string }>(
      "SELECT id, recipient_email AS email FROM issued_badges WHERE organization_id = $1",
      [issuer.organization_id],
    );
    const stored = new Map(badges.map(({ id, email }) => [email, id]));
    expect(badges.length, "a badge for each key and no other").toBe(acknowledged.length);
    for (const { badgeId, email } of acknowledged) expect(stored.get(email)).toBe(badgeId);
    const events = await query<{ subject: string }>(
      "SELECT subject_id AS subject FROM events WHERE organization_id = $1 AND event_type = 'badge.created'",
      [issuer.organization_id],
    );
    expect(events.map(({ subject }) => subject).toSorted(), "one event a badge").toEqual(
      badges.map(({ id }) => id).toSorted(),
    );
    const { data } = await ask(first, issuer, ["GET", `/badges/${acknowledged.at(-1)?.badgeId}`]);
    expect(data.id).toBe(acknowledged.at(-1)?.badgeId);
  });
});
