import { describe, expect, it } from "vitest";
import { nextWebhookAttempt, RETRY_WINDOW_MS, retryAfterMs } from "@/lib/delivery/webhooks/retries";
import { randomNumbers } from "../../support/random";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FIRST = new Date("2026-03-01T12:00:00.000Z");
const later = (ms: number): Date => new Date(FIRST.getTime() + ms);

const seed = Date.now();
describe("nextAttempt", () => {
  it("follows the schedule: 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, then every 24 h", () => {
    const delays = Array.from({ length: 12 }, (_, index) => {
      const next = nextWebhookAttempt(index + 1, FIRST, FIRST, { random: 0 });
      return (next?.getTime() ?? Number.NaN) - FIRST.getTime();
    });
    const [schedule, daily] = [
      [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
      [DAY, DAY, DAY],
    ];
    expect(delays).toEqual([...schedule, ...daily]);
  });

  it("counts each delay from the attempt that failed", () => {
    expect(nextWebhookAttempt(3, FIRST, later(40 * SECOND), { random: 0 })).toEqual(
      later(40 * SECOND + 2 * MINUTE),
    );
  });

  it(`spreads every delay by up to a tenth, and never shortens it (seed ${seed})`, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 500; round += 1) {
      const failures = 1 + Math.floor(random() * 15);
      const base =
        (nextWebhookAttempt(failures, FIRST, FIRST, { random: 0 })?.getTime() ?? 0) - FIRST.getTime();
      const spread =
        (nextWebhookAttempt(failures, FIRST, FIRST, { random: random() })?.getTime() ?? 0) - FIRST.getTime();
      expect(spread).toBeGreaterThanOrEqual(base);
      expect(spread).toBeLessThanOrEqual(base * 1.1);
    }
    const most = nextWebhookAttempt(1, FIRST, FIRST, { random: 1 });
    expect(most).toEqual(later(5.5 * SECOND));
  });

  it("makes the last attempt no later than 25 days after the first", () => {
    expect(RETRY_WINDOW_MS).toBe(25 * DAY);
    expect(nextWebhookAttempt(20, FIRST, later(24 * DAY), { random: 0 })).toEqual(later(25 * DAY));
    expect(nextWebhookAttempt(20, FIRST, later(24 * DAY + 1), { random: 0 })).toBeNull();
    expect(nextWebhookAttempt(20, FIRST, later(24 * DAY), { random: 0.01 })).toBeNull();
    expect(nextWebhookAttempt(1, FIRST, later(25 * DAY), { random: 0 })).toBeNull();
  });

  it(`retries an endpoint that is always down for more than 23 and at most 25 days (seed ${seed})`, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 50; round += 1) {
      const attempts = [FIRST];
      for (let failures = 1; ; failures += 1) {
        const last = attempts.at(-1) ?? FIRST;
        const next = nextWebhookAttempt(failures, FIRST, last, { random: random() });
        if (!next) break;
        expect(next.getTime()).toBeGreaterThan(last.getTime());
        attempts.push(next);
      }
      const total = (attempts.at(-1)?.getTime() ?? 0) - FIRST.getTime();
      expect(total).toBeLessThanOrEqual(25 * DAY);
      expect(total).toBeGreaterThan(22.5 * DAY);
      expect(attempts.length).toBeGreaterThanOrEqual(30);
      expect(attempts.length).toBeLessThanOrEqual(34);
    }
  });

  it("waits longer if the receiver asks for it, with a spread too, and not shorter if it asks for less", () => {
    expect(nextWebhookAttempt(1, FIRST, FIRST, { random: 0, minDelayMs: MINUTE })).toEqual(later(MINUTE));
    expect(nextWebhookAttempt(1, FIRST, FIRST, { random: 1, minDelayMs: MINUTE })).toEqual(
      later(66 * SECOND),
    );
    expect(nextWebhookAttempt(4, FIRST, FIRST, { random: 0, minDelayMs: MINUTE })).toEqual(
      later(10 * MINUTE),
    );
  });
});

describe("retryAfterMs", () => {
  it.each([
    ["seconds", "120", 2 * MINUTE],
    ["seconds with white space", " 120 ", 2 * MINUTE],
    ["zero", "0", 0],
    ["an IMF date", "Sun, 01 Mar 2026 12:05:00 GMT", 5 * MINUTE],
    ["an RFC 850 date", "Sunday, 01-Mar-26 12:05:00 GMT", 5 * MINUTE],
    ["an asctime date in GMT", "Sun Mar  1 12:05:00 2026 GMT", 5 * MINUTE],
    ["a date that is over", "Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["more than a day", "86401", DAY],
    ["seconds beyond every number", "9".repeat(400), DAY],
    ["a far date", "Fri, 01 Jan 2100 00:00:00 GMT", DAY],
  ])("reads %s", (_form, header, expected) => {
    expect(retryAfterMs(header, FIRST)).toBe(expected);
  });

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["a negative number", "-5"],
    ["a fraction", "1.5"],
    ["an exponent", "1e3"],
    ["hexadecimal", "0x10"],
    ["words", "in a while"],
    ["two headers in one", "120, 240"],
    ["an ISO date", "2026-03-01T12:05:00Z"],
    ["a day without a date", "Sun, whenever"],
  ])("ignores %s", (_form, header) => {
    expect(retryAfterMs(header, FIRST)).toBe(0);
  });
});
