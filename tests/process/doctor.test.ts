import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { access, cp, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { isLong } from "../support/platform/long";
import { startNewProduct } from "../support/platform/prepared-product";
import {
  createDataDir,
  ensureBuilt,
  removeDataDir,
  runAdmin,
  startProduct,
  type Product,
} from "../support/platform/product";
import { createNextVersion } from "../support/platform/versions";

// `admin doctor` as an operator runs it. What each check of the database, the mail server and so on finds is tested in
// tests/api/platform/doctor-*.test.ts.

type Report = {
  findings: { check: string; problem: string; reason: string; remedy: string }[];
  passed: string[];
  skipped: { check: string; reason: string }[];
};

let dataDir: string;
let env: Record<string, string>;
let product: Product;

const start = async (): Promise<void> => {
  product = await startProduct({ dataDir, env });
};

beforeAll(async () => {
  await ensureBuilt();
  dataDir = await createDataDir();
  const port = String(await findFreePort());
  env = { PORT: port, APP_URL: `http://localhost:${port}`, RATE_LIMIT: "600" };
  await start();
});
afterAll(async () => {
  await product?.remove();
  await removeDataDir(dataDir);
});

async function examine(changes: Record<string, string> = {}, directory = dataDir) {
  const { code, stdout, stderr } = await runAdmin(directory, ["doctor", "--json"], {
    env: { ...env, ...changes },
  });
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as Report) };
}

const checksOf = ({ findings }: Report): string[] => findings.map(({ check }) => check);

it("finds nothing to mend in a new installation that runs, and makes every check that is possible", async () => {
  const report = await examine();
  expect([report.code, report.findings]).toEqual([0, []]);
  expect(report.skipped.map(({ check }) => check)).toEqual([
    "mail-sender",
    "redis",
    "inngest",
    "inngest-address",
    "certificate",
    "replica",
    "previous-encryption-key",
    "backups",
  ]);
  expect(report.passed).toEqual(
    expect.arrayContaining([
      "variables",
      "public-address",
      "trusted-proxies",
      "database",
      "migrations",
      "queue",
      "copies",
      "audit-chain",
    ]),
  );
});

it("prints for people what is wrong, why, and what mends it", async () => {
  const { code, stdout } = await runAdmin(dataDir, ["doctor"], { env: { ...env, TRUSTED_PROXIES: "2" } });
  expect(code).toBe(1);
  expect(stdout).toContain(
    "trusted-proxies\n  problem  TRUSTED_PROXIES is 2, but a request to APP_URL arrived with 0 addresses in X-Forwarded-For.\n  why      A client",
  );
  expect(stdout).toMatch(/\n\d+ checks passed, 1 problem found, 8 not checked\n$/);
});

it("says which variables are invalid, and checks nothing else", async () => {
  const report = await examine({ PORT: "many", LOG_LEVEL: "loud" });
  expect(report.code).toBe(1);
  expect(checksOf(report)).toEqual(["variables"]);
  expect(report.findings[0]?.problem).toContain("LOG_LEVEL");
  expect(report.passed).toEqual([]);
});

