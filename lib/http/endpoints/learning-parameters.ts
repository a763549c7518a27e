import { parse } from "qs";
import { ApiError, type FieldError } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { UploadedFile } from "@/lib/learning/requests/parameters";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";
import { decodeBodyText, readBodyBytes } from "./body";
import { hasTooManyValues, MAX_JSON_VALUES } from "@/lib/kernel/json-values";
import { requestAddress } from "./incoming";
import { z } from "zod";
import { buildSinglePage, presentPaging, type Paging } from "@/lib/learning/requests/paging";
import { toInternalError, type Answer, type ErrorEncoder } from "./responses";

const metaSchema = <Code extends z.ZodType>(status: Code) =>
  z.strictObject({
    status_code: z.int(),
    status,
    message: z.string(),
    more_info: z.record(z.string(), z.string()),
    token_owner: z.uuid().nullable(),
  });

/** The `meta` of a successful response. */
export const LearningMeta = metaSchema(z.literal("OK")).meta({ id: "LearningMeta" });

/** An error of the learning edition (specification, "Learning-edition envelope"). */
export const LearningErrorBody = z
  .strictObject({ data: z.null(), meta: metaSchema(z.string()) })
  .meta({ id: "LearningError" });

/** The id of the token's owner, once it is known; null before. */
export type TokenOwner = { id: string | null };

/** Names of the problems that the specification calls non-fatal, with a description of each. */
export type MoreInfo = Record<string, string>;

/**
 * Builds a success response: 200 with `data`, `paging` and `meta`, as all responses have them (specification,
 * "Learning-edition endpoints"). A response that is not a list has one page.
 */
export function learningResponse(
  data: unknown,
  { id }: TokenOwner,
  { paging = buildSinglePage(data), more = {} }: { paging?: { of: Paging; total: number }; more?: MoreInfo },
): Answer {
  const body = {
    data,
    paging: presentPaging(paging.of, paging.total),
    meta: { status_code: 200, status: "OK", message: "Success.", more_info: more, token_owner: id },
  };
  return { status: 200, body: JSON.stringify(body), headers: {} };
}

type LearningStatus = { status: number; word: string };

/** The statuses of this API. Other ones are reported as the nearest one. */
const LEARNING_STATUSES: Record<number, LearningStatus> = {
  400: { status: 400, word: "INVALID_API_PARAMETERS" },
  401: { status: 401, word: "API_ACCESS_UNAUTHORIZED" },
  403: { status: 401, word: "API_ACCESS_UNAUTHORIZED" },
  404: { status: 404, word: "NOT_FOUND" },
  405: { status: 405, word: "METHOD_NOT_ALLOWED" },
  413: { status: 413, word: "PAYLOAD_TOO_LARGE" },
  429: { status: 429, word: "TOO_MANY_REQUESTS" },
  499: { status: 499, word: "CLIENT_CLOSED_REQUEST" },
  503: { status: 503, word: "SERVICE_UNAVAILABLE" },
};

const toLearningStatus = ({ status, code }: ApiError): LearningStatus => {
  const nearest = LEARNING_STATUSES[status] ?? {
    ...(status < 500 ? LEARNING_STATUSES[400] : null),
    status: status < 500 ? 400 : status,
  };
  const { word = "INTERNAL_ERROR" } = nearest as Partial<LearningStatus>;
  // A code in capitals is already a status of this API, such as those of LTI.
  return { status: nearest.status, word: /^[A-Z_]+$/.test(code) ? code : word };
};

/** `rules[0].requirements` is called `rules_requirements` in the names of errors. */
const parameterName = ({ path }: z.core.$ZodIssue): string =>
  path.filter((part) => typeof part === "string").join("_");

/** A missing list of texts and an empty text also count as missing. */
const isMissing = (issue: z.core.$ZodIssue): boolean =>
  "input" in issue && (issue.input === undefined || issue.input === null || issue.input === "");

function toErrorEntry(issue: z.core.$ZodIssue): [string, string] {
  const name = parameterName(issue);
  const customName = issue.code === "custom" ? (issue.params?.error as string | undefined) : undefined;
  const message = isMissing(issue) ? "is required" : issue.message;
  return [
    customName ?? `${isMissing(issue) ? "missing" : "invalid"}_param_${name}`,
    `${name} ${message}`.trim(),
  ];
}

const MAX_ERRORS = 100;

/**
 * Describes wrong parameters by the names of the specification: `missing_param_x`, `invalid_param_x`, or the name that
 * a domain's check sets (`params: { error: "missing_column_email" }` of a custom issue).
 */
export const parameterErrors = (issues: z.core.$ZodIssue[]): MoreInfo =>
  Object.fromEntries(issues.slice(0, MAX_ERRORS).map(toErrorEntry));

const toApiError = (error: unknown, requestId: string): ApiError => {
  if (error instanceof z.ZodError) return invalidParameters(parameterErrors(error.issues));
  return error instanceof ApiError ? error : toInternalError(error, requestId);
};

/** A field error of the organization API is reported as an error of the parameter with that name. */
const fieldErrorName = ({ field, code }: FieldError): string => {
  if (field === "") return code;
  return `${code === "required" ? "missing" : "invalid"}_param_${field}`;
};

const fieldErrorInfo = ({ errors }: ApiError): MoreInfo =>
  Object.fromEntries(errors.map((error) => [fieldErrorName(error), error.message]));

/** Creates the error encoder of the learning edition for one request. */
export const createLearningErrorEncoder =
  ({ id }: TokenOwner = { id: null }): ErrorEncoder =>
  (error, requestId) => {
    const apiError = toApiError(error, requestId);
    const { status, word } = toLearningStatus(apiError);
    const body = {
      data: null,
      meta: {
        status_code: status,
        status: word,
        message: apiError.message,
        more_info: fieldErrorInfo(apiError),
        token_owner: id,
      },
    };
    return { status, body: JSON.stringify(body), headers: apiError.headers };
  };

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
