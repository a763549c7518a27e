import { baseString, baseUri, parameterText, sortedParameters } from "./base-string";
import type { Parameter, SignedRequest } from "./parameters";

/** The check that decided, in the order of the checks. */
export type Step = "parse" | "parameters" | "key" | "timestamp" | "signature" | "nonce" | "accepted";

/**
 * How a request was verified, for people who look for a mistake in a client: what this service considers signed. It
 * contains no secret and not the correct signature.
 */
export type Trace = {
  step: Step;
  /** The signed parameters in the order in which they are signed. */
  parameters: Parameter[];
  baseString: string;
  /** Names whose values are replaced by `HIDDEN` here and in the base string, because they are secrets. */
  hidden: string[];
};

const HIDDEN = "[hidden]";

/** Secrets that clients send with a request: some by mistake, the token of an API call on purpose. */
const SECRET_NAMES = /^(access_token|refresh_token|oauth_consumer_secret|oauth_token_secret|password)$/i;

/** Builds the trace of a request. `secret` is the app's, null while the app is unknown. */
export function traceOf(
  step: Step,
  { method, origin, path }: SignedRequest,
  parameters: readonly Parameter[],
  secret: string | null,
): Trace {
  const holdsSecret = (text: string): boolean => secret !== null && text.includes(secret);
  const nameOf = (name: string): string => (holdsSecret(name) ? HIDDEN : name);
  const isSecret = ([name, value]: Parameter): boolean => SECRET_NAMES.test(name) || holdsSecret(value);
  const sorted = sortedParameters(parameters);
  const shown = sorted.map((pair): Parameter => [nameOf(pair[0]), isSecret(pair) ? HIDDEN : pair[1]]);
  return {
    step,
    parameters: shown,
    baseString: baseString(method, baseUri(origin, path), parameterText(shown)),
    hidden: [...new Set(sorted.filter(isSecret).map(([name]) => nameOf(name)))],
  };
}
