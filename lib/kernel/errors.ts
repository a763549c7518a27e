export type FieldError = { field: string; code: string; message: string };

/** An answer that is not a success. The encoders of lib/http turn it into the body of their dialect. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: FieldError[] = [],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** 400: the request cannot be understood (malformed JSON, unknown filter or sort key, page too deep). */
export const badRequest = (code: string, message: string) => new ApiError(400, code, message);

/** 401: no credential, or one that is wrong, expired or rotated away. */
export const unauthorized = (message = "Authentication is required.") =>
  new ApiError(401, "unauthorized", message, [], { "WWW-Authenticate": 'Basic realm="badges", Bearer' });

/** 403: a valid credential without the permission or scope. */
export const forbidden = (message: string, code = "forbidden") => new ApiError(403, code, message);

/** 404: unknown, or of another organization: both answer alike. */
export const notFound = (message = "The requested resource was not found.") =>
  new ApiError(404, "not_found", message);

/** 409: an idempotency key used for another request, or still in use. */
export const conflict = (code: string, message: string, headers: Record<string, string> = {}) =>
  new ApiError(409, code, message, [], headers);

/** 410: was there, and is gone for good. */
export const gone = (message: string) => new ApiError(410, "gone", message);

/** 422: well-formed, but a field or a rule of the business forbids it. */
export const unprocessable = (code: string, message: string, errors: FieldError[] = []) =>
  new ApiError(422, code, message, errors);

/** 422 for a single field. */
export const invalidField = (field: string, code: string, message: string) =>
  unprocessable(code, message, [{ field, code, message }]);
