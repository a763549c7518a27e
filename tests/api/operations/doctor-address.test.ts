import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { GET as healthz } from "@/app/healthz/route";
import { env } from "@/lib/kernel/env";
import { judgeProxies } from "@/lib/operations/doctor/public-address";
import { DATABASE_PURPOSE } from "@/lib/platform/metrics/identity";
import { createPurposeToken } from "@/lib/kernel/secrets";
import { findProblems, findReasonToSkip, runCheck } from "../../support/platform/examination";
import { createLocalhostCertificate } from "../../support/platform/localhost-certificate";

const listen = async (server: Server | ReturnType<typeof createHttpServer>): Promise<number> => {
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

describe("the certificate", () => {
  async function startWithCertificate(days: number): Promise<string> {
    const { key, cert, remove } = await createLocalhostCertificate([], days);
    onTestFinished(remove);
    return `https://localhost:${await listen(createServer({ key, cert }, (_request, response) => void response.end()))}`;
  }

  it.each([
    [7, [expect.stringMatching(/^The certificate of https:\/\/localhost:\d+ ends on/)]],
    [90, []],
  ])("is valid for %i days", async (days, expected) => {
    const APP_URL = await startWithCertificate(days);
    expect(await findProblems("certificate", { variables: { APP_URL }, isRunning: false })).toEqual(expected);
  });

  it("is refused: that is the only problem, and its dates are not judged", async () => {
    const variables = { APP_URL: await startWithCertificate(7) };
    expect(await findProblems("public-address", { variables })).toEqual([
      expect.stringMatching(/^The certificate of APP_URL \(https.*\) is refused: self-signed certificate/),
    ]);
    for (const check of ["certificate", "trusted-proxies"]) {
      const { findings, passed, skipped } = await runCheck(check, { variables });
      expect([findings, passed], check).toEqual([[], []]);
      expect(skipped, check).toEqual([{ check, reason: expect.stringMatching(/^it failed: /) as string }]);
    }
  });

  it("cannot be read without a connection", async () => {
    const { skipped } = await runCheck("certificate", { variables: { APP_URL: "https://127.0.0.1:1" } });
    expect(skipped).toEqual([
      { check: "certificate", reason: expect.stringContaining("ECONNREFUSED") as string },
    ]);
  });
});

describe("X-Forwarded-For", () => {
  it("has as many addresses as TRUSTED_PROXIES says, or more or fewer", () => {
    expect(judgeProxies(1, 1)).toEqual([]);
    expect(judgeProxies(0, 1)).toMatchObject([
      {
        problem:
          "TRUSTED_PROXIES is 1, but a request to APP_URL arrived with 0 addresses in X-Forwarded-For.",
        reason: expect.stringContaining("choose") as string,
      },
    ]);
    expect(judgeProxies(1, 0)).toMatchObject([
      {
        problem: "TRUSTED_PROXIES is 0, but a request to APP_URL arrived with 1 address in X-Forwarded-For.",
        remedy: "Set TRUSTED_PROXIES to 1 and restart.",
      },
    ]);
  });
});

describe("the service at APP_URL", () => {
  let original: string;
  beforeEach(() => {
    original = env().APP_URL;
  });
  afterEach(() => {
    env().APP_URL = original;
  });

  type Identity = { proof: string; forwarded_entries: number; app_url: string; database: string };

  /** Starts a service with the test's database, whose response `change` replaces. */
  async function startService(change: (identity: Identity, challenge: string) => object = (one) => one) {
    const respond: RequestListener = (request, response) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const challenge = url.searchParams.get("challenge") ?? "";
      void healthz(new Request(url)).then(async (own) =>
        response.end(JSON.stringify(change((await own.json()) as Identity, challenge))),
      );
    };
    const APP_URL = `http://127.0.0.1:${await listen(createHttpServer(respond))}`;
    env().APP_URL = APP_URL;
    return { APP_URL };
  }

  it("is this one", async () => {
    const variables = await startService();
    for (const check of ["public-address", "copies"])
      expect(await findProblems(check, { variables }), check).toEqual([]);
    expect(await findReasonToSkip("copies", { isRunning: false })).toBe("the service is stopped");
  });

  it("is a copy with the same key and another database", async () => {
    const variables = await startService((identity, challenge) => ({
      ...identity,
      database: createPurposeToken(DATABASE_PURPOSE, `${challenge} badges 1764000000.5`),
    }));
    expect(await findProblems("public-address", { variables })).toEqual([]);
    expect(await findProblems("copies", { variables })).toEqual([
      expect.stringMatching(/^A copy of this installation responds at APP_URL/),
    ]);
  });

  it("has another address itself", async () => {
    const variables = await startService((identity) => ({ ...identity, app_url: "https://old.example.org" }));
    expect(await findProblems("copies", { variables })).toEqual([
      `The service that responds at APP_URL (${variables.APP_URL}) has APP_URL https://old.example.org itself.`,
    ]);
  });

  it("is of the version before, which says neither", async () => {
    const variables = await startService(({ proof, forwarded_entries }) => ({ proof, forwarded_entries }));
    for (const check of ["public-address", "copies"])
      expect(await findProblems(check, { variables }), check).toEqual([]);
  });

  it("is another one: only the check of the address says so", async () => {
    const variables = await startService((identity) => ({ ...identity, proof: "of another key" }));
    expect(await findProblems("public-address", { variables })).toEqual([
      expect.stringContaining("another ENCRYPTION_KEY"),
    ]);
    expect(await findProblems("copies", { variables })).toEqual([]);
  });
});
