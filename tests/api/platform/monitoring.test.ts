import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AggregatorRegistry } from "prom-client";
import { parse } from "yaml";
import { GET } from "@/app/metrics/route";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { describeBackups } from "@/lib/operations/backups/metrics";
import {
  httpDuration,
  inngestSends,
  mailAttempts,
  traceSpans,
  webhookAttempts,
} from "@/lib/platform/metrics/metrics";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { recordTestEvent, stopClock } from "../../support/delivery/outbox";
import { sql } from "../../support/platform/database";
import {
  createLocalhostCertificate,
  type LocalhostCertificate,
} from "../../support/platform/localhost-certificate";

const TOKEN = "a-token-for-the-scraper";
const PAGE = "docs/operating/observability.md";
const DAY_MS = 86_400_000;

let organization: TestOrganization;
let certificate: LocalhostCertificate;
let server: ReturnType<typeof createServer>;
let stopped: ReturnType<typeof stopClock>;
let appUrl: string;

const daysFromNow = (days: number): Date => new Date(clock.now().getTime() + days * DAY_MS);

/** Stores what is about to end: two tokens in use and one that nothing uses, two domains, and an overdue job. */
async function createEnding(): Promise<void> {
  const token = `UPDATE authorization_tokens SET expires_at = $2, last_successfully_used_at = $3 WHERE id = (
    SELECT id FROM authorization_tokens WHERE organization_id = $1 ORDER BY created_at LIMIT 1)`;
  const [unused, other] = [await createTestOrganization(), await createTestOrganization()];
  await sql(token, [organization.id, daysFromNow(5), daysFromNow(-1)]);
  await sql(token, [other.id, daysFromNow(20), daysFromNow(-6)]);
  await sql(token, [unused.id, daysFromNow(2), daysFromNow(-8)]);
  const domain = `INSERT INTO organization_domains (organization_id, name, token, created_at, failing_since)
    VALUES ($1, $2, $3, now(), $4)`;
  await sql(domain, [organization.id, "failing.example", newId(), daysFromNow(-3)]);
  await sql(domain, [other.id, "verified.example", newId(), null]);
  await sql(
    "UPDATE organizations SET verified_domain = 'x' || id || '.example', verified_at = now() WHERE id = ANY ($1::uuid[])",
    [[organization.id, other.id]],
  );
  await sql("INSERT INTO hourly_runs (job, next_run_at) VALUES ('test-overdue', $1)", [daysFromNow(-1)]);
  await sql(
    `INSERT INTO hourly_runs (job, next_run_at, failures, last_success_at)
     VALUES ('check-domains', $1, 4, $2), ('make-notices', $1, 5, NULL), ('forget-nothing', $1, 9, $2)`,
    [daysFromNow(1), daysFromNow(-0.25)],
  );
}

beforeAll(async () => {
  organization = await createTestOrganization();
  certificate = await createLocalhostCertificate([], 40);
  server = createServer(certificate).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  // An hour ahead, so that nothing is read from the cache of another test.
  stopped = stopClock(new Date(Date.now() + 2 * 3_600_000));
  await createEnding();
  await organization.client.put("/webhook_settings", { webhook_url: "http://127.0.0.1:9/nobody" });
  await recordTestEvent(organization.id);
  appUrl = env().APP_URL;
  env().APP_URL = `https://localhost:${(server.address() as AddressInfo).port}`;
  env().METRICS_TOKEN = TOKEN;
});
afterAll(async () => {
  env().APP_URL = appUrl;
  delete env().METRICS_TOKEN;
  stopped.restore();
  vi.restoreAllMocks();
  await sql("DELETE FROM hourly_runs");
  server.close();
  server.closeAllConnections();
  await certificate.remove();
});

async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return (await GET(new Request("http://localhost:3000/metrics", { headers }))).text();
}

