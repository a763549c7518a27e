import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

// What `npm ci` leaves: the sources and the packages, without anything that a build or `prisma generate` writes.

const WRITTEN = ["node_modules", ".git", ".next", ".build", ".data", "prisma/generated", "client/dist"];

let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), "new-checkout-"));
  const root = process.cwd();
  await cp(root, checkout, {
    recursive: true,
    filter: (path) => !WRITTEN.includes(relative(root, path).split(sep).join("/")),
  });
  await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
});
afterAll(() => rm(checkout, { recursive: true, force: true }));

const run = (args: string[], variables: Record<string, string> = {}) =>
  new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const env = { NODE_ENV: "production" as const, PATH: process.env.PATH, HOME: checkout, ...variables };
    const child = execFile(process.execPath, args, { cwd: checkout, env }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });

it.each([
  ["npm start", ["scripts/launch.js"]],
  ["npm run dev", ["--import", "tsx", "scripts/start.ts", "--dev"]],
])("%s loads before the first build, and says which variable is invalid", async (_name, args) => {
  const { code, stderr } = await run(args, { PORT: "no number" });
  expect(JSON.parse(stderr)).toMatchObject({ level: 60, msg: expect.stringMatching(/^\s*PORT: /m) });
  expect(stderr).not.toContain("ERR_MODULE_NOT_FOUND");
  expect(code).toBe(1);
});

it("npm run admin says that nothing is built yet", async () => {
  const { code, stderr } = await run(["--import", "tsx", "scripts/admin.ts", "doctor"]);
  expect(stderr).toBe("Nothing is built yet. Run npm start, or npm run build (about a minute), first.\n");
  expect(code).toBe(1);
});
