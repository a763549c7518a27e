import { expect, it } from "vitest";
import { MemoryBudget } from "@/lib/platform/limits/memory-budget";

const HOUR_MS = 3_600_000;

const createBudget = (options: Partial<ConstructorParameters<typeof MemoryBudget>[0]> = {}) =>
  new MemoryBudget(
    { capacity: 10, fillMs: HOUR_MS, waitMs: HOUR_MS, maxWaiting: 2, ...options },
    () => new Error("refused"),
  );

it("gives shares in order, and never more than its capacity", async () => {
  const budget = createBudget();
  const [first, second] = [await budget.share(6), await budget.share(4)];
  const order: string[] = [];
  const large = budget.share(8).then((share) => {
    order.push("large");
    return share;
  });
  const small = budget.share(1).then(() => order.push("small"));
  second.release();
  expect([budget.used, order]).toEqual([6, []]);
  first.release();
  first.release();
  await Promise.all([large, small]);
  expect([budget.used, order]).toEqual([9, ["large", "small"]]);
});

it("gives a share that is larger than its capacity when nothing else is in use", async () => {
  const budget = createBudget();
  const large = await budget.share(11);
  const next = budget.share(1);
  large.release();
  await next;
  expect(budget.used).toBe(1);
});

it("takes back a share that is not filled in time, but only when another one waits", async () => {
  const budget = createBudget({ fillMs: 0 });
  const [slow, filled] = [await budget.share(5), await budget.share(5)];
  filled.markFilled();
  const events: string[] = [];
  slow.expired.catch((error: Error) => {
    events.push(error.message);
    slow.release();
  });
  filled.expired.catch(() => events.push("taken from the filled one"));
  // Timers of the same length end in order, so its time is over.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(events).toEqual([]);
  await budget.share(5);
  expect(events).toEqual(["refused"]);
});

it("refuses those who wait too long, and lets the next one in if it needs less", async () => {
  const budget = createBudget({ waitMs: 0 });
  await budget.share(6);
  const [large, small] = await Promise.allSettled([budget.share(8), budget.share(4)]);
  expect(large.status).toBe("rejected");
  // Both waited for the same time, but the place of the first one was free before the second gave up.
  expect(small.status).toBe("fulfilled");
  expect(budget.used).toBe(10);
});

it("refuses at once when too many wait", async () => {
  const budget = createBudget();
  await budget.share(10);
  void budget.share(1);
  void budget.share(1);
  await expect(budget.share(1)).rejects.toThrow("refused");
});
