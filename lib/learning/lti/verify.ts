import { ApiError, type FieldError } from "@/lib/kernel/errors";
import { randomText, isSameSecret } from "@/lib/kernel/secrets";
import {
  buildBaseString,
  buildBaseUri,
  serializeParameters,
  sortParameters,
  percentEncode,
} from "./base-string";
import { createLtiError, ltiDataMissingError, requestNotSignedError } from "./errors";
import {
  collectParameters,
  type CollectedParameters,
  type Parameter,
  type SignedRequest,
} from "./parameters";
import { buildTrace, type VerificationStep, type VerificationTrace } from "./trace";
import { createHmac } from "node:crypto";

/** Computes an HMAC-SHA1 in base64 (RFC 5849, 3.4.2). A launch has no token, so the second half of its key is empty. */
export const computeSignature = (baseString: string, secret: string, tokenSecret = ""): string =>
  createHmac("sha1", `${percentEncode(secret)}&${percentEncode(tokenSecret)}`)
    .update(baseString)
    .digest("base64");

/** Checks a signature in constant time. */
const isValidSignature = (signature: string, baseString: string, secret: string): boolean =>
  isSameSecret(signature, computeSignature(baseString, secret));

/** The OAuth 1.0a parameters of a request. */
type OAuthParameters = { consumerKey: string; nonce: string; timestamp: Date; signature: string };

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
function readOAuthParameters(
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

/** The largest difference of a client's clock, in both directions, in milliseconds. */
const TOLERANCE_MS = 300_000;

/** Used as the secret of an unknown key, so that the response time does not reveal which keys exist. */
const UNKNOWN_APP_SECRET = randomText(40);

export type VerificationOptions<App extends { secret: string }> = {
  now: Date;
  /** Names of further parameters that must have a value, such as `LAUNCH_PARAMETERS`. */
  required?: readonly string[];
  /** Finds the app with a consumer key; null when there is none. */
  findApp: (consumerKey: string) => Promise<App | null>;
  /**
   * Stores a nonce of the app for eleven minutes; false when it was used before. Of two concurrent requests, one gets
   * true. Called last, and only for a request with a valid signature.
   */
  recordNonce: (app: App, nonce: string, timestamp: Date) => Promise<boolean>;
};

export type VerificationResult<App> = { trace: VerificationTrace } & (
  | {
      isAccepted: true;
      app: App;
      /** The signed parameters without the signature. Nothing else in the request can be trusted. */
      parameters: Parameter[];
    }
  | { isAccepted: false; error: ApiError }
);

/** Whether the body contains each pair of the query at least as often. */
function containsAll(body: readonly Parameter[], query: readonly Parameter[]): boolean {
  const unmatched = body.map(([name, value]) => JSON.stringify([name, value]));
  return query.every(([name, value]) => {
    const at = unmatched.indexOf(JSON.stringify([name, value]));
    if (at >= 0) unmatched.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Lists the sets of parameters that may have been signed. Canvas repeats the query of the launch URL in the body but
 * signs it once, so the request without its query is a second candidate when the body contains the whole query.
 */
function listCandidates({ query, header, body }: CollectedParameters): [Parameter[], ...Parameter[][]] {
  const whole = [...query, ...header, ...body];
  const isRepeated = query.length > 0 && containsAll(body, query);
  return isRepeated ? [whole, [...header, ...body]] : [whole];
}

/**
 * Finds the candidate that was signed. Always checks all of them, so that the time does not depend on which one
 * matches.
 */
function findSignedParameters(
  { method, origin, path }: SignedRequest,
  candidates: Parameter[][],
  signature: string,
  secret: string,
): Parameter[] | undefined {
  const uri = buildBaseUri(origin, path);
  const matching = candidates.filter((parameters) =>
    isValidSignature(
      signature,
      buildBaseString(method, uri, serializeParameters(sortParameters(parameters))),
      secret,
    ),
  );
  return matching[0];
}

/** Whether a request without valid OAuth parameters could not be parsed at all, or lacked parameters. */
const readRefusalStep = ({ status }: ApiError, { isMalformed }: CollectedParameters): VerificationStep =>
  isMalformed || status === 404 ? "parse" : "parameters";

/**
 * Verifies a request signed with OAuth 1.0a (RFC 5849, 3.2) in this order: parsing, required parameters, key, time,
 * signature, nonce. The error is a 404 for a request without a consumer key, and otherwise LTI_DATA_MISSING,
 * LTI_APP_NOT_FOUND or, for the last three checks, LTI_UNAUTHORIZED. Errors of the callbacks are passed through.
 */
export async function verifyOAuthRequest<App extends { secret: string }>(
  request: SignedRequest,
  { now, required = [], findApp, recordNonce }: VerificationOptions<App>,
): Promise<VerificationResult<App>> {
  const collected = collectParameters(request);
  const candidates = listCandidates(collected);
  const [whole] = candidates;
  const refuse = (step: VerificationStep, error: ApiError, app?: App): VerificationResult<App> => {
    const trace = buildTrace(step, request, whole, app?.secret ?? null);
    return { isAccepted: false, error, trace };
  };
  const unauthorized = (step: VerificationStep, message: string, app: App) =>
    refuse(step, createLtiError("LTI_UNAUTHORIZED", message), app);

  const oauth = readOAuthParameters(collected, required);
  if (oauth instanceof ApiError) return refuse(readRefusalStep(oauth, collected), oauth);
  const { consumerKey, nonce, timestamp, signature } = oauth;

  const app = await findApp(consumerKey);
  const signed = findSignedParameters(request, candidates, signature, app?.secret ?? UNKNOWN_APP_SECRET);
  if (!app)
    return refuse("key", createLtiError("LTI_APP_NOT_FOUND", "There is no app with this consumer key."));
  if (Math.abs(now.getTime() - timestamp.getTime()) > TOLERANCE_MS) {
    return unauthorized("timestamp", "oauth_timestamp is more than 300 seconds from the current time.", app);
  }
  if (!signed) return unauthorized("signature", "oauth_signature is not the signature of this request.", app);
  if (!(await recordNonce(app, nonce, timestamp))) {
    return unauthorized("nonce", "oauth_nonce was used before.", app);
  }
  const trace = buildTrace("accepted", request, signed, app.secret);
  return { isAccepted: true, app, parameters: sortParameters(signed), trace };
}
