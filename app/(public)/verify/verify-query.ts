import { headers } from "next/headers";
import type { VerificationResult } from "@/lib/credentials/verification/schema";
import { openVerificationResult } from "@/lib/credentials/verification/sealed-result";
import { verifyBadgeAddress } from "@/lib/credentials/verification/service";
import { setPageBusy, setPageLimited } from "@/lib/http/server/page-status";
import { readClientAddress } from "@/lib/kernel/client-address";
import { ApiError } from "@/lib/kernel/errors";

const PROBLEMS = ["no_file", "too_large", "too_many", "busy", "outdated"] as const;
export type Problem = (typeof PROBLEMS)[number];

export type Query = Record<string, string | string[] | undefined>;

/** The address to verify, and the result or the problem. */
export type VerifyResult = { url: string; result: VerificationResult | null; problem: Problem | null };

/** The full window of the rate limit, because the redirect after a form does not pass on the remaining time. */
const HOUR_SECONDS = "3600";

const firstValue = (value: Query[string]): string => [value].flat()[0] ?? "";

async function verifyUrl(url: string): Promise<VerifyResult> {
  const requestHeaders = await headers();
  try {
    const result = await verifyBadgeAddress(
      url,
      readClientAddress((name) => requestHeaders.get(name)),
    );
    return { url, result, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    setPageLimited(error.headers["Retry-After"] ?? HOUR_SECONDS);
    return { url, result: null, problem: "too_many" };
  }
}

/** Reads the query of the page: `url` verifies a badge, `seen` shows the result for a file. */
export async function runVerifyQuery(query: Query): Promise<VerifyResult> {
  const [url, seen] = [firstValue(query.url).trim(), firstValue(query.seen)];
  if (url !== "") return verifyUrl(url);
  if (seen !== "") {
    const result = openVerificationResult(seen);
    return { url, result, problem: result ? null : "outdated" };
  }
  const problem = PROBLEMS.find((one) => one === firstValue(query.problem)) ?? null;
  if (problem === "too_many") setPageLimited(HOUR_SECONDS);
  if (problem === "busy") setPageBusy();
  return { url, result: null, problem };
}
