import { headers } from "next/headers";
import type { Verdict } from "@/lib/credentials/external-badges/schema";
import { openVerdict } from "@/lib/credentials/external-badges/sealed-verdict";
import { verifyAddress } from "@/lib/credentials/external-badges/verdict";
import { setPageLimited } from "@/lib/http/server/page-status";
import { clientAddress } from "@/lib/kernel/client-address";
import { ApiError } from "@/lib/kernel/errors";

const PROBLEMS = ["no_file", "too_large", "too_many", "outdated"] as const;
export type Problem = (typeof PROBLEMS)[number];

export type Query = Record<string, string | string[] | undefined>;

/** The address to verify, and the result or the problem. */
export type Answer = { url: string; verdict: Verdict | null; problem: Problem | null };

/** The full window of the rate limit, because the redirect after a form does not pass on the remaining time. */
const HOUR_SECONDS = "3600";

const textOf = (value: Query[string]): string => [value].flat()[0] ?? "";

async function answerAddress(url: string): Promise<Answer> {
  const given = await headers();
  try {
    const verdict = await verifyAddress(
      url,
      clientAddress((name) => given.get(name)),
    );
    return { url, verdict, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    setPageLimited(error.headers["Retry-After"] ?? HOUR_SECONDS);
    return { url, verdict: null, problem: "too_many" };
  }
}

/** Reads the query of the page: `url` verifies a badge, `seen` shows the result for a file. */
export async function answerQuery(query: Query): Promise<Answer> {
  const [url, seen] = [textOf(query.url).trim(), textOf(query.seen)];
  if (url !== "") return answerAddress(url);
  if (seen !== "") {
    const verdict = openVerdict(seen);
    return { url, verdict, problem: verdict ? null : "outdated" };
  }
  const problem = PROBLEMS.find((one) => one === textOf(query.problem)) ?? null;
  if (problem === "too_many") setPageLimited(HOUR_SECONDS);
  return { url, verdict: null, problem };
}
