import { z } from "zod";
import { ApiError, type FieldError } from "@/lib/kernel/errors";
import { invalidParameters } from "@/lib/learning/requests/errors";
import { onlyPage, pagingMetadata, type Paging } from "@/lib/learning/requests/paging";
import { internalError, type Answer, type ErrorEncoder } from "./respond";

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
export function learningAnswer(
  data: unknown,
  { id }: TokenOwner,
  { paging = onlyPage(data), more = {} }: { paging?: { of: Paging; total: number }; more?: MoreInfo },
): Answer {
  const body = {
    data,
    paging: pagingMetadata(paging.of, paging.total),
    meta: { status_code: 200, status: "OK", message: "Success.", more_info: more, token_owner: id },
  };
  return { status: 200, body: JSON.stringify(body), headers: {} };
}

type Words = { status: number; word: string };

/** The statuses of this API. Other ones are reported as the nearest one. */
const WORDS: Record<number, Words> = {
  400: { status: 400, word: "INVALID_API_PARAMETERS" },
  401: { status: 401, word: "API_ACCESS_UNAUTHORIZED" },
  403: { status: 401, word: "API_ACCESS_UNAUTHORIZED" },
  404: { status: 404, word: "NOT_FOUND" },
  405: { status: 405, word: "METHOD_NOT_ALLOWED" },
  413: { status: 413, word: "PAYLOAD_TOO_LARGE" },
  429: { status: 429, word: "TOO_MANY_REQUESTS" },
  503: { status: 503, word: "SERVICE_UNAVAILABLE" },
};

const wordsOf = ({ status, code }: ApiError): Words => {
  const nearest = WORDS[status] ?? {
    ...(status < 500 ? WORDS[400] : null),
    status: status < 500 ? 400 : status,
  };
  const { word = "INTERNAL_ERROR" } = nearest as Partial<Words>;
  // A code in capitals is already a status of this API, such as those of LTI.
  return { status: nearest.status, word: /^[A-Z_]+$/.test(code) ? code : word };
};

/** `rules[0].requirements` is called `rules_requirements` in the names of errors. */
const parameterOf = ({ path }: z.core.$ZodIssue): string =>
  path.filter((part) => typeof part === "string").join("_");

/** A missing list of texts and an empty text also count as missing. */
const isMissing = (issue: z.core.$ZodIssue): boolean =>
  "input" in issue && (issue.input === undefined || issue.input === null || issue.input === "");

function errorOf(issue: z.core.$ZodIssue): [string, string] {
  const name = parameterOf(issue);
  const own = issue.code === "custom" ? (issue.params?.error as string | undefined) : undefined;
  const message = isMissing(issue) ? "is required" : issue.message;
  return [own ?? `${isMissing(issue) ? "missing" : "invalid"}_param_${name}`, `${name} ${message}`.trim()];
}

const MOST_ERRORS = 100;

/**
 * Describes wrong parameters by the names of the specification: `missing_param_x`, `invalid_param_x`, or the name that
 * a domain's check sets (`params: { error: "missing_column_email" }` of a custom issue).
 */
export const parameterErrors = (issues: z.core.$ZodIssue[]): MoreInfo =>
  Object.fromEntries(issues.slice(0, MOST_ERRORS).map(errorOf));

const known = (error: unknown, requestId: string): ApiError => {
  if (error instanceof z.ZodError) return invalidParameters(parameterErrors(error.issues));
  return error instanceof ApiError ? error : internalError(error, requestId);
};

/** A field error of the organization API is reported as an error of the parameter with that name. */
const nameOf = ({ field, code }: FieldError): string => {
  if (field === "") return code;
  return `${code === "required" ? "missing" : "invalid"}_param_${field}`;
};

const moreInfo = ({ errors }: ApiError): MoreInfo =>
  Object.fromEntries(errors.map((error) => [nameOf(error), error.message]));

/** Creates the error encoder of the learning edition for one request. */
export const learningErrors =
  ({ id }: TokenOwner = { id: null }): ErrorEncoder =>
  (error, requestId) => {
    const told = known(error, requestId);
    const { status, word } = wordsOf(told);
    const body = {
      data: null,
      meta: {
        status_code: status,
        status: word,
        message: told.message,
        more_info: moreInfo(told),
        token_owner: id,
      },
    };
    return { status, body: JSON.stringify(body), headers: told.headers };
  };
