import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// Runs the tests that name files changed since the last commit of the main branch, and those of architecture and
// documents.

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);

const [base = "HEAD"] = git("merge-base", "HEAD", process.env.BASE ?? "main");
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];

/** How tests import a file: `@/lib/badges/service`, or `../support/builders`. */
const importSpecifier = (file: string): string =>
  file.startsWith("tests/support/")
    ? `../support/${file.slice("tests/support/".length).replace(/\.tsx?$/, "")}"`
    : `@/${file.replace(/\.tsx?$/, "")}"`;

/** The domain of a file: `issued` of `lib/badges/issued/service.ts`. The names of its tests contain it. */
const domainName = (file: string): string | undefined => /^lib\/[\w-]+\/([\w-]+)\//.exec(file)?.[1];

const sources = changed.filter((file) => /^(app|components|lib|tests\/support)\/.*\.tsx?$/.test(file));
const imports = sources.map(importSpecifier);
const domains = new Set(sources.flatMap((file) => domainName(file) ?? []));

const isConcerned = (test: string): boolean => {
  if (changed.includes(test)) return true;
  const name = test.replace(/^.*\//, "");
  if ([...domains].some((domain) => name.includes(domain))) return true;
  const text = readFileSync(test, "utf8");
  return imports.some((one) => text.includes(one));
};

const all = git("ls-files", "--cached", "--others", "--exclude-standard", "tests/api", "tests/lib");
const tests = all.filter((file) => file.endsWith(".test.ts") && isConcerned(file));
const files = ["tests/architecture.test.ts", "tests/documents.test.ts", ...tests.toSorted()];
process.stdout.write(`${files.length} files of tests concern ${changed.length} changed files.\n`);
const args = ["run", "--config", "tests/vitest.config.ts", ...files];
const { status } = spawnSync("node_modules/.bin/vitest", args, { stdio: "inherit" });
process.exitCode = status ?? 1;
