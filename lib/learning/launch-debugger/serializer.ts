import type { ApiError } from "@/lib/kernel/errors";
import { buildBaseUri } from "@/lib/learning/lti/base-string";
import type { SignedRequest } from "@/lib/learning/lti/parameters";
import { isLtiCode } from "@/lib/learning/lti/schema";
import type { VerificationTrace } from "@/lib/learning/lti/trace";
import { CHECK_STEPS, type CheckStep, type LaunchCheck, type CheckOutcome } from "./schema";

/** The result of checking a pasted request. */
export type LaunchCheckResult = {
  request: SignedRequest;
  trace: VerificationTrace;
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

const toOutcome = (isPassed: boolean): CheckOutcome => (isPassed ? "passed" : "failed");

function stepOutcome(
  step: CheckStep,
  { refusal, isSignatureValid, launchFault }: LaunchCheckResult,
): CheckOutcome {
  if (step === "nonce") return "not_checked";
  if (refusal?.step === step) return "failed";
  // A request that is only too old was also verified for the time of its signature.
  if (step === "signature" && isSignatureValid !== null) return toOutcome(isSignatureValid);
  if (step === "launch") return launchFault === undefined ? "not_reached" : toOutcome(launchFault === null);
  const isAfterRefusal = refusal !== null && CHECK_STEPS.indexOf(step) > CHECK_STEPS.indexOf(refusal.step);
  return isAfterRefusal ? "not_reached" : "passed";
}

const refusalCode = ({ refusal }: LaunchCheckResult): LaunchCheck["code"] => {
  if (!refusal) return null;
  const { code } = refusal.error;
  return isLtiCode(code) ? code : "NOT_FOUND";
};

/** Presents the result. The app's secret is removed from every text that was pasted. */
export function presentLaunchCheck(result: LaunchCheckResult): LaunchCheck {
  const { trace, refusal, request, secret } = result;
  const redact = (text: string): string => text.replaceAll(secret, "[hidden]");
  return {
    accepted: refusal === null,
    step: refusal?.step ?? null,
    code: refusalCode(result),
    message: refusal ? redact(refusal.error.message) : "This request would be accepted.",
    checks: CHECK_STEPS.map((step) => ({ step, outcome: stepOutcome(step, result) })),
    hints: result.hints.map(redact),
    method: redact(request.method),
    base_uri: redact(buildBaseUri(request.origin, request.path)),
    parameters: trace.parameters.map(([name, value]) => ({ name: redact(name), value: redact(value) })),
    base_string: redact(trace.baseString),
    hidden: trace.hidden.map(redact),
    checked_at: result.now.toISOString(),
    signed_at: result.signedAt?.toISOString() ?? null,
  };
}
