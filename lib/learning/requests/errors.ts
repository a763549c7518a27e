import { ApiError } from "@/lib/kernel/errors";

/**
 * 400 of the learning edition: the parameters that are missing or wrong, each under the name that the specification
 * gives the error (`missing_param_name`), with a description.
 */
export const invalidParameters = (errors: Record<string, string>) =>
  new ApiError(
    400,
    "INVALID_API_PARAMETERS",
    `The parameters are not usable: ${Object.keys(errors).join(", ")}.`,
    Object.entries(errors).map(([code, message]) => ({ field: "", code, message })),
  );

/** 401 of the learning edition: no token, one that is wrong or expired, or one that is not for this. */
export const accessUnauthorized = (message: string, challenge = 'AccessToken realm="badges"') =>
  new ApiError(401, "API_ACCESS_UNAUTHORIZED", message, [], { "WWW-Authenticate": challenge });
