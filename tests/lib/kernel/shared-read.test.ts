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
