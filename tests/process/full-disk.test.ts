import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBuilt, runProduct } from "../support/platform/product";

// A disk that is smaller than a new database. Only root may mount one.

let directory: string;

const mount = (): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", directory], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

beforeAll(async () => {
  await ensureBuilt();
  directory = await mkdtemp(join(tmpdir(), "badges-full-disk-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it("a first start on a disk that is too small says so, and leaves nothing unfinished", async ({ skip }) => {
  if (!mount()) skip("this account may not mount a file system");
  try {
    await chmod(directory, 0o755);
    const { code, stderr } = await runProduct({ dataDir: join(directory, "data") });
    expect(code).toBe(1);
    expect(stderr).toContain(`The disk of DATA_DIR, ${directory}/data, is full`);
    expect(stderr).not.toMatch(/\n\s+at /);
  } finally {
    execFileSync("umount", [directory]);
  }
});
