import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRequestRecorder } from "@/lib/access/api-requests/recorder";
import { createSampler } from "@/lib/access/api-requests/service";
import type { NewApiRequest } from "@/lib/access/api-requests/serializer";
import { log } from "@/lib/kernel/log";
import { markDatabaseError } from "@/lib/kernel/database-origin";

const MOMENT = new Date("2026-12-05T09:00:00.000Z");

describe("sampling", () => {
  const countKept = (times: number, keeps: () => boolean): number =>
    Array.from({ length: times }, keeps).filter(Boolean).length;

  it("keeps 60 requests of a minute, then every twentieth, and never more than 120", () => {
    const sampler = createSampler();
    const keeps = () => sampler.keeps("one", false, MOMENT);
    expect(countKept(60, keeps)).toBe(60);
    expect(countKept(200, keeps)).toBe(10);
    expect(countKept(100_000, keeps)).toBe(50);
  });

  it("keeps errors whatever else there is, and bounds them too", () => {
    const sampler = createSampler();
    countKept(100_000, () => sampler.keeps("one", false, MOMENT));
    expect(countKept(60, () => sampler.keeps("one", true, MOMENT))).toBe(60);
    expect(countKept(100_000, () => sampler.keeps("one", true, MOMENT))).toBe(60);
  });

  it("counts each organization and each minute anew", () => {
    const sampler = createSampler();
    countKept(100_000, () => sampler.keeps("one", false, MOMENT));
    expect(sampler.keeps("two", false, MOMENT)).toBe(true);
    expect(sampler.keeps("one", false, MOMENT)).toBe(false);
    expect(sampler.keeps("one", false, new Date(MOMENT.getTime() + 60_000))).toBe(true);
  });
});

describe("recorder", () => {
  const request = (id: number, status = 200) => ({ id: String(id), status }) as NewApiRequest;
  const requests = (count: number, status?: number) =>
    Array.from({ length: count }, (_, index) => request(index, status));
  const away = () => {
    const error = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    markDatabaseError(error);
    return error;
  };

  let stored: NewApiRequest[];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(log, "warn").mockImplementation(() => undefined);
    stored = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const store = async (batch: NewApiRequest[]) => {
    stored.push(...batch);
  };

  it("stores within some seconds, in batches", async () => {
    const batches: number[] = [];
    const recorder = createRequestRecorder(async (batch) => {
      batches.push(batch.length);
      await store(batch);
    });
    for (const one of requests(600)) recorder.add(one);
    expect(stored).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(stored).toEqual(requests(600));
    expect(batches).toEqual([250, 250, 100]);
  });

  it("keeps requests while the database is away, a bounded number, with places for errors", async () => {
    let isAway = true;
    const recorder = createRequestRecorder(async (batch) => {
      if (isAway) throw away();
      await store(batch);
    });
    for (const one of requests(5_000)) recorder.add(one);
    for (const one of requests(5_000, 500)) recorder.add(one);
    await recorder.flush();
    isAway = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(stored).toEqual([...requests(1_500), ...requests(500, 500)]);
  });

  it("drops a batch that the database refuses, so that the next ones are stored", async () => {
    const recorder = createRequestRecorder(async (batch) => {
      if (batch[0]?.id === "0") throw new Error("invalid byte sequence");
      await store(batch);
    });
    for (const one of requests(300)) recorder.add(one);
    await recorder.flush();
    await recorder.flush();
    expect(stored).toEqual(requests(300).slice(250));
  });
});
