import { z } from "zod";
import { ApiError, type FieldError } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
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
