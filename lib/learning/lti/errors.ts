import { ApiError, notFound, type FieldError } from "@/lib/kernel/errors";
import { LTI_STATUSES, type LtiCode } from "./schema";

/**
 * Creates the error of a failed launch, with the status of its code. The message is for the developer of the client.
 */
export const createLtiError = (code: LtiCode, message: string, errors: FieldError[] = []): ApiError =>
  new ApiError(LTI_STATUSES[code], code, message, errors);

/** Creates a 400 LTI_DATA_MISSING for parameters that are missing, blank or invalid. */
export function ltiDataMissingError(fields: FieldError[]): ApiError {
  const sentence = fields.map(({ field, message }) => `${field} ${message}`.trim()).join("; ");
  return createLtiError("LTI_DATA_MISSING", `${sentence}.`, fields);
}

/** Creates a 404 for a request without a consumer key (decision 0054). */
export const requestNotSignedError = (): ApiError =>
  notFound("This is not a request signed with OAuth 1.0a.");

/**
 * Builds the path that a browser is redirected to after a failed launch. It contains the status and the code, and
 * nothing that the browser sent.
 */
export const errorPagePath = ({ status, code }: ApiError): string =>
  `/lti/error?${new URLSearchParams({ status: String(status), code })}`;
