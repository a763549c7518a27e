import { describe, expect, it } from "vitest";
import { createSharedRead } from "@/lib/kernel/shared-read";

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
    const ask = createSharedRead<string>();
    const { begun, read } = reads();
    const first = ask("key", read);
    const others = [ask("key", read), ask("key", read), ask("key", read)];
    expect(begun).toHaveLength(1);
    begun[0]?.end("old");
    expect(await first).toBe("old");
    await Promise.resolve();
    expect(begun).toHaveLength(2);
    begun[1]?.end("new");
    expect(await Promise.all(others)).toEqual(["new", "new", "new"]);
  });

  it("starts anew when none is running", async () => {
    const ask = createSharedRead<string>();
    const { begun, read } = reads();
    for (const value of ["one", "two"]) {
      const answer = ask("key", read);
      begun.at(-1)?.end(value);
      expect(await answer).toBe(value);
    }
    expect(begun).toHaveLength(2);
  });

  it("that fails affects only those who waited for it", async () => {
    const ask = createSharedRead<string>();
    const { begun, read } = reads();
    const first = ask("key", read);
    const second = ask("key", read);
    begun[0]?.fail(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await Promise.resolve();
    begun[1]?.end("there");
    expect(await second).toBe("there");
  });

  it("with another key is separate", () => {
    const ask = createSharedRead<string>();
    const { begun, read } = reads();
    void ask("one", read);
    void ask("two", read);
    expect(begun).toHaveLength(2);
  });
});
