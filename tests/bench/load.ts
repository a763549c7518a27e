import { Pool } from "undici";

export type Load = {
  requests: number;
  seconds: number;
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  failures: number;
};

type Job = {
  method: "GET" | "OPTIONS" | "POST";
  path: string | ((index: number) => string);
  headers: Record<string, string> | (() => Record<string, string>);
  body?: (index: number) => string;
  /** The status of a response that is no failure. */
  expect: number;
};

const percentile = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Sends `requests` requests over `concurrency` keep-alive connections and measures them. A wrong status is a failure. */
export async function load(origin: string, requests: number, concurrency: number, job: Job): Promise<Load> {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const times: number[] = [];
  let next = 0;
  let failures = 0;
  const lane = async (): Promise<void> => {
    while (next < requests) {
      const index = (next += 1);
      const began = performance.now();
      const { method } = job;
      const headers = typeof job.headers === "function" ? job.headers() : job.headers;
      const path = typeof job.path === "string" ? job.path : job.path(index);
      const response = await pool.request({ path, method, headers, body: job.body?.(index) ?? null });
      await response.body.dump();
      if (response.statusCode !== job.expect) failures += 1;
      times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, lane));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  times.sort((one, other) => one - other);
  return {
    requests,
    seconds,
    perSecond: requests / seconds,
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    failures,
  };
}
