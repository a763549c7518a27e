import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { examineInstallation } from "@/lib/operations/doctor/examine";

// `admin doctor` where the embedded database cannot be started.

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "badges-doctor-"));
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");
  await mkdir(join(dataDir, "postgres.restore"));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(dataDir, { recursive: true });
  });
});

it("reports that the embedded database does not start, and makes the other checks", async () => {
  const { findings, passed, skipped } = await examineInstallation();
  const database = findings.find(({ check }) => check === "database");
  expect(database?.problem).toMatch(
    /^The embedded database does not start: A restore into .* did not finish/,
  );
  expect(passed).toEqual(expect.arrayContaining(["variables", "disk-space"]));
  expect(skipped).toContainEqual({ check: "queue", reason: "the embedded database does not start" });
});

it("reports that secrets.json is missing, and does not create it", async () => {
  vi.stubEnv("ENCRYPTION_KEY", "");
  vi.stubEnv("SESSION_SECRET", "");
  const { findings, skipped } = await examineInstallation();
  const key = findings.filter(({ check }) => check === "encryption-key");
  expect(key.map(({ problem }) => problem)).toEqual([`${join(dataDir, "secrets.json")} is missing.`]);
  expect(skipped).toContainEqual({ check: "public-address", reason: "the secrets cannot be read" });
  expect(await readdir(dataDir)).not.toContain("secrets.json");
});
