import { ApiError } from "@/lib/kernel/errors";

/**
 * Creates the 400 of the learning edition: missing or invalid parameters, each under the error name of the
 * specification (`missing_param_name`), with a description.
 */
export const invalidParameters = (errors: Record<string, string>) =>
  new ApiError(
    400,
    "INVALID_API_PARAMETERS",
    `The parameters are not usable: ${Object.keys(errors).join(", ")}.`,
    Object.entries(errors).map(([code, message]) => ({ field: "", code, message })),
  );

/** Creates the 401 of the learning edition: the token is missing, wrong, expired or not for this operation. */
export const accessUnauthorized = (message: string, challenge = 'AccessToken realm="badges"') =>
  new ApiError(401, "API_ACCESS_UNAUTHORIZED", message, [], { "WWW-Authenticate": challenge });
