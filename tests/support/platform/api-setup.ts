import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { disconnect } from "@/lib/kernel/db";
import { env, parseEnv } from "@/lib/kernel/env";
import { closeMailTransport } from "@/lib/delivery/mail/transport";
import { endConnections } from "./database";
import { createTestDatabase } from "./postgres";

// Every organization of a test has an administrator, whose password would take a third of a second of both cores. The
// hash says what it cost, so all else is as it is; tests/lib/identity/passwords.test.ts holds the product to its own cost.
vi.mock("@/lib/identity/users/password-cost", () => ({
  SCRYPT_COST: { N: 2 ** 10, r: 8, p: 1, maxmem: 2 ** 25 },
}));

// Modules stay loaded from file to file, because loading them takes longer than most tests; this file alone is run anew.
const kept = globalThis as typeof globalThis & { inheritedEnvironment?: NodeJS.ProcessEnv };
const isFirstFile = kept.inheritedEnvironment === undefined;
kept.inheritedEnvironment ??= { ...process.env };

/** Sets the environment, and what the process keeps of it, as at the start of one. */
function setEnvironment(own: Record<string, string>): void {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, kept.inheritedEnvironment, own);
  if (isFirstFile) return;
  const parsed: Record<string, unknown> = env();
  for (const name of Object.keys(parsed)) Reflect.deleteProperty(parsed, name);
  Object.assign(parsed, parseEnv(process.env));
}

/** Ends what holds the environment of a file: connections, and the way that mails go. */
async function letGo(): Promise<void> {
  closeMailTransport();
  await Promise.all([disconnect(), endConnections()]);
}

let drop: (() => Promise<void>) | undefined;
let dataDir = "";

// Every file has a database and a directory of its own, and a process environment as a server would have.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "badges-api-"));
  const database = await createTestDatabase(inject("databaseUrl"));
  drop = database.drop;
  setEnvironment({
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
  // Work of the file before that nobody waited for may have connected once more.
  if (!isFirstFile) await letGo();
});

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await letGo();
  await drop?.();
  await rm(dataDir, { recursive: true, force: true });
});
