import { describe, expect, it } from "vitest";
import { createBatchedRead, createSharedRead } from "@/lib/kernel/shared-read";

/** Reads that end when the test resolves them. */
function reads() {
  const begun: { end: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ end: resolve, fail: reject });
    });
  return { begun, read };
}

describe("a shared read", () => {
  it("requested during another one starts after it, once for all who wait", async () => {
    const sharedRead = createSharedRead<string>();
    const { begun, read } = reads();
    const first = sharedRead("key", read);
    const others = [sharedRead("key", read), sharedRead("key", read), sharedRead("key", read)];
    expect(begun).toHaveLength(1);
    begun[0]?.end("old");
    expect(await first).toBe("old");
    await Promise.resolve();
    expect(begun).toHaveLength(2);
    begun[1]?.end("new");
    expect(await Promise.all(others)).toEqual(["new", "new", "new"]);
  });

  it("starts anew when none is running", async () => {
    const sharedRead = createSharedRead<string>();
    const { begun, read } = reads();
    for (const value of ["one", "two"]) {
      const answer = sharedRead("key", read);
      begun.at(-1)?.end(value);
      expect(await answer).toBe(value);
    }
    expect(begun).toHaveLength(2);
  });

  it("that fails affects only those who waited for it", async () => {
    const sharedRead = createSharedRead<string>();
    const { begun, read } = reads();
    const first = sharedRead("key", read);
    const second = sharedRead("key", read);
    begun[0]?.fail(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await Promise.resolve();
    begun[1]?.end("there");
    expect(await second).toBe("there");
  });

  it("with another key is separate", () => {
    const sharedRead = createSharedRead<string>();
    const { begun, read } = reads();
    void sharedRead("one", read);
    void sharedRead("two", read);
    expect(begun).toHaveLength(2);
  });
});

describe("a batched read", () => {
  it("reads the keys that arrive during a query together by the next one, each once", async () => {
    const queries: { keys: string[]; end: (found: Map<string, string>) => void }[] = [];
    const read = createBatchedRead<string>(
      (keys) => new Promise((resolve) => void queries.push({ keys, end: resolve })),
    );
    const first = read("a");
    const others = [read("a"), read("b"), read("c"), read("b")];
    expect(queries.map(({ keys }) => keys)).toEqual([["a"]]);
    queries[0]?.end(new Map([["a", "old"]]));
    expect(await first).toBe("old");
    await Promise.resolve();
    expect(queries[1]?.keys).toEqual(["a", "b", "c"]);
    queries[1]?.end(
      new Map([
        ["a", "new"],
        ["b", "other"],
      ]),
    );
    expect(await Promise.all(others)).toEqual(["new", "other", null, "other"]);
    expect(queries).toHaveLength(2);
  });

  it("that fails affects only those who waited for it", async () => {
    const ends: ((error: Error | null) => void)[] = [];
    const read = createBatchedRead<string>(
      (keys) =>
        new Promise((resolve, reject) => {
          ends.push((error) => (error ? reject(error) : resolve(new Map(keys.map((key) => [key, key])))));
        }),
    );
    const [first, second] = [read("a"), read("b")];
    ends[0]?.(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await Promise.resolve();
    ends[1]?.(null);
    expect(await second).toBe("b");
  });
});
