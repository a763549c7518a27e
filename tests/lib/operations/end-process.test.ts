import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";

const run = promisify(execFile);
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "badges-end-process-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs a program that reads a file and then ends with code 3. */
const endWhileReading = (path: string) =>
  run(
    process.execPath,
    [
      "--import=tsx",
      "--input-type=module",
      "--eval",
      `import { readFile } from "node:fs/promises";
       import { endProcess } from ${JSON.stringify(join(import.meta.dirname, "../../../lib/operations/installation/end-process.ts"))};
       void readFile(${JSON.stringify(path)});
       await endProcess(3, console.log);`,
    ],
    { timeout: 30_000, killSignal: "SIGTERM" },
  ).catch((error: unknown) => error);

it("a process ends with its exit code after a file was read", async () => {
  expect(await endWhileReading(process.execPath)).toMatchObject({ code: 3, stdout: "" });
});

it("a process ends although a file does not respond", async () => {
  // A pipe that nothing writes to holds up its reader as a disk of the network does.
  const path = join(directory, "hanging");
  await run("mkfifo", [path]);
  expect(await endWhileReading(path)).toMatchObject({
    signal: "SIGKILL",
    stdout: expect.stringContaining("does not respond") as string,
  });
});
