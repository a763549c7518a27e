import { ApiError, badRequest } from "@/lib/kernel/errors";
import { parseForm } from "./form";

const BODY_LIMIT = 1_048_576;
/** For bodies that may hold a file as base64. */
export const FILE_LIMIT = 10 * BODY_LIMIT;

/** Reads at most `limit` bytes of the body; more is a 413, found before the rest is read. */
export async function readText(request: Request, limit = BODY_LIMIT): Promise<string> {
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit)
      throw new ApiError(413, "body_too_large", `The request body is larger than ${limit} bytes.`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw badRequest("malformed_body", "The request body is not valid UTF-8.");
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest("malformed_json", "The request body is not valid JSON.");
  }
};

/**
 * The parameters of a request: its JSON body, its form body (`a[b]=` and `a[]=` nest), or, when the body is empty,
 * its query string (README, decision 7). Text that begins with `{` is JSON whatever the content type says, because
 * command-line clients often leave the form type on. Malformed JSON, or JSON that is no object, is a 400.
 */
export function parseBody(text: string, contentType: string | null, search: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return parseForm(search.replace(/^\?/, ""));
  const isForm = contentType?.toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;
  if (isForm && !trimmed.startsWith("{")) return parseForm(trimmed);
  const value = parseJson(trimmed);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw badRequest("malformed_json", "The request body must be a JSON object.");
}
