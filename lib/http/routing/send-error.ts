import type { IncomingMessage, ServerResponse } from "node:http";
import { encodeError, finishResponse } from "@/lib/http/endpoints/responses";
import { newRequestId } from "@/lib/kernel/request-context";
import { sendResponse } from "./send-response";

/** Sends an error in the service's format for a request that reaches no route. */
export function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): Promise<void> {
  const requestId = newRequestId();
  return sendResponse(request, response, finishResponse(encodeError(error, requestId), requestId));
}
