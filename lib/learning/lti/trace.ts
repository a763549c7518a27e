import { buildBaseString, buildBaseUri, serializeParameters, sortParameters } from "./base-string";
import type { Parameter, SignedRequest } from "./parameters";

/** The check that decided, in the order of the checks. */
export type VerificationStep =
  "parse" | "parameters" | "key" | "timestamp" | "signature" | "nonce" | "accepted";

/**
 * How a request was verified, for people who look for a mistake in a client: what this service considers signed. It
 * contains no secret and not the correct signature.
 */
export type VerificationTrace = {
  step: VerificationStep;
  /** The signed parameters in the order in which they are signed. */
  parameters: Parameter[];
  baseString: string;
  /** Names whose values are replaced by `[hidden]` here and in the base string, because they are secrets. */
  hidden: string[];
};

const HIDDEN = "[hidden]";

/** Secrets that clients send with a request: some by mistake, the token of an API call on purpose. */
const SECRET_NAMES = /^(access_token|refresh_token|oauth_consumer_secret|oauth_token_secret|password)$/i;

/** Builds the trace of a request. `secret` is the app's, null while the app is unknown. */
export function buildTrace(
  step: VerificationStep,
  { method, origin, path }: SignedRequest,
  parameters: readonly Parameter[],
  secret: string | null,
): VerificationTrace {
  const containsSecret = (text: string): boolean => secret !== null && text.includes(secret);
  const redactName = (name: string): string => (containsSecret(name) ? HIDDEN : name);
  const isSecret = ([name, value]: Parameter): boolean => SECRET_NAMES.test(name) || containsSecret(value);
  const sorted = sortParameters(parameters);
  const redacted = sorted.map((pair): Parameter => [redactName(pair[0]), isSecret(pair) ? HIDDEN : pair[1]]);
  return {
    step,
    parameters: redacted,
    baseString: buildBaseString(method, buildBaseUri(origin, path), serializeParameters(redacted)),
    hidden: [...new Set(sorted.filter(isSecret).map(([name]) => redactName(name)))],
  };
}
