import type { IncomingMessage, ServerResponse } from "node:http";
import type { FinishedResponse } from "@/lib/http/endpoints/responses";
import { chooseBodyCoding, compressBody, isCompressible } from "./compress-body";

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

type EncodedBody = { headers: Headers; bytes: Buffer };

/** Returns a promise only when the body is compressed. */
function encodeBody(
  request: IncomingMessage,
  headers: Headers,
  bytes: Buffer,
): EncodedBody | Promise<EncodedBody> {
  if (!isCompressible(bytes, headers["Content-Type"] ?? "")) return { headers, bytes };
  const coding = chooseBodyCoding(request);
  if (coding === null) return { headers: withCoding(headers, null), bytes };
  return compressBody(bytes, coding).then((compressed) => ({
    headers: withCoding(headers, coding),
    bytes: compressed,
  }));
}

/** Sends a response to node's socket; without its body to HEAD. A response that has already begun is cut off. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: given, setCookies, body }: FinishedResponse,
): Promise<void> {
  const encoding = body === null ? null : encodeBody(request, given, toBytes(body));
  // Waiting for a value that is there would cost each response a promise.
  const encoded = encoding instanceof Promise ? await encoding : encoding;
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
