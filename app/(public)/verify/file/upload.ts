import { sealVerificationResult } from "@/lib/credentials/external-badges/sealed-result";
import { verifyBadgeFile } from "@/lib/credentials/external-badges/verify";
import { FILE_BODY_LIMIT, readBodyBytes } from "@/lib/http/endpoints/body";
import { readClientAddress } from "@/lib/kernel/client-address";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";

const buildPageUrl = (query: Record<string, string>): string =>
  publicUrl(`/verify?${new URLSearchParams(query)}`);

/** Reads the file of the form; null without one. Throws 413 above 10 MiB. */
async function readFile(request: Request): Promise<Buffer | null> {
  const body = await readBodyBytes(request, FILE_BODY_LIMIT);
  const headers = { "Content-Type": request.headers.get("content-type") ?? "" };
  try {
    const file = (await new Response(body, { headers }).formData()).get("file");
    return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Verifies the badge in the file of a form. Returns the address of the page with the result. */
export async function verifyUpload(request: Request): Promise<string> {
  const visitor = readClientAddress((name) => request.headers.get(name));
  try {
    const file = await readFile(request);
    if (!file) return buildPageUrl({ problem: "no_file" });
    const result = await verifyBadgeFile(file, visitor);
    return buildPageUrl(
      "address" in result ? { url: result.address } : { seen: sealVerificationResult(result.verdict) },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return buildPageUrl({ problem: error.status === 429 ? "too_many" : "too_large" });
  }
}
