import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "@/lib/kernel/ids";
import { encodeError, toResponse } from "./responses";

/**
 * Sends an error in the service's format for a request that reaches no route. A response that has already begun is cut
 * off.
 */
export async function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  const requestId = newId();
  const encoded = toResponse(encodeError(error, requestId), requestId);
  const body = await encoded.text();
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(encoded.status, Object.fromEntries(encoded.headers));
  response.end(request.method === "HEAD" ? undefined : body);
}
