import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { flushUses } from "@/lib/accounts/authentication/usage";
import { flushEngagement } from "@/lib/badges/engagement/service";
import { disconnect } from "@/lib/kernel/db";
import { env, parseEnv } from "@/lib/kernel/env";
import { closeMailTransport } from "@/lib/delivery/mail/transport";
import { endConnections } from "./database";
import { createTestDatabase } from "./postgres";

// Every organization of a test has an administrator, and hashing the password at full cost would take a third of a
// second on both cores. The hash names its cost, so everything else works the same;
// tests/lib/identity/passwords.test.ts checks the product's own cost.
vi.mock("@/lib/identity/users/password-cost", () => ({
  SCRYPT_COST: { N: 2 ** 10, r: 8, p: 1, maxmem: 2 ** 25 },
}));

// Modules stay loaded from file to file, because loading them takes longer than most tests. Only this file runs again.
const kept = globalThis as typeof globalThis & { inheritedEnvironment?: NodeJS.ProcessEnv };
const isFirstFile = kept.inheritedEnvironment === undefined;
kept.inheritedEnvironment ??= { ...process.env };

/** Sets the environment, and resets what the process caches of it, as at the start of a process. */
function setEnvironment(own: Record<string, string>): void {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, kept.inheritedEnvironment, own);
  if (isFirstFile) return;
  const parsed: Record<string, unknown> = env();
  for (const name of Object.keys(parsed)) Reflect.deleteProperty(parsed, name);
  Object.assign(parsed, parseEnv(process.env));
}

/** Closes what depends on the environment of a file: connections and the mail transport. */
async function closeResources(): Promise<void> {
  closeMailTransport();
  await Promise.all([disconnect(), endConnections()]);
}

let drop: (() => Promise<void>) | undefined;
let dataDir = "";

// Every file has its own database and directory, and an environment like that of a server process.
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
  // Unawaited work of the previous file may have connected once more.
  if (!isFirstFile) await closeResources();
});

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  // As a server does when it stops. Otherwise the next file would write them to its own database, where ids are the same.
  await Promise.all([flushUses(), flushEngagement()]);
  await closeResources();
  await drop?.();
  await rm(dataDir, { recursive: true, force: true });
});
