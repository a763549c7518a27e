import { z } from "zod";
import { ApiError, validationError, type FieldError } from "@/lib/kernel/errors";
import { buildErrorBody, SCIM_TYPES, type ScimErrorBody, type ScimType } from "./schema";

/** 400, or 409 for a value that another user has, with the kind of error of RFC 7644, 3.12. */
export const scimError = (scimType: ScimType, detail: string) =>
  new ApiError(scimType === "uniqueness" ? 409 : 400, scimType, detail);

/** 412: the user is not the version that the request is based on (RFC 7644, 3.14). */
export const versionMismatch = () =>
  new ApiError(412, "version_mismatch", "The user was changed since. Read it again.");

/** The attributes of SCIM for the fields of the organization API. */
const ATTRIBUTES: Record<string, string> = {
  email: "userName",
  external_id: "externalId",
  first_name: "name.givenName",
  last_name: "name.familyName",
  position_title: "title",
  country: "addresses.country",
  state_or_province: "addresses.region",
  zip_code: "addresses.postalCode",
};

const describe = ({ field, message }: FieldError): string =>
  `${ATTRIBUTES[field] ?? field} ${message}`.trim();

/** The kinds of errors for the codes of the organization API. */
const TYPES: Record<string, ScimType> = {
  malformed_json: "invalidSyntax",
  malformed_body: "invalidSyntax",
  too_many_values: "tooMany",
};

const isScimType = (code: string): code is ScimType => (SCIM_TYPES as readonly string[]).includes(code);

/** SCIM has no 422: a value that is taken is 409 `uniqueness`, every other wrong value 400 `invalidValue`. */
function convertUnprocessable({ message, errors }: ApiError): ApiError {
  const detail = errors.length > 0 ? `${errors.map(describe).join("; ")}.` : message;
  return scimError(errors.some(({ code }) => code === "taken") ? "uniqueness" : "invalidValue", detail);
}

/**
 * Converts an error of a request to its status and body (RFC 7644, 3.12). Returns null for an unexpected error, which
 * is not the client's.
 */
export function describeError(
  error: unknown,
): { status: number; body: ScimErrorBody; headers: ApiError["headers"] } | null {
  const known = error instanceof z.ZodError ? validationError(error) : error;
  if (!(known instanceof ApiError)) return null;
  const { status, code, message, headers } = known.status === 422 ? convertUnprocessable(known) : known;
  const scimType = isScimType(code) ? code : (TYPES[code] ?? null);
  return { status, body: buildErrorBody(status, scimType, message), headers };
}
