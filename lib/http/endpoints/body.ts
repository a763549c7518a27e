import { ApiError, badRequest } from "@/lib/kernel/errors";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { hasTooManyValues, MAX_JSON_VALUES } from "@/lib/kernel/json-values";
import { parseStrictJson, StrictJsonError } from "@/lib/kernel/strict-json";
import { readBytes } from "./read-bytes";
import { parse } from "qs";

const MAX_PARAMETERS = 5_000;
const MAX_DEPTH = 6;

const options = {
  depth: MAX_DEPTH,
  parameterLimit: MAX_PARAMETERS,
  arrayLimit: MAX_PARAMETERS,
  throwOnLimitExceeded: true,
  allowPrototypes: false,
} as const;

const tooManyParameters = () =>
  badRequest("too_many_parameters", `A form takes at most ${MAX_PARAMETERS} parameters. Send JSON for more.`);

const UNNUMBERED_ITEM = "[][";

/** Checked first, because `numberItems` takes a thousand times the memory of the text. */
function requireFewParameters(text: string): void {
  if (text.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) throw tooManyParameters();
}

const hasUnnumberedItems = (text: string): boolean => /(\[|%5B)(\]|%5D)(\[|%5B)/i.test(text);
const plainBrackets = (key: string): string => key.replace(/%5B/gi, "[").replace(/%5D/gi, "]");

/**
 * Numbers the items of lists of objects, which Ruby clients send without numbers
 * (`evidence[][type]=…&evidence[][title]=…`): the next item begins with a key that the current one already has. Lists
 * inside an item never begin the next item.
 */
function numberItems(text: string): string {
  const lists = new Map<string, { index: number; keys: Set<string> }>();

  const indexIn = (list: string, key: string): number => {
    const item = lists.get(list) ?? { index: 0, keys: new Set<string>() };
    const isNext = item.keys.has(key) && !key.includes("[]");
    const present = isNext ? { index: item.index + 1, keys: new Set<string>() } : item;
    present.keys.add(key);
    lists.set(list, present);
    return present.index;
  };

  const numbered = (key: string): string => {
    const [name = "", ...parts] = key.split(UNNUMBERED_ITEM);
    if (parts.length > MAX_DEPTH) return key;
    return parts.reduce((list, part, depth) => {
      const rest = parts.slice(depth).join(UNNUMBERED_ITEM);
      return `${list}[${indexIn(list, rest)}][${part}`;
    }, name);
  };

  const pairs = text.split("&").map((pair) => {
    const [key = "", ...value] = pair.split("=");
    return [numbered(plainBrackets(key)), ...value].join("=");
  });
  return pairs.join("&");
}

/**
 * Parses a form or a query string: `a[b]=` nests, and `a[]=`, `a[0]=` and a repeated name make lists. Throws 400 for
 * too many parameters, because a truncated form is not what was sent.
 */
export function parseForm(text: string): unknown {
  requireFewParameters(text);
  try {
    return parse(hasUnnumberedItems(text) ? numberItems(text) : text, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooManyParameters();
  }
}

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
