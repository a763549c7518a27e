import type { IncomingMessage, ServerResponse } from "node:http";
import { badRequest } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { encodeError, respond } from "./respond";

const isWellFormed = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Answers 400 when the percent-encoding of the path is no text (`%ZZ`), which Next answers with 500 before any
 * route runs. Returns true when it answered. The query string has rules of its own and is left to its readers.
 */
export async function refuseMalformedPath(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (isWellFormed(path)) return false;
  const requestId = newId();
  const error = badRequest("malformed_path", "The path of the address is not validly encoded.");
  const refusal = respond(encodeError(error, requestId), requestId);
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
  return true;
}
