import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { FILE_BODY_LIMIT, readBodyBytes } from "./body";

export const isMultipart = (request: IncomingRequest): boolean =>
  /^\s*multipart\/form-data\s*;/i.test(request.headers.get("content-type") ?? "");

/**
 * Reads the file of a multipart form, in the field `file`; null when there is none or more than one, and for a malformed form.
 * Throws 413 above 10 MiB.
 */
export async function readFormFile(request: IncomingRequest): Promise<Buffer | null> {
  const body = await readBodyBytes(request, FILE_BODY_LIMIT);
  const headers = { "Content-Type": request.headers.get("content-type") ?? "" };
  try {
    const [file, ...others] = (await new Response(body, { headers }).formData()).getAll("file");
    return file instanceof File && others.length === 0 && file.size > 0
      ? Buffer.from(await file.arrayBuffer())
      : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
