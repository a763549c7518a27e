import type { ApiError, FieldError } from "@/lib/kernel/errors";
import { ltiDataMissingError, requestNotSignedError } from "./errors";
import type { CollectedParameters, Parameter } from "./parameters";

/** The OAuth 1.0a parameters of a request. */
export type OAuthParameters = { consumerKey: string; nonce: string; timestamp: Date; signature: string };

const REQUIRED = [
  "oauth_consumer_key",
  "oauth_nonce",
  "oauth_signature",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_version",
] as const;

/** Keys and nonces are looked up and stored, so they must be a line of at most 255 characters. */
const STORABLE = /^\P{Cc}{1,255}$/u;
const SECONDS = /^[1-9]\d{0,10}$/;

const VALUE_RULES: Partial<Record<(typeof REQUIRED)[number], [form: RegExp, message: string]>> = {
  oauth_consumer_key: [STORABLE, "must be a line of at most 255 characters"],
  oauth_nonce: [STORABLE, "must be a line of at most 255 characters"],
  oauth_signature_method: [/^HMAC-SHA1$/, "must be HMAC-SHA1"],
  oauth_timestamp: [SECONDS, "must be the time in seconds since 1970"],
  oauth_version: [/^1\.0$/, "must be 1.0"],
};

const findValue = (parameters: readonly Parameter[], name: string): string =>
  parameters.find(([given]) => given === name)?.[1] ?? "";

const isBlank = (value: string): boolean => !/\S/.test(value);

const missingField = (field: string): FieldError => ({ field, code: "required", message: "is required" });
const invalidField = (field: string, message: string): FieldError => ({ field, code: "invalid", message });

/** Finds OAuth parameters that are given more than once, which RFC 5849, 3.1 forbids. */
function findRepeated(parameters: readonly Parameter[]): FieldError[] {
  const names = parameters.map(([name]) => name).filter((name) => name.startsWith("oauth_"));
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...repeated].map((name) => invalidField(name, "is given more than once"));
}

function findInvalid(parameters: readonly Parameter[]): FieldError[] {
  return REQUIRED.flatMap((name) => {
    const value = findValue(parameters, name);
    const [pattern, message] = VALUE_RULES[name] ?? [/./s, ""];
    return isBlank(value) || pattern.test(value) ? [] : [invalidField(name, message)];
  });
}

/**
 * Reads the OAuth parameters, or returns an error: 404 without a consumer key, otherwise LTI_DATA_MISSING, which names
 * every parameter that is missing (including those of `required`), repeated or invalid.
 */
export function readOAuthParameters(
  { query, header, body, isMalformed }: CollectedParameters,
  required: readonly string[],
): OAuthParameters | ApiError {
  const parameters = [...query, ...header, ...body];
  if (!parameters.some(([name]) => name === "oauth_consumer_key")) return requestNotSignedError();
  if (isMalformed)
    return ltiDataMissingError([invalidField("oauth_signature", "signs parameters that cannot be read")]);
  const isGiven = (name: string) => parameters.some(([given, value]) => given === name && !isBlank(value));
  const absent = [...REQUIRED, ...required].filter((name) => !isGiven(name)).map(missingField);
  const faults = [...absent, ...findRepeated(parameters), ...findInvalid(parameters)];
  if (faults.length > 0) return ltiDataMissingError(faults);
  return {
    consumerKey: findValue(parameters, "oauth_consumer_key"),
    nonce: findValue(parameters, "oauth_nonce"),
    timestamp: new Date(Number(findValue(parameters, "oauth_timestamp")) * 1000),
    signature: findValue(parameters, "oauth_signature"),
  };
}
