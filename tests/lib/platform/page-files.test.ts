import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createPageFileReader } from "@/lib/platform/page-files/service";

const MEGABYTE = 1_024 * 1_024;

/** A reader of files that the "database" has, and the paths of each query. */
function createReader(files: Record<string, number>) {
  const queries: string[][] = [];
  const read = createPageFileReader((paths) => {
    queries.push(paths.toSorted());
    const found = paths.filter((path) => path in files);
    return Promise.resolve(new Map(found.map((path) => [path, new Uint8Array(files[path] ?? 0)])));
  });
  return { read, queries, files };
}

describe("files of other builds", () => {
  it("are read once, and together", async () => {
    const { read, queries } = createReader({ "a.js": 3, "b.js": 0, "c.js": 5 });
    expect((await read("a.js"))?.length).toBe(3);
    for (let times = 0; times < 20; times += 1) await Promise.all([read("a.js"), read("b.js"), read("c.js")]);
    expect(queries.flat().toSorted()).toEqual(["a.js", "b.js", "c.js"]);
    expect(queries.length).toBeLessThanOrEqual(3);
  });

  it("take a limited amount of memory: those that nobody asked for lately are read again", async () => {
    const names = Array.from({ length: 12 }, (_one, index) => `${index}.js`);
    const { read, queries } = createReader(Object.fromEntries(names.map((name) => [name, MEGABYTE])));
    for (const name of names) await read(name);
    expect(queries).toHaveLength(names.length);
    await read("11.js");
    expect(queries).toHaveLength(names.length);
    await read("0.js");
    expect(queries.at(-1)).toEqual(["0.js"]);
  });

  it("that do not exist cost one query at a time, and none for those that were asked for before", async () => {
    const { read, queries } = createReader({});
    const names = Array.from({ length: 1_000 }, (_one, index) => `${index}.js`);
    await Promise.all(names.map((name) => read(name)));
    expect(queries.length).toBeLessThanOrEqual(2);
    const before = queries.length;
    expect(await Promise.all(names.map((name) => read(name)))).toEqual(names.map(() => null));
    expect(queries).toHaveLength(before);
  });

  it("are found some seconds after they were stored", async () => {
    const { read, files } = createReader({});
    expect(await read("late.js")).toBeNull();
    files["late.js"] = 4;
    expect(await read("late.js")).toBeNull();
    const later = performance.now() + 11_000;
    const now = vi.spyOn(performance, "now").mockReturnValue(later);
    onTestFinished(() => now.mockRestore());
    await vi.waitFor(async () => expect((await read("late.js"))?.length).toBe(4));
  });

  it("are asked for again after a query failed", async () => {
    const readMany = vi.fn<() => Promise<Map<string, Uint8Array>>>();
    readMany
      .mockRejectedValueOnce(new Error("away"))
      .mockResolvedValue(new Map([["a.js", new Uint8Array(1)]]));
    const read = createPageFileReader(readMany);
    await expect(read("a.js")).rejects.toThrow("away");
    expect((await read("a.js"))?.length).toBe(1);
  });
});
