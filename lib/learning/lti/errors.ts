import { ApiError, notFound, type FieldError } from "@/lib/kernel/errors";
import { LTI_STATUSES, type LtiCode } from "./schema";

/** A failure of a launch with the status that belongs to its code; the message is for who wrote the client. */
export const ltiError = (code: LtiCode, message: string, errors: FieldError[] = []): ApiError =>
  new ApiError(LTI_STATUSES[code], code, message, errors);

/** 400 LTI_DATA_MISSING for parameters that are absent, blank, or no value that can be used. */
export function dataMissing(fields: FieldError[]): ApiError {
  const sentence = fields.map(({ field, message }) => `${field} ${message}`.trim()).join("; ");
  return ltiError("LTI_DATA_MISSING", `${sentence}.`, fields);
}

/** 404 for what does not even name a consumer key (decision 0054). */
export const notSigned = (): ApiError => notFound("This is not a request signed with OAuth 1.0a.");

/** The path a browser is sent to when its launch failed: status and code go with it, and nothing that it had sent. */
export const errorPage = ({ status, code }: ApiError): string =>
  `/lti/error?${new URLSearchParams({ status: String(status), code })}`;
