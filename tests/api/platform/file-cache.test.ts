import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { digest } from "@/lib/kernel/secrets";
import { getCachedFile } from "@/lib/platform/files/file-cache";

const folder = (): string => join(env().DATA_DIR, "made");
const draw = (): Promise<Buffer> => Promise.resolve(Buffer.from("drawn"));

beforeEach(() => rm(folder(), { recursive: true, force: true }));

describe("a drawing that cannot be stored", () => {
  it("is returned all the same, as on a full disk", async () => {
    await writeFile(folder(), "not a folder");
    expect(String(await getCachedFile("certificate", draw))).toBe("drawn");
  });

  it("leaves no part of it, and does not stop old files from being deleted", async () => {
    // Another file may have deleted old ones in the last minute.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    const name = digest("certificate").toString("hex");
    const old = join(folder(), "old");
    // A file cannot replace a folder.
    await mkdir(join(folder(), name), { recursive: true });
    await writeFile(old, "");
    await utimes(old, 0, 0);
    expect(String(await getCachedFile("certificate", draw))).toBe("drawn");
    expect(await readdir(folder())).toEqual([name]);
  });
});
