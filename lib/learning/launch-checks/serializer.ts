import type { ApiError } from "@/lib/kernel/errors";
import { baseUri } from "@/lib/learning/lti/base-string";
import type { SignedRequest } from "@/lib/learning/lti/parameters";
import { isLtiCode } from "@/lib/learning/lti/schema";
import type { Trace } from "@/lib/learning/lti/trace";
import { CHECK_STEPS, type CheckStep, type LaunchCheck, type Outcome } from "./schema";

/** The result of checking a pasted request. */
export type Judged = {
  request: SignedRequest;
  trace: Trace;
  /** The check that refused it, with the error; null when it would be accepted. */
  refusal: { step: CheckStep; error: ApiError } | null;
  /** Whether the signature is valid for the time at which it was made; null when it was not checked. */
  isSignatureValid: boolean | null;
  /**
   * What is wrong with a launch whose signature is valid; null when nothing is, undefined when that was not checked.
   */
  launchFault: ApiError | null | undefined;
  hints: string[];
  now: Date;
  signedAt: Date | null;
  secret: string;
};

const outcome = (isPassed: boolean): Outcome => (isPassed ? "passed" : "failed");

function outcomeOf(step: CheckStep, { refusal, isSignatureValid, launchFault }: Judged): Outcome {
  if (step === "nonce") return "not_checked";
  if (refusal?.step === step) return "failed";
  // A request that is only too old was also verified for the time of its signature.
  if (step === "signature" && isSignatureValid !== null) return outcome(isSignatureValid);
  if (step === "launch") return launchFault === undefined ? "not_reached" : outcome(launchFault === null);
  const isBehind = refusal !== null && CHECK_STEPS.indexOf(step) > CHECK_STEPS.indexOf(refusal.step);
  return isBehind ? "not_reached" : "passed";
}

const codeOf = ({ refusal }: Judged): LaunchCheck["code"] => {
  if (!refusal) return null;
  const { code } = refusal.error;
  return isLtiCode(code) ? code : "NOT_FOUND";
};

/** Presents the result. The app's secret is removed from every text that was pasted. */
export function presentLaunchCheck(judged: Judged): LaunchCheck {
  const { trace, refusal, request, secret } = judged;
  const told = (text: string): string => text.replaceAll(secret, "[hidden]");
  return {
    accepted: refusal === null,
    step: refusal?.step ?? null,
    code: codeOf(judged),
    message: refusal ? told(refusal.error.message) : "This request would be served.",
    checks: CHECK_STEPS.map((step) => ({ step, outcome: outcomeOf(step, judged) })),
    hints: judged.hints.map(told),
    method: told(request.method),
    base_uri: told(baseUri(request.origin, request.path)),
    parameters: trace.parameters.map(([name, value]) => ({ name: told(name), value: told(value) })),
    base_string: told(trace.baseString),
    hidden: trace.hidden.map(told),
    checked_at: judged.now.toISOString(),
    signed_at: judged.signedAt?.toISOString() ?? null,
  };
}
