import { ApiError, badRequest } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { parseForm } from "./form";
import { hasTooManyValues, MAX_JSON_VALUES } from "@/lib/kernel/json-values";
import { parseStrictJson, StrictJsonError } from "@/lib/kernel/strict-json";
import { readBytes } from "./read-bytes";

const BODY_LIMIT = 1_048_576;
/** For bodies that may contain a file as base64. */
export const FILE_BODY_LIMIT = 10 * BODY_LIMIT;
/** For a body that is mostly a file of 10 MiB as base64. */
export const TABLE_BODY_LIMIT = 14 * BODY_LIMIT;

/**
 * Throws 415 for a compressed body: its real size is only known after unpacking, and bodies of this size need no
 * compression. The header says which encodings are accepted: none (RFC 9110, 12.5.3).
 */
function requireUncompressed(request: IncomingRequest): void {
  const coding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return;
  const message = "The request body is compressed: send it without Content-Encoding.";
  throw new ApiError(415, "unsupported_media_type", message, [], { "Accept-Encoding": "identity" });
}

/**
 * Reads at most `limit` bytes of the body. Throws 413 for more, before the rest is read, 415 for a compressed body, and
 * 503 when too many large bodies arrive at once (decision 0092).
 */
export async function readBodyBytes(
  request: IncomingRequest,
  limit = BODY_LIMIT,
): Promise<Buffer<ArrayBuffer>> {
  if (!request.body) return Buffer.alloc(0);
  requireUncompressed(request);
  return readBytes(request, request.body, limit);
}

/** Decodes the bytes of a body as UTF-8; throws 400 when they are not. */
export function decodeBodyText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badRequest("malformed_body", "The request body is not valid UTF-8.");
  }
}

/** Reads the body as text, of at most `limit` bytes. */
export const readBodyText = async (request: IncomingRequest, limit = BODY_LIMIT): Promise<string> =>
  decodeBodyText(await readBodyBytes(request, limit));

const parseJson = (text: string): unknown => {
  if (hasTooManyValues(text)) {
    throw badRequest("too_many_values", `A request takes at most ${MAX_JSON_VALUES} values.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest("malformed_json", "The request body is not valid JSON.");
  }
};

/** More levels than any credential has. A deeper one is refused by its verification. */
const MAX_STRICT_DEPTH = 100;

/**
 * Throws 400 for a JSON body that two readers could understand differently, such as one with a name twice. For requests whose
 * content is verified: what was checked must be what was sent.
 */
export function requireStrictJson(text: string): void {
  try {
    parseStrictJson(text, MAX_STRICT_DEPTH);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { problem, detail } = error;
    if (problem === "duplicate_name")
      throw badRequest(
        "malformed_json",
        `The request body has the name “${detail ?? ""}” twice in one object.`,
      );
    if (problem === "unsafe_number")
      throw badRequest("malformed_json", `The number ${detail ?? ""} in the request body would be rounded.`);
  }
}

/** Parses the object of a JSON body. PHP encodes an empty object as an empty list. */
function parseJsonObject(text: string): object {
  const value = parseJson(text);
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw badRequest("malformed_json", "The request body must be a JSON object.");
}

/**
 * Parses the parameters of a request: its JSON body, its form body (`a[b]=` and `a[]=` nest), or, when the body is
 * empty, its query string (decision 0007). Text that begins with `{` is JSON whatever the content type says, because
 * command-line clients often keep the default form type. Throws 400 for malformed JSON and JSON that is not an object,
 * and 415 for a multipart body.
 */
export function parseBody(text: string, contentType: string | null, search: string): unknown {
  const trimmed = text.trim();
  const type = contentType?.trim().toLowerCase() ?? "";
  if (trimmed === "") return parseForm(search.replace(/^\?/, ""));
  if (type.startsWith("multipart/")) {
    const message = "Multipart bodies are not accepted here. Send JSON, or a form without files.";
    throw new ApiError(415, "unsupported_media_type", message);
  }
  const isForm = type.startsWith("application/x-www-form-urlencoded") && !trimmed.startsWith("{");
  return isForm ? parseForm(trimmed) : parseJsonObject(trimmed);
}
