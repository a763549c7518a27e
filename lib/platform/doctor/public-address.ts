import { randomUUID } from "node:crypto";
import { connect } from "node:tls";
import { z } from "zod";
import { isPurposeToken } from "@/lib/kernel/secrets";
import { INSTALLATION_PURPOSE } from "@/lib/platform/metrics/identity";
import { judgeCertificate } from "./certificate";
import { describeFailure, type Check, type Examined, type Finding } from "./finding";

const TIMEOUT_MS = 10_000;

const Identity = z.object({ proof: z.string(), forwarded_entries: z.number() });

type Response =
  | { kind: "identity"; proof: string; forwardedEntries: number; challenge: string }
  | { kind: "other"; problem: string };

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
    const { proof, forwarded_entries: forwardedEntries } = identity.data;
    return { kind: "identity", proof, forwardedEntries, challenge };
  } catch (error) {
    const isText = error instanceof SyntaxError;
    return { kind: "other", problem: isText ? "Something else responds there." : describeFailure(error) };
  }
}

const skipWhenStopped = ({ isRunning }: Examined): string | null =>
  isRunning === false ? "the service is stopped" : null;

/** Judges the number of addresses that arrive in X-Forwarded-For of a request that was sent without the header. */
export function judgeProxies(arrived: number, trusted: number): Finding[] {
  if (arrived === trusted) return [];
  if (arrived < trusted)
    return [
      {
        problem: `TRUSTED_PROXIES is ${trusted}, but ${arrived} of the proxies in front set X-Forwarded-For.`,
        reason: "Clients can choose the address that limits, logs and notices of sign-ins show for them.",
        remedy: `Set TRUSTED_PROXIES to ${arrived} and restart, or let each proxy append the client's address.`,
      },
    ];
  return [
    {
      problem: `TRUSTED_PROXIES is ${trusted}, but ${arrived} proxies in front set X-Forwarded-For.`,
      reason: "All clients have the address of a proxy, so one that fails too often blocks the others.",
      remedy: `Set TRUSTED_PROXIES to ${arrived} and restart.`,
    },
  ];
}

function readCertificateEnd(url: URL): Promise<{ valid_to: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port) || 443,
      servername: url.hostname,
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket
      .once("secureConnect", () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      })
      .once("timeout", () => socket.destroy(new Error("timed out")))
      .once("error", reject);
  });
}

/** What the public meets at APP_URL. */
export const ADDRESS_CHECKS: Check<Examined>[] = [
  {
    name: "public-address",
    skip: skipWhenStopped,
    run: async ({ env: { APP_URL } }) => {
      const response = await askForIdentity(APP_URL);
      const isOurs =
        response.kind === "identity" &&
        isPurposeToken(response.proof, INSTALLATION_PURPOSE, response.challenge);
      if (isOurs) return [];
      const problem =
        response.kind === "other"
          ? response.problem
          : "An installation with another ENCRYPTION_KEY responds there.";
      return [
        {
          problem: `This installation does not respond at APP_URL (${APP_URL}): ${problem}`,
          reason: "Every link in e-mails and every credential leads there.",
          remedy:
            "Start the service. If it runs, let your proxy and the DNS lead to it, or correct APP_URL and restart. " +
            "A machine that cannot reach its own public address has to be checked from another one.",
        },
      ];
    },
  },
  {
    name: "trusted-proxies",
    skip: skipWhenStopped,
    run: async ({ env: { APP_URL, TRUSTED_PROXIES } }) => {
      const response = await askForIdentity(APP_URL);
      // The check above says so.
      return response.kind === "other" ? [] : judgeProxies(response.forwardedEntries, TRUSTED_PROXIES);
    },
  },
  {
    name: "certificate",
    skip: ({ env }) => (env.APP_URL.startsWith("https:") ? null : "APP_URL is without https"),
    run: async ({ env: { APP_URL } }) => {
      const certificate = await readCertificateEnd(new URL(APP_URL)).catch(() => null);
      if (certificate === null) return [];
      return judgeCertificate(`of ${APP_URL}`, certificate, "Then browsers and verifiers refuse every page.");
    },
  },
];
