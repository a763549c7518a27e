import { expect, it, vi } from "vitest";
import { BodyBudget, type BodyPlace } from "@/lib/platform/limits/body-budget";

const HOUR_MS = 3_600_000;

const createBudget = (options: Partial<ConstructorParameters<typeof BodyBudget>[0]> = {}) =>
  new BodyBudget(
    {
      capacity: 10,
      room: 10,
      windowMs: HOUR_MS,
      minBytes: 1,
      waitMs: HOUR_MS,
      maxWaiting: 2,
      maxWaitingOfClient: 2,
      ...options,
    },
    () => new Error("refused"),
  );

type Body = BodyPlace & { evicted: Promise<string> };

function open(budget: BodyBudget, expected = 10, client: string | null = null): Body {
  let evict: (text: string) => void = () => undefined;
  const evicted = new Promise<string>((resolve) => (evict = resolve));
  return { ...budget.open(expected, client, (error) => evict(error.message)), evicted };
}

/** Whether it is settled once everything that can happen without time has happened. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  work.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it("counts what has arrived of a body, not what it declares", async () => {
  const budget = createBudget();
  const slow = Array.from({ length: 9 }, () => open(budget, 10));
  for (const body of slow) await body.take(1);
  expect(budget.used).toEqual({ capacity: 0, room: 9 });
  const other = open(budget, 10);
  await other.take(1);
  await other.complete(10);
  expect(budget.used).toEqual({ capacity: 10, room: 9 });
  other.release();
  other.release();
  expect(budget.used).toEqual({ capacity: 0, room: 9 });
});

it("a body that finds the room full gets the memory for all of it, so that it can be completed", async () => {
  const budget = createBudget();
  const bodies = [open(budget), open(budget), open(budget)] as const;
  await bodies[0].take(5);
  await bodies[1].take(5);
  await bodies[2].take(1);
  expect(budget.used).toEqual({ capacity: 10, room: 10 });
  const second = bodies[1].take(1);
  expect(await isSettled(second)).toBe(false);
  await bodies[2].take(9);
  await bodies[2].complete(10);
  bodies[2].release();
  // Now it is the turn of the second one, which frees its part of the room.
  await second;
  expect(budget.used).toEqual({ capacity: 10, room: 5 });
});

it("complete bodies come first, in order, and never more than the capacity", async () => {
  const budget = createBudget({ maxWaiting: 9 });
  const [first, second, third, arriving] = [open(budget), open(budget), open(budget), open(budget)];
  for (const body of [first, second, third]) await body.take(3);
  await first.complete(8);
  await arriving.take(4);
  const order: string[] = [];
  const wait = (name: string, work: Promise<void>) => work.then(() => order.push(name));
  const waiting = [
    wait("arriving", arriving.take(9)),
    wait("second", second.complete(6)),
    wait("third", third.complete(4)),
  ];
  expect(await isSettled(Promise.any(waiting))).toBe(false);
  first.release();
  await Promise.all(waiting.slice(1));
  expect([budget.used.capacity, order]).toEqual([10, ["second", "third"]]);
  second.release();
  third.release();
  await waiting[0];
});

it("a body that is larger than the capacity gets it alone", async () => {
  const budget = createBudget();
  const large = open(budget, 11);
  await large.complete(11);
  const next = open(budget).complete(1);
  expect(await isSettled(next)).toBe(false);
  large.release();
  await next;
});

it("the slowest lose their memory when others need it, and only as many as necessary", async () => {
  const budget = createBudget({ room: 0, windowMs: 40, minBytes: 20 });
  const [slow, slower] = [open(budget, 5), open(budget, 5)];
  await slow.take(1);
  await slower.take(1);
  // Both send less than the least, but one of them sends something.
  const sending = setInterval(() => void slow.take(0.1), 1);
  try {
    await open(budget, 5).take(1);
    await slower.evicted;
    expect(await isSettled(slow.evicted)).toBe(false);
    expect(budget.used).toEqual({ capacity: 10, room: 0 });
  } finally {
    clearInterval(sending);
  }
});

it("nobody loses memory while no other body needs it", async () => {
  const budget = createBudget({ windowMs: 4, minBytes: 1_000 });
  const [idle, other] = [open(budget), open(budget)];
  await idle.take(5);
  await other.take(4);
  // Longer than the time over which progress is measured.
  await new Promise((resolve) => setTimeout(resolve, 12));
  expect(await isSettled(idle.evicted)).toBe(false);
  expect(budget.used.room).toBe(9);
});

it("the longer bodies wait, the more progress is required of the others", async () => {
  const budget = createBudget({ room: 0, windowMs: 20, minBytes: 1 });
  const fast = open(budget);
  await fast.take(1);
  // Much more than the least that is required at first.
  const sending = setInterval(() => void fast.take(10), 1);
  try {
    await open(budget).take(1);
    expect(await fast.evicted).toBe("refused");
  } finally {
    clearInterval(sending);
  }
});

it("forgets how long bodies waited as fast as it learned it, at most ten doublings", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  try {
    const budget = createBudget({ capacity: 8, room: 0, windowMs: 40, minBytes: 1 });
    const steady = open(budget, 4);
    await steady.take(1);
    const sendForWindow = async (bytes: number) => {
      for (let slot = 0; slot < 4; slot += 1) {
        await steady.take(bytes / 4);
        vi.advanceTimersByTime(10);
      }
    };
    const occupant = open(budget, 4);
    await occupant.complete(4);
    const first = open(budget, 4);
    const waiting = first.complete(4);
    for (let window = 0; window < 150; window += 1) await sendForWindow(20_000);
    occupant.release();
    await waiting;
    for (let window = 0; window < 10; window += 1) await sendForWindow(100);
    const next = open(budget, 4).take(1);
    await sendForWindow(100);
    expect(await isSettled(steady.evicted)).toBe(false);
    first.release();
    await next;
  } finally {
    vi.useRealTimers();
  }
});

it("refuses the bodies of one client that wait beyond its share, and lets those of others wait", async () => {
  const budget = createBudget({ maxWaiting: 9 });
  const occupant = open(budget);
  await occupant.complete(10);
  await open(budget).take(10);
  const wait = (client: string | null) => open(budget, 1, client).complete(1);
  const waiting = [wait("one"), wait("one")];
  await expect(wait("one")).rejects.toThrow("refused");
  waiting.push(wait("other"), wait(null), wait(null), wait(null));
  expect(await isSettled(Promise.any(waiting))).toBe(false);
  occupant.release();
  await Promise.all(waiting);
});

it("refuses those who wait too long, and at once when too many wait", async () => {
  const budget = createBudget({ waitMs: 500, maxWaiting: 1 });
  await open(budget).complete(10);
  await open(budget).take(10);
  const waiting = open(budget).take(1);
  await expect(open(budget).take(1)).rejects.toThrow("refused");
  await expect(waiting).rejects.toThrow("refused");
  expect(budget.used).toEqual({ capacity: 10, room: 10 });
});
