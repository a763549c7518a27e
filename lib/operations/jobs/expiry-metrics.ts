import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { clock } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { describeFailure } from "@/lib/kernel/outage-log";
import { GRACE_PERIOD_MS } from "@/lib/organizations/domains/outcome";
import { readCertificate } from "@/lib/platform/outbound/certificate";
import { readExpiries, type Expiries } from "./expiry-queries";
import { hourlyJobs } from "./list";

const MINUTE_MS = 60_000;
/** How long a request for metrics waits for a connection to APP_URL. The next one gets the result. */
const CERTIFICATE_WAIT_MS = 1_000;

/** Keeps the result of a read for so long, also while the read fails (null). */
function createCachedRead<Value>(
  read: () => Promise<Value>,
  keptMs: number,
  what: string,
): () => Promise<Value | null> {
  let readAt = -Infinity;
  let value: Promise<Value | null> = Promise.resolve(null);
  return () => {
    const now = clock.now().getTime();
    // A clock that was set back does not extend the time.
    if (now >= readAt && now - readAt < keptMs) return value;
    readAt = now;
    value = read().catch((error: unknown) => {
      log.warn(describeFailure(error), `${what} could not be read for the metrics`);
      return null;
    });
    return value;
  };
}

const cachedExpiries = createCachedRead(
  () => readExpiries(hourlyJobs.map(({ id }) => id)),
  MINUTE_MS,
  "what is about to end",
);

/** The end that was read last: a certificate does not change while its server is slow or cannot be reached. */
let knownCertificateEnd: number | null = null;

/** Unix seconds. Also of a certificate that has ended or that nobody trusts: the alert is about its end. */
async function readCertificateEnd(): Promise<number | null> {
  const { APP_URL } = env();
  if (!APP_URL.startsWith("https:")) return null;
  const { valid_to: end } = await readCertificate(new URL(APP_URL), false);
  knownCertificateEnd = new Date(end).getTime() / 1_000;
  return knownCertificateEnd;
}

const cachedCertificateEnd = createCachedRead(
  readCertificateEnd,
  10 * MINUTE_MS,
  "the certificate of APP_URL",
);

function addTokens(registers: Registry[], tokens: Expiries["tokens"]): void {
  const expiring = new Gauge({
    name: "tokens_expiring",
    help: "Tokens that were used in the last 7 days and end within 7 or 30 days.",
    labelNames: ["kind", "days"],
    registers,
  });
  const next = new Gauge({
    name: "token_expiry_timestamp_seconds",
    help: "When the next of these tokens ends. Absent while none does.",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of ["authorization", "learning"]) {
    const found = tokens.find((one) => one.kind === kind);
    expiring.set({ kind, days: "7" }, found?.within7Days ?? 0);
    expiring.set({ kind, days: "30" }, found?.within30Days ?? 0);
    if (found) next.set({ kind }, found.nextExpiry);
  }
}

function addDomains(registers: Registry[], { failingSince, ...states }: Expiries["domains"]): void {
  const domains = new Gauge({
    name: "organization_domains",
    help: "Domains of organizations that are verified, verified with failing checks, or lost.",
    labelNames: ["state"],
    registers,
  });
  for (const [state, count] of Object.entries(states)) domains.set({ state }, count);
  if (failingSince === null) return;
  new Gauge({
    name: "organization_domain_loss_timestamp_seconds",
    help: "When the next domain loses its verification, unless a check succeeds before. Absent while none fails.",
    registers,
  }).set(failingSince + GRACE_PERIOD_MS / 1_000);
}

function addHourlyJobs(registers: Registry[], jobs: Expiries["hourlyJobs"]): void {
  const labelNames = ["hourly_job"];
  const failures = new Gauge({
    name: "hourly_job_failures",
    help: "How often an hourly job has failed since it last succeeded.",
    labelNames,
    registers,
  });
  const success = new Gauge({
    name: "hourly_job_last_success_timestamp_seconds",
    help: "When an hourly job last succeeded. Absent if it never did.",
    labelNames,
    registers,
  });
  for (const { job, failures: count, lastSuccess } of jobs) {
    failures.set({ hourly_job: job }, count);
    if (lastSuccess !== null) success.set({ hourly_job: job }, lastSuccess);
  }
}

function addValue(registers: Registry[], name: string, help: string, value: number | null | undefined): void {
  if (value !== null && value !== undefined) new Gauge({ name, help, registers }).set(value);
}

/**
 * Adds the metrics of what is about to end to a registry: tokens, domains, and the certificate of APP_URL. The database
 * is read once a minute, and the certificate every ten minutes, however often metrics are requested.
 */
export async function addExpiryMetrics(registry: Registry): Promise<void> {
  const late = sleep(CERTIFICATE_WAIT_MS, null, { ref: false });
  const [expiries, certificateEnd] = await Promise.all([
    cachedExpiries(),
    Promise.race([cachedCertificateEnd(), late]),
  ]);
  const registers = [registry];
  addValue(
    registers,
    "certificate_expiry_timestamp_seconds",
    "When the certificate of APP_URL ends. Absent without https, and until it was read once.",
    certificateEnd ?? knownCertificateEnd,
  );
  if (!expiries) return;
  addTokens(registers, expiries.tokens);
  addDomains(registers, expiries.domains);
  // With Inngest, which shows failed runs itself, the table is not used.
  if (!env().inngest) addHourlyJobs(registers, expiries.hourlyJobs);
  addValue(
    registers,
    "hourly_job_overdue_seconds",
    "How long the most overdue hourly job has waited for a runner. Absent with Inngest.",
    // What a runner left before the installation used Inngest is not overdue.
    env().inngest ? null : expiries.overdueSeconds,
  );
}
