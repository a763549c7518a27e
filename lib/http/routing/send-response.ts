import type { IncomingMessage, ServerResponse } from "node:http";
import type { FinishedResponse } from "@/lib/http/endpoints/responses";
import { compressBody, isCompressible } from "./compress-body";

type Headers = Record<string, string>;

const toBytes = (body: string | Buffer): Buffer => (typeof body === "string" ? Buffer.from(body) : body);

/** The headers of a body that is compressed for some clients. */
function withCoding(headers: Headers, coding: string | null): Headers {
  const vary = [headers.Vary, "Accept-Encoding"].filter(Boolean).join(", ");
  if (coding === null) return { ...headers, Vary: vary };
  // The same resource in other bytes (RFC 9110, 8.8.3).
  const etag = headers.ETag ? { ETag: headers.ETag.replace(/^"/, 'W/"') } : {};
  return { ...headers, ...etag, Vary: vary, "Content-Encoding": coding };
}

async function encodeBody(
  request: IncomingMessage,
  headers: Headers,
  bytes: Buffer,
): Promise<{ headers: Headers; bytes: Buffer }> {
  if (!isCompressible(bytes, headers["Content-Type"] ?? "")) return { headers, bytes };
  const compressed = await compressBody(request, bytes);
  return { headers: withCoding(headers, compressed?.coding ?? null), bytes: compressed?.body ?? bytes };
}

/** Sends a response to node's socket; without its body to HEAD. A response that has already begun is cut off. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: given, setCookies, body }: FinishedResponse,
): Promise<void> {
  const encoded = body === null ? null : await encodeBody(request, given, toBytes(body));
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const cookie of setCookies) response.appendHeader("Set-Cookie", cookie);
  if (!encoded) {
    response.writeHead(status, given).end();
    return;
  }
  const { headers, bytes } = encoded;
  response.writeHead(status, { ...headers, "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}
