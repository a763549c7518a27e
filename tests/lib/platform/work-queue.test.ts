import { describe, expect, it } from "vitest";
import { limitConcurrency } from "@/lib/platform/limits/limit-concurrency";
import { until } from "../../support/until";

/** Work that ends when `end` is called. */
function work() {
  let end = (): void => undefined;
  let hasBegun = false;
  const run = () => {
    hasBegun = true;
    return new Promise<void>((resolve) => (end = resolve));
  };
  return { run, end: () => end(), hasBegun: () => hasBegun };
}

describe("the work queue", () => {
  it("runs a limited number at once, the rest in order of arrival, and refuses more than may wait", async () => {
    const inTurn = limitConcurrency("Work", 2, 2);
    const all = Array.from({ length: 5 }, work);
    const ended = all.map(({ run }) => inTurn(run));
    await expect(ended[4]).rejects.toMatchObject({ status: 503, code: "busy" });
    const started = () => all.map(({ hasBegun }) => hasBegun());
    expect(started()).toEqual([true, true, false, false, false]);
    all[1]?.end();
    await until("the third has begun", () => started()[2] === true);
    expect(started()).toEqual([true, true, true, false, false]);
    all[0]?.end();
    await until("the fourth has begun", () => started()[3] === true);
    all[2]?.end();
    all[3]?.end();
    await Promise.all([ended[2], ended[3]]);
  });

  it("frees the slot when the work fails", async () => {
    const inTurn = limitConcurrency("Work", 1, 1);
    const failing = inTurn(() => Promise.reject(new Error("no")));
    const next = inTurn(() => Promise.resolve("done"));
    await expect(failing).rejects.toThrow("no");
    await expect(next).resolves.toBe("done");
  });
});
