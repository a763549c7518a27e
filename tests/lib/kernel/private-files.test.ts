import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { restrictDataDirectory } from "@/lib/kernel/private-files";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "private-files-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const readMode = async (name: string): Promise<string> =>
  ((await stat(join(directory, name))).mode & 0o777).toString(8);

it("closes the permissions of the service's files, and leaves other files unchanged", async () => {
  const outside = join(directory, "outside");
  await mkdir(join(directory, "mail"));
  for (const name of ["mail/1.eml", "secrets.json", "outside", "notes.txt"]) {
    await writeFile(join(directory, name), "");
    await chmod(join(directory, name), 0o644);
  }
  await symlink(outside, join(directory, "postgres.log"));
  await chmod(join(directory, "mail"), 0o777);
  await chmod(directory, 0o755);
  await restrictDataDirectory(directory, () => undefined);
  const names = ["", "mail", "mail/1.eml", "secrets.json", "outside", "notes.txt"];
  expect(await Promise.all(names.map(readMode))).toEqual(["700", "700", "600", "600", "644", "644"]);
});

it("has nothing to do before the first start", async () => {
  await restrictDataDirectory(join(directory, "none"), () => {
    throw new Error("nothing to say");
  });
});
