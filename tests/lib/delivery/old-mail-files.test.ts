import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeOldMailFiles } from "@/lib/delivery/mail/remove-old-files";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "badges-mail-files-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const nameOf = (day: number): string =>
  `2026-11-0${day}T10-00-00-000Z-0199c0de-0000-7000-8000-00000000000${day}`;
const before = new Date("2026-11-03T00:00:00Z");
const list = async (): Promise<string[]> => (await readdir(directory)).toSorted();

it("removes files of e-mails from before a time, and what an interrupted one left, and nothing else", async () => {
  for (const name of [`${nameOf(1)}.eml`, `.${nameOf(2)}.tmp`, `${nameOf(4)}.eml`, "notes.txt"])
    await writeFile(join(directory, name), "");
  expect(await removeOldMailFiles(directory, { before, limit: 10 })).toBe(2);
  expect(await list()).toEqual([`${nameOf(4)}.eml`, "notes.txt"]);
});

it("removes the oldest of too many, a limited number at once", async () => {
  for (const day of [9, 4, 6, 5, 8, 7]) await writeFile(join(directory, `${nameOf(day)}.eml`), "");
  expect(await removeOldMailFiles(directory, { before, limit: 2, kept: 3 })).toBe(2);
  expect(await list()).toEqual([6, 7, 8, 9].map((day) => `${nameOf(day)}.eml`));
  expect(await removeOldMailFiles(directory, { before, limit: 2, kept: 3 })).toBe(1);
  expect(await removeOldMailFiles(directory, { before, limit: 2, kept: 3 })).toBe(0);
});

it("does nothing without a folder", async () => {
  expect(await removeOldMailFiles(join(directory, "mail"), { before, limit: 10 })).toBe(0);
});
