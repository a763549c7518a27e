import { sealVerdict } from "@/lib/credentials/external-badges/sealed-verdict";
import { verifyFile } from "@/lib/credentials/external-badges/verdict";
import { FILE_LIMIT, readBytes } from "@/lib/http/endpoints/body";
import { clientAddress } from "@/lib/kernel/client-address";
import { publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";

const pageWith = (query: Record<string, string>): string =>
  publicUrl(`/verify?${new URLSearchParams(query)}`);

/** Reads the file of the form; null without one. Throws 413 above 10 MiB. */
async function fileOf(request: Request): Promise<Buffer | null> {
  const body = await readBytes(request, FILE_LIMIT);
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
  const visitor = clientAddress((name) => request.headers.get(name));
  try {
    const file = await fileOf(request);
    if (!file) return pageWith({ problem: "no_file" });
    const found = await verifyFile(file, visitor);
    return pageWith("address" in found ? { url: found.address } : { seen: sealVerdict(found.verdict) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return pageWith({ problem: error.status === 429 ? "too_many" : "too_large" });
  }
}
