import { readClientAddress } from "@/lib/kernel/client-address";
import { ApiError } from "@/lib/kernel/errors";

type GeneratedFile = { bytes: Buffer; stamp: string };

const nosniff = { "X-Content-Type-Options": "nosniff" };

/**
 * Responds with a file generated from a badge for a visitor (the client's address). Caches must revalidate it each time,
 * because a badge may be revoked.
 */
export async function generatedFileResponse(
  request: Request,
  {
    type,
    name,
    generate,
  }: { type: string; name: string | null; generate: (visitor: string) => Promise<GeneratedFile> },
): Promise<Response> {
  try {
    const { bytes, stamp } = await generate(readClientAddress((header) => request.headers.get(header)));
    const etag = `"${stamp}"`;
    const headers = { ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Language, Cookie", ...nosniff };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
    const disposition = name === null ? {} : { "Content-Disposition": `inline; filename="${name}"` };
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, "Content-Type": type, ...disposition },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    const all = { ...error.headers, ...headers, ...nosniff };
    return new Response(`${error.message}\n`, { status: error.status, headers: all });
  }
}
