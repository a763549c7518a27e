import { sealVerificationResult } from "@/lib/credentials/verification/sealed-result";
import { verifyBadgeFile } from "@/lib/credentials/verification/service";
import { readFormFile } from "@/lib/http/endpoints/body";
import { readClientAddress } from "@/lib/kernel/client-address";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import type { Problem } from "../verify-query";

const buildPageUrl = (query: Record<string, string>): string =>
  publicUrl(`/verify?${new URLSearchParams(query)}`);

/** What the page says of an upload that is refused. Other errors are of the form, as those of a form without a file. */
const PROBLEMS: Record<number, Problem> = { 413: "too_large", 429: "too_many", 503: "busy" };

/** Verifies the badge in the file of a form. Returns the address of the page with the result. */
export async function verifyUpload(request: Request): Promise<string> {
  const visitor = readClientAddress((name) => request.headers.get(name));
  try {
    const file = await readFormFile(request);
    if (!file) return buildPageUrl({ problem: "no_file" });
    const found = await verifyBadgeFile(file, visitor);
    return buildPageUrl(
      "address" in found ? { url: found.address } : { seen: sealVerificationResult(found.result) },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return buildPageUrl({ problem: PROBLEMS[error.status] ?? "no_file" });
  }
}
