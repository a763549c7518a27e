import { randomUUID } from "node:crypto";
import { z } from "zod";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { readCertificate } from "@/lib/platform/outbound/certificate";
import {
  DATABASE_NAME_SQL,
  DATABASE_PURPOSE,
  databaseSubject,
  INSTALLATION_PURPOSE,
} from "@/lib/platform/metrics/identity";
import { judgeCertificate } from "./certificate";
import {
  describeFailure,
  type Check,
  type Examined,
  type ExaminedDatabase,
  type Finding,
  skipWhenStopped,
} from "./finding";

const TIMEOUT_MS = 10_000;

const Identity = z.object({
  proof: z.string(),
  forwarded_entries: z.number(),
  // Versions before did not return them.
  app_url: z.string().optional(),
  database: z.string().optional(),
});

type Response =
  | { kind: "identity"; identity: z.infer<typeof Identity>; challenge: string }
  | { kind: "other"; problem: string }
  /** The connection failed because of the certificate. */
  | { kind: "untrusted"; problem: string };

/** Node's codes of refused certificates (X509_V_ERR_… of OpenSSL), and of names that do not fit. */
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS_/;

function isCertificateFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause && CERTIFICATE_CODES.test(String(cause.code));
}

async function askForIdentity(appUrl: string): Promise<Response> {
  const challenge = randomUUID();
  try {
    const response = await fetch(`${appUrl}/healthz?challenge=${challenge}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status !== 200) return { kind: "other", problem: `It responds with ${response.status}.` };
    const identity = Identity.safeParse(JSON.parse(text));
    if (!identity.success) return { kind: "other", problem: "Something else responds there." };
    return { kind: "identity", identity: identity.data, challenge };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "other", problem: "Something else responds there." };
    return { kind: isCertificateFailure(error) ? "untrusted" : "other", problem: describeFailure(error) };
  }
}

const countAddresses = (count: number): string => (count === 1 ? "1 address" : `${count} addresses`);

/**
 * Judges the number of addresses in X-Forwarded-For of a request to APP_URL when it arrived: it was sent without the
 * header.
 */
export function judgeProxies(arrived: number, trusted: number): Finding[] {
  if (arrived === trusted) return [];
  const problem =
    `TRUSTED_PROXIES is ${trusted}, but a request to APP_URL arrived with ` +
    `${countAddresses(arrived)} in X-Forwarded-For.`;
  if (arrived < trusted)
    return [
      {
        problem,
        reason:
          "A client can add the missing addresses itself, and so choose the one that limits, logs and notices of sign-ins show.",
        remedy: `Set TRUSTED_PROXIES to ${arrived} and restart, or let each proxy in front append the client's address.`,
      },
    ];
  return [
    {
      problem,
      reason:
        "All clients seem to have the address of a proxy, so one that fails too often blocks the others.",
      remedy: `Set TRUSTED_PROXIES to ${arrived} and restart.`,
    },
  ];
}

const describeUntrusted = (appUrl: string, problem: string): Finding => ({
  problem: `The certificate of APP_URL (${appUrl}) is refused: ${problem}`,
  reason: "Browsers, programs and verifiers of credentials refuse the connection.",
  remedy:
    "Renew the certificate, or let your proxy send one for this name with all intermediate certificates. If your own " +
    "authority issued it, set NODE_EXTRA_CA_CERTS to that authority's file for this command.",
});

function describeWrongAddress(appUrl: string, response: Exclude<Response, { kind: "untrusted" }>): Finding {
  const problem =
    response.kind === "other"
      ? response.problem
      : "An installation with another ENCRYPTION_KEY responds there.";
  return {
    problem: `This installation does not respond at APP_URL (${appUrl}): ${problem}`,
    reason: "Every link in e-mails and every credential leads there.",
    remedy:
      "Start the service. If it runs, let your proxy and the DNS lead to it, or correct APP_URL and restart. " +
      "A machine that cannot reach its own public address has to be checked from another one.",
  };
}

async function inspectAddress({ env: { APP_URL } }: Examined): Promise<Finding[]> {
  const response = await askForIdentity(APP_URL);
  if (response.kind === "untrusted") return [describeUntrusted(APP_URL, response.problem)];
  const isOurs =
    response.kind === "identity" &&
    isPurposeToken(response.identity.proof, INSTALLATION_PURPOSE, response.challenge);
  return isOurs ? [] : [describeWrongAddress(APP_URL, response)];
}

/** Finds out whether what responds at APP_URL is this installation, or a copy of it with the same key. */
async function inspectCopies({ env: { APP_URL }, client }: ExaminedDatabase): Promise<Finding[]> {
  const response = await askForIdentity(APP_URL);
  // The check of the public address says what responds there instead.
  if (response.kind !== "identity") return [];
  const { app_url: appUrl, database, proof } = response.identity;
  if (!isPurposeToken(proof, INSTALLATION_PURPOSE, response.challenge)) return [];
  const { rows } = await client.query<{ name: string }>(DATABASE_NAME_SQL);
  const subject = databaseSubject(response.challenge, rows[0]?.name ?? "");
  const findings: Finding[] = [];
  if (database !== undefined && !isPurposeToken(database, DATABASE_PURPOSE, subject))
    findings.push({
      problem: `A copy of this installation responds at APP_URL (${APP_URL}): it has the same ENCRYPTION_KEY and another database.`,
      reason: "Links and credentials of this installation lead to a service that does not have their data.",
      remedy:
        "If this is the copy, set APP_URL to its own address and restart. If it is the original, let your proxy and the DNS " +
        "lead to it, and set another APP_URL in the copy.",
    });
  if (appUrl !== undefined && appUrl !== APP_URL)
    findings.push({
      problem: `The service that responds at APP_URL (${APP_URL}) has APP_URL ${appUrl} itself.`,
      reason: "Its e-mails and credentials lead to an address other than that of this machine.",
      remedy: "Set APP_URL to the same public address on all machines, and restart them.",
    });
  return findings;
}

/** What the public meets at APP_URL. */
export const ADDRESS_CHECKS: Check<Examined>[] = [
  { name: "public-address", skip: skipWhenStopped, run: inspectAddress },
  {
    name: "trusted-proxies",
    skip: skipWhenStopped,
    run: async ({ env: { APP_URL, TRUSTED_PROXIES } }) => {
      const response = await askForIdentity(APP_URL);
      if (response.kind !== "identity") throw new Error("the service did not respond at APP_URL");
      return judgeProxies(response.identity.forwarded_entries, TRUSTED_PROXIES);
    },
  },
  {
    name: "certificate",
    skip: ({ env }) => (env.APP_URL.startsWith("https:") ? null : "APP_URL is without https"),
    run: async ({ env: { APP_URL }, isRunning }) => {
      // While the service is stopped, no other check says that its certificate is refused.
      const certificate = await readCertificate(new URL(APP_URL), isRunning !== false);
      return judgeCertificate(`of ${APP_URL}`, certificate, "Then browsers and verifiers refuse every page.");
    },
  },
];

/** Like those above, but they need the database. */
export const COPY_CHECKS: Check<ExaminedDatabase>[] = [
  { name: "copies", skip: skipWhenStopped, run: inspectCopies },
];