it.runIf(isLong)(
  "says that the public address leads elsewhere, or through other proxies than TRUSTED_PROXIES says",
  async () => {
    const forwarding = createServer((request, response) => {
      const headers = { ...request.headers, "x-forwarded-for": "198.51.100.7" };
      const onward = httpRequest(
        { port: env.PORT, path: request.url, method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    });
    const stranger = createServer((_request, response) => void response.end("<h1>Under construction</h1>"));
    const addresses: string[] = [];
    for (const server of [forwarding, stranger]) {
      await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
      onTestFinished(() => void server.close());
      addresses.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    }
    const [proxied = "", strange = ""] = addresses;
    const own = `has APP_URL ${env.APP_URL ?? ""} itself.`;
    const ownAddress = { check: "copies", problem: expect.stringContaining(own) as string };
    expect((await examine({ APP_URL: proxied })).findings).toMatchObject([
      { check: "trusted-proxies", remedy: "Set TRUSTED_PROXIES to 1 and restart." },
      ownAddress,
    ]);
    const report = await examine({ APP_URL: proxied, TRUSTED_PROXIES: "1" });
    expect(report.findings).toMatchObject([ownAddress]);
    expect((await examine({ APP_URL: strange })).findings).toMatchObject([
      {
        check: "public-address",
        problem: expect.stringContaining("Something else responds there.") as string,
      },
    ]);
  },
);

it.runIf(isLong)("says that another installation responds at the public address", async () => {
  const other = await startNewProduct();
  onTestFinished(other.remove);
  const report = await examine({ APP_URL: other.origin });
  expect(report.findings).toMatchObject([
    { check: "public-address", problem: expect.stringContaining("another ENCRYPTION_KEY") as string },
  ]);
});

it.runIf(isLong)("says that the sources changed since the build", async () => {
  const version = await createNextVersion();
  onTestFinished(version.remove);
  const folder = join(version.folder, "public");
  await rm(folder);
  await cp("public", folder, { recursive: true, preserveTimestamps: true });
  const examineThere = async () => {
    const { stdout } = await runAdmin(dataDir, ["doctor", "--json"], { env, folder: version.folder });
    return checksOf(JSON.parse(stdout) as Report);
  };
  const old = new Date("2026-01-01");
  await utimes(folder, old, old);
  expect(await examineThere()).toEqual([]);
  await utimes(join(folder, "openapi.json"), new Date(), new Date());
  expect(await examineThere()).toEqual(["build"]);
});

it.runIf(isLong)(
  "works on a stopped installation, and says that its database cannot be reached or its key does not fit",
  async () => {
    const url = await product.databaseUrl();
    const own = {
      DATABASE_URL: url,
      SESSION_SECRET: "ka8Xw2-plugh-QZ93-moNTe-71vbE-xyzzy",
      ENCRYPTION_KEY: "q1xGmR7V0y1Dk2YJtq8oP0Vn3c5b9sWfZ4uLhE6aTgM=",
      APP_URL: "https://badges.example.org",
    };
    const other = await createDataDir();
    onTestFinished(() => removeDataDir(other));
    const wrongKey = await examine(own, other);
    expect(wrongKey.findings.find(({ check }) => check === "encryption-key")?.problem).toContain(
      "does not fit",
    );

    expect((await product.stop()).code).toBe(0);
    const stopped = await examine();
    expect([stopped.code, stopped.findings]).toEqual([0, []]);
    const reasons = new Map(stopped.skipped.map(({ check, reason }) => [check, reason]));
    for (const check of ["public-address", "trusted-proxies", "copies", "queue", "hourly-jobs"])
      expect(reasons.get(check), check).toBe("the service is stopped");
    expect(stopped.passed).toContain("migrations");

    const [secrets, aside] = [join(dataDir, "secrets.json"), join(dataDir, "secrets.aside")];
    await rename(secrets, aside);
    const missing = await examine();
    expect(missing.findings).toMatchObject([
      { check: "encryption-key", problem: expect.stringContaining("secrets.json is missing") as string },
    ]);
    expect(missing.passed).toEqual(expect.arrayContaining(["database", "migrations", "indexes"]));
    for (const check of ["secrets", "domains", "audit-chain"])
      expect(missing.skipped).toContainEqual({ check, reason: "the secrets cannot be read" });
    await expect(access(secrets), "it is not created").rejects.toThrow("ENOENT");
    await rename(aside, secrets);

    const away = await examine(own, other);
    expect(away.code).toBe(1);
    expect(away.findings.find(({ check }) => check === "database")?.problem).toContain("ECONNREFUSED");
    expect(checksOf(away)).toContain("public-address");

    const nothing = await examine({}, other);
    expect(checksOf(nothing)).toEqual(["installation"]);
    await start();
    expect((await examine()).findings).toEqual([]);
  },
);
