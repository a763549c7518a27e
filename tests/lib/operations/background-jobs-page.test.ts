import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { hourlyJobs, jobs } from "@/lib/operations/jobs/list";

/** The first cells of a page's tables: names in backticks. */
const namesIn = (page: string): string[] =>
  [...page.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name ?? "");

describe("docs/background-jobs.md", () => {
  it("lists every kind of message and every hourly job, in order, with its limits", async () => {
    const page = await readFile("docs/background-jobs.md", "utf8");
    expect(namesIn(page)).toEqual([...Object.keys(jobs), ...hourlyJobs.map(({ id }) => id)]);
    for (const { kind, concurrency, perOrganization, leaseMs } of Object.values(jobs)) {
      const row = page.split("\n").find((line) => line.startsWith(`| \`${kind}\``)) ?? "";
      const cells = row.split("|").map((cell) => cell.trim());
      expect(cells.slice(3, 5), kind).toEqual([
        `${concurrency} (${perOrganization})`,
        `${leaseMs / 1_000} s`,
      ]);
    }
  });
});
