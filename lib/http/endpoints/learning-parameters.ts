import { parse } from "qs";
import { ApiError } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { UploadedFile } from "@/lib/learning/requests/parameters";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { decodeBodyText, readBodyBytes } from "./body";
import { hasTooManyValues, MAX_JSON_VALUES } from "@/lib/kernel/json-values";
import { requestAddress } from "./request-address";

type Parameters = Record<string, unknown>;

// Parsing nested parameters takes time quadratic in the length of a list: longer lists come as a file.
const MAX_VALUES = 5_000;
const MAX_ITEMS = 1_000;

const options = {
  depth: 4,
  parameterLimit: MAX_VALUES,
  arrayLimit: MAX_ITEMS,
  throwOnLimitExceeded: true,
  allowPrototypes: false,
} as const;

const tooManyValues = () =>
  new ApiError(
    413,
    "too_many_parameters",
    `A request takes at most ${MAX_VALUES} values, and ${MAX_ITEMS} items of a list. Send more as a file.`,
  );

const tooManyJsonValues = () =>
  new ApiError(413, "too_many_values", `A request takes at most ${MAX_JSON_VALUES} values.`);

function parseLearningForm(text: string): Parameters {
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooManyValues();
  }
}

const malformedBody = (message: string) => invalidParameters({ invalid_body: message });

function parseJsonParameters(text: string): Parameters {
  if (hasTooManyValues(text)) throw tooManyJsonValues();
  const value = (() => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw malformedBody("The body is not valid JSON.");
    }
  })();
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Parameters;
  throw malformedBody("The body must be a JSON object.");
}

const PART_HEADER = "content-disposition";

/** Parsing millions of tiny parts would block the process, and this happens before authentication. */
function requireFewParts(bytes: Buffer): void {
  const text = bytes.toString("latin1").toLowerCase();
  let parts = 0;
  for (
    let at = text.indexOf(PART_HEADER);
    at >= 0 && parts <= MAX_VALUES;
    at = text.indexOf(PART_HEADER, at + 1)
  )
    parts += 1;
  if (parts > MAX_VALUES) throw tooManyValues();
}

/** Parses a multipart body: texts nest by their names as in a form, files are at the top level. */
async function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Parameters> {
  requireFewParts(bytes);
  const form = await new Response(bytes, { headers: { "content-type": contentType } })
    .formData()
    .catch(() => {
      throw malformedBody("The body is not valid multipart/form-data.");
    });
  const texts = new URLSearchParams();
  const files: Parameters = {};
  for (const [name, value] of form) {
    if (typeof value === "string") texts.append(name, value);
    else files[name.replace(/\[\]$/, "")] = new UploadedFile(new Uint8Array(await value.arrayBuffer()));
  }
  return { ...parseLearningForm(texts.toString()), ...files };
}

const decodeBody = (bytes: Uint8Array): string => {
  try {
    return decodeBodyText(bytes);
  } catch {
    throw malformedBody("The body is not valid UTF-8.");
  }
};

async function parseLearningBody(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Parameters> {
  if (/^multipart\/form-data/i.test(contentType)) return parseMultipart(bytes, contentType);
  const text = decodeBody(bytes).trim();
  // Text that begins with `{` is JSON whatever the type says, because command-line clients keep the form type.
  const isJson = /^application\/([\w.-]+\+)?json/i.test(contentType) || text.startsWith("{");
  return isJson && text !== "" ? parseJsonParameters(text) : parseLearningForm(text);
}

/** Forms send fields that were left empty: an empty parameter counts as not given. */
const dropEmpty = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== "" && value !== null));

/** A request as it was sent, for checking its signature, with its parameters. */
export type SentRequest = {
  method: string;
  path: string;
  /** The query string with its `?`, or an empty text. */
  search: string;
  body: Buffer<ArrayBuffer>;
  header: (name: string) => string | null;
  parameters: Parameters;
};

/** Reads a request whose parameters must not be used before its signature is verified. */
export async function readUnparsed(request: IncomingRequest): Promise<SentRequest> {
  const { path, search } = requestAddress(request);
  const header = (name: string) => request.headers.get(name);
  return { method: request.method, path, search, body: await readBodyBytes(request), header, parameters: {} };
}

/**
 * Reads the parameters of the query and of the body, which is a form (urlencoded or multipart; `a[]=` and `a[b]=` nest)
 * or a JSON object. The body has precedence. Throws 400 for any other body, 413 for one that is too large.
 */
export async function readParameters(request: IncomingRequest, limit?: number): Promise<SentRequest> {
  const { path, search } = requestAddress(request);
  const header = (name: string) => request.headers.get(name);
  const body = await readBodyBytes(request, limit);
  const parameters = dropEmpty({
    ...parseLearningForm(search.slice(1)),
    ...(await parseLearningBody(body, header("content-type") ?? "")),
  });
  return { method: request.method, path, search, body, header, parameters };
}
