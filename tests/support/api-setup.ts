import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { createTestDatabase } from "./postgres";

// Every organization of a test has an administrator, whose password would take a third of a second of both cores. The
// hash says what it cost, so all else is as it is; tests/lib/passwords.test.ts holds the product to its own cost.
vi.mock("@/lib/users/password-cost", () => ({ COST: { N: 2 ** 10, r: 8, p: 1, maxmem: 2 ** 25 } }));

let drop: (() => Promise<void>) | undefined;
let dataDir: string | undefined;

// Every file has a database and a directory of its own, and a process environment as a server would have.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "badges-api-"));
  const database = await createTestDatabase(inject("databaseUrl"));
  drop = database.drop;
  Object.assign(process.env, {
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    APP_URL: "http://localhost:3000",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    SESSION_SECRET: "a session secret that only tests know",
    WEBHOOKS_ALLOW_INSECURE: "1",
    RATE_LIMIT: "off",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  });
});

afterAll(async () => {
  const { disconnect } = await import("@/lib/kernel/db");
  await disconnect();
  await drop?.();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});