const readValue = (text: string, start: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${start} `))
      ?.split(" ")
      .at(-1) ?? Number.NaN,
  );

const toSeconds = (date: Date): number => date.getTime() / 1_000;

describe("metrics of what is about to end", () => {
  it("are of tokens in use, failing domains, overdue jobs and the certificate of APP_URL", async () => {
    const text = await scrape();
    expect(readValue(text, 'tokens_expiring{kind="authorization",days="7"}')).toBe(1);
    expect(readValue(text, 'tokens_expiring{kind="authorization",days="30"}')).toBe(2);
    expect(readValue(text, 'tokens_expiring{kind="learning",days="30"}')).toBe(0);
    const next = readValue(text, 'token_expiry_timestamp_seconds{kind="authorization"}');
    expect(next).toBeCloseTo(toSeconds(daysFromNow(5)), 0);
    expect(readValue(text, 'organization_domains{state="failing"}')).toBe(1);
    expect(readValue(text, 'organization_domains{state="verified"}')).toBeGreaterThanOrEqual(1);
    const loss = readValue(text, "organization_domain_loss_timestamp_seconds");
    expect(loss).toBeCloseTo(toSeconds(daysFromNow(4)), 0);
    expect(readValue(text, "hourly_job_overdue_seconds")).toBeCloseTo(86_400, 0);
    const end = readValue(text, "certificate_expiry_timestamp_seconds");
    expect(Math.abs(end - (Date.now() + 40 * DAY_MS) / 1_000)).toBeLessThan(600);
  });

  it("are of hourly jobs: failures in a row, and when each last succeeded", async () => {
    const text = await scrape();
    expect(readValue(text, 'hourly_job_failures{hourly_job="check-domains"}')).toBe(4);
    expect(readValue(text, 'hourly_job_failures{hourly_job="make-notices"}')).toBe(5);
    const success = "hourly_job_last_success_timestamp_seconds";
    expect(readValue(text, `${success}{hourly_job="check-domains"}`)).toBeCloseTo(
      toSeconds(daysFromNow(-0.25)),
      0,
    );
    expect(text).not.toContain(`${success}{hourly_job="make-notices"}`);
    expect(text, "a job of an earlier version").not.toContain("forget-nothing");
  });

  it("are read once a minute, however often they are requested", async () => {
    await scrape();
    await sql("UPDATE organization_domains SET failing_since = NULL WHERE organization_id = $1", [
      organization.id,
    ]);
    expect(readValue(await scrape(), 'organization_domains{state="failing"}')).toBe(1);
    stopped.advance(61_000);
    expect(readValue(await scrape(), 'organization_domains{state="failing"}')).toBe(0);
    await sql("UPDATE organization_domains SET failing_since = $2 WHERE organization_id = $1", [
      organization.id,
      daysFromNow(-3),
    ]);
    stopped.advance(61_000);
  });
});

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary?: string; runbook?: string };
};
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };

const readText = (file: string): string => readFileSync(file, "utf8");
const rules = (
  parse(readText("deploy/monitoring/alert-rules.yaml")) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readText("deploy/monitoring/grafana-dashboard.json")) as { panels: Panel[] };

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

const FUNCTIONS = "absent on rate increase sum min max topk histogram_quantile time vector by and or".split(
  " ",
);
const RANGE = /\[(\d+[smhd]|\$__rate_interval)\]/g;

/** The metrics that the supervisor adds, with everything that it can know. */
async function backupMetrics(): Promise<string> {
  const families = await describeBackups({
    archive: {
      failures: 1,
      lastFailureAt: 1,
      isFailing: true,
      completeUntil: 1,
      isWithoutBackup: true,
      pendingBytes: 1,
    },
    store: {
      isReachable: true,
      backups: 1,
      newestAt: 1,
      space: { free: 1, size: 1 },
      verification: { at: 1, isPassed: true },
    },
  });
  return AggregatorRegistry.aggregate([families]).metrics();
}

/** Every metric of /metrics with its labels: those of the samples, and those that a counter may have. */
async function listMetrics(): Promise<Map<string, Set<string>>> {
  httpDuration().observe({ method: "GET", route: "/", status: 200 }, 0.1);
  webhookAttempts().inc({ outcome: "done", reason: "" });
  mailAttempts().inc({ outcome: "sent" });
  inngestSends().inc({ outcome: "sent" });
  traceSpans().inc({ outcome: "sent" });
  const known = new Map<string, Set<string>>();
  const text = `${await scrape()}\n${await backupMetrics()}`;
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const names = known.get(name) ?? new Set<string>();
    for (const [, label = ""] of labels.matchAll(/([a-z_]+)="/g)) names.add(label);
    known.set(name, names);
  }
  // Prometheus adds these itself.
  return known.set("up", new Set(["job"]));
}

const isBalanced = (expr: string): boolean => {
  const open: string[] = [];
  for (const sign of expr.replaceAll(/"[^"]*"/g, "")) {
    if ("([{".includes(sign)) open.push(sign);
    else if (")]}".includes(sign) && open.pop() !== "([{"[")]}".indexOf(sign)]) return false;
  }
  return open.length === 0;
};

/** The selectors of an expression: `metric{label="value"}`. */
const listSelectors = (expr: string): { metric: string; labels: string[] }[] =>
  [...expr.replaceAll(/\bby \([^)]*\)/g, "").matchAll(/\b([a-z_][a-z_0-9]*)\b(?:\{([^}]*)\})?(?!\s*["=!~])/g)]
    .map(([, metric = "", matchers = ""]) => ({
      metric,
      labels: [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = ""]) => label),
    }))
    .filter(({ metric }) => !FUNCTIONS.includes(metric));

const without = (found: Iterable<string>, allowed: Iterable<string>): string[] => {
  const known = new Set(allowed);
  return [...found].filter((one) => !known.has(one));
};

/** What an expression names that /metrics or Prometheus does not have. */
function listUnknown(expr: string, known: Map<string, Set<string>>): string[] {
  const plain = expr.replaceAll(RANGE, "");
  const selectors = listSelectors(plain);
  const labelsOf = (metric: string): string[] => [...(known.get(metric) ?? [])];
  const grouped = [...plain.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
  const called = [...plain.matchAll(/\b([a-z_]+)\s*\(/g)].map(([, name = ""]) => name);
  const otherRanges = [...plain.replaceAll(/"[^"]*"/g, "").matchAll(/\[[^\]]*\]/g)].map(([range]) => range);
  return [
    ...(selectors.length === 0 ? ["no metric"] : []),
    ...without(
      selectors.map(({ metric }) => metric),
      known.keys(),
    ),
    ...selectors.flatMap(({ metric, labels }) => without(labels, labelsOf(metric))),
    ...without(
      grouped,
      selectors.flatMap(({ metric }) => labelsOf(metric)),
    ),
    ...without(called, FUNCTIONS),
    ...otherRanges,
  ];
}

describe("alert rules and dashboard", () => {
  it.each(expressions)("%s: %s", async (_name, expr) => {
    expect(isBalanced(expr)).toBe(true);
    expect(listUnknown(expr, await listMetrics())).toEqual([]);
  });

  it.each([
    "rate(http_requests_total[5m])",
    'outbox_messages{queue="webhook"}',
    "sum by (host) (outbox_messages)",
    "average(outbox_messages)",
    "rate(webhook_attempts_total[5 minutes])",
    "1 > 0",
  ])("the test finds what is wrong with %s", async (expr) => {
    expect(listUnknown(expr, await listMetrics())).not.toEqual([]);
  });

  it("each alert has a summary, a severity, and a section of the page that names it", () => {
    const page = readText(PAGE);
    const sections = new Map(
      page.split(/^### /m).map((section): [string, string] => {
        const [heading = "", ...rest] = section.split("\n");
        return [heading.toLowerCase().replaceAll(" ", "-"), rest.join("\n")];
      }),
    );
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.summary, alert).toMatch(/\.$/);
      expect(["critical", "warning", "info"]).toContain(labels.severity);
      const [file, anchor = ""] = (annotations.runbook ?? "").split("#");
      expect(file).toBe(PAGE);
      expect(sections.get(anchor), `${alert}: #${anchor}`).toContain(alert);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it("the page has every metric of the service in its table", async () => {
    const page = readText(PAGE);
    const own = [...(await listMetrics()).keys()]
      .filter((name) => !/^(process_|nodejs_|up$)/.test(name))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ""));
    for (const name of new Set(own)) expect(page).toContain(`| \`${name}\``);
  });
});
