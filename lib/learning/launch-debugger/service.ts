import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { env, publicUrl } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { findAppName, getSigningApp, type SigningApp } from "@/lib/learning/apps/signing";
import { findAppIntegration } from "@/lib/learning/integrations/service";
import { ltiDataMissingError, createLtiError } from "@/lib/learning/lti/errors";
import {
  CONNECT_PARAMETERS,
  LAUNCH_PARAMETERS,
  readConnect,
  readLaunch,
} from "@/lib/learning/lti/launch-parameters";
import {
  collectParameters,
  type CollectedParameters,
  type SignedRequest,
} from "@/lib/learning/lti/parameters";
import { verifyOAuthRequest, type VerificationResult } from "@/lib/learning/lti/verify";
import { findSignatureMistakes } from "./signature-mistakes";
import { readPastedRequest, type PastedRequest } from "./pasted-request";
import type { CheckStep, LaunchCheckInput } from "./schema";
import type { LaunchCheckResult } from "./serializer";

/** What is known about a refused request. */
type Refusal = {
  step: CheckStep | null;
  now: Date;
  signedAt: Date | null;
  /** Explanations of the mistakes that the signature shows; null when no known mistake explains it. */
  signatureMistakes: string[] | null;
  isSignatureValid: boolean | null;
  /** What else is wrong with a launch whose signature is valid. */
  launchFault: string | null;
  signature: string;
  consumerKey: string | null;
  /** Name of another app of the organization that has the request's key. */
  otherApp: string | null;
  contentType: string | null;
  /** Whether the path accepts signed requests. */
  isKnownPath: boolean;
  launchUrl: string;
};

const MINUTE_MS = 60_000;

const formatTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;

function formatDistance(from: Date, to: Date): string {
  const minutes = Math.round(Math.abs(to.getTime() - from.getTime()) / MINUTE_MS);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
}

function clockHints({ now, signedAt, isSignatureValid }: Refusal): string[] {
  if (!signedAt) return [];
  const isPast = signedAt < now;
  return [
    `oauth_timestamp is ${formatTime(signedAt)}, ${formatDistance(signedAt, now)} ${isPast ? "before" : "after"} the current time here (${formatTime(now)}). At most five minutes are allowed.`,
    isPast
      ? "If the request was just sent, the clock of the LMS is slow. An older request cannot be used again, because each launch is signed separately."
      : "The clock of the LMS is fast or uses another time zone. oauth_timestamp counts seconds since 1970 in UTC.",
    ...(isSignatureValid === true ? ["Its signature is valid for the time at which it was signed."] : []),
  ];
}

/** An HMAC-SHA1 in base64 has 28 characters, the last of which is `=`. */
const BASE64_SHA1 = /^[0-9A-Za-z+/]{27}=$/;

function signatureHints({ signatureMistakes, signature }: Refusal): string[] {
  if (signatureMistakes) return signatureMistakes;
  const formatHint = BASE64_SHA1.test(signature)
    ? []
    : ["oauth_signature is not an HMAC-SHA1 in base64, which has 28 characters and ends with =."];
  return [
    ...formatHint,
    "The secret is probably wrong. Enter this app’s secret in the LMS again, or rotate it and enter the new one.",
    "Otherwise the LMS signed something else. Compare its base string with the one below to find parameters that were added or changed after signing.",
  ];
}

function keyHints({ consumerKey, otherApp }: Refusal): string[] {
  if (otherApp !== null) {
    return [
      `This is the API key of “${otherApp}”, another app of your organization. Check the request there.`,
    ];
  }
  const hasSpaces = consumerKey !== null && consumerKey !== consumerKey.trim();
  return [
    hasSpaces
      ? "The API key has spaces around it. Enter it without them."
      : "The request has a different API key than this app. Copy the key from the list of apps into the LMS.",
  ];
}

function formHints({ contentType }: Refusal): string[] {
  return /^\s*application\/x-www-form-urlencoded/i.test(contentType ?? "")
    ? ["Paste the body as it was sent: encoded names and values joined with &, not a table."]
    : [
        `A body of the type ${contentType} is not read. A launch must be a form of the type application/x-www-form-urlencoded.`,
      ];
}

const HINTS_BY_STEP: Record<CheckStep, (refusal: Refusal) => string[]> = {
  parse: formHints,
  parameters: () => [],
  key: keyHints,
  timestamp: clockHints,
  signature: signatureHints,
  nonce: () => [],
  launch: () => [],
};

/** Lists the probable mistakes and what to do about them, the most likely first. */
function listHints(refusal: Refusal): string[] {
  const { step, isKnownPath, launchUrl, isSignatureValid, launchFault } = refusal;
  const isSignatureWrongToo = step === "timestamp" && isSignatureValid === false;
  return [
    ...(isKnownPath ? [] : [`This path does not accept signed requests. Send launches to ${launchUrl}.`]),
    ...(step === null ? [] : HINTS_BY_STEP[step](refusal)),
    ...(step === "timestamp" && launchFault !== null
      ? [`It would be refused even if sent in time: ${launchFault}`]
      : []),
    ...(isSignatureWrongToo ? ["Its signature is wrong as well.", ...signatureHints(refusal)] : []),
  ];
}

type RequestKind = "launch" | "connect" | null;

function readRequestKind(path: string): RequestKind {
  const plain = path.replace(/\/+$/, "");
  if (plain === "/auth/lti") return "launch";
  return /^(\/v1\.1)?\/cle_auth\/(connect|authenticate)$/.test(plain) ? "connect" : null;
}

const REQUIRED = { launch: LAUNCH_PARAMETERS, connect: CONNECT_PARAMETERS } as const;

const findParameter = ({ query, header, body }: CollectedParameters, name: string): string | null =>
  [...query, ...header, ...body].find(([given]) => given === name)?.[1] ?? null;

const SECONDS = /^[1-9]\d{0,10}$/;

const parseTimestamp = (seconds: string | null): Date | null =>
  seconds !== null && SECONDS.test(seconds) ? new Date(Number(seconds) * 1000) : null;

/**
 * Verifies a request at the given time as the service does, but without the nonce: a pasted request may have been
 * accepted already.
 */
const verifyAt = (
  request: SignedRequest,
  app: SigningApp,
  kind: RequestKind,
  now: Date,
): Promise<VerificationResult<SigningApp>> =>
  verifyOAuthRequest(request, {
    now,
    required: kind === null ? [] : REQUIRED[kind],
    findApp: (key) => Promise.resolve(key === app.consumerKey ? app : null),
    recordNonce: () => Promise.resolve(true),
  });

/**
 * Finds why a request with a valid signature is refused all the same (lib/learning/connections/launch-from-lms.ts): null when it
 * is not, undefined when its signature is not valid.
 */
async function findLaunchFault(
  app: SigningApp,
  kind: RequestKind,
  verification: VerificationResult<SigningApp>,
): Promise<ApiError | null | undefined> {
  if (!verification.isAccepted) return undefined;
  if (kind === null) return null;
  const { parameters } = verification;
  try {
    if (kind === "launch" && !app.enterprise) {
      return createLtiError("LTI_UNAUTHORIZED", "Only enterprise apps can launch pages inside an LMS.");
    }
    const { integrationId } = kind === "launch" ? readLaunch(parameters) : readConnect(parameters);
    if (await findAppIntegration(app, integrationId)) return null;
    const field = { field: "integration_id", code: "invalid", message: "must be an integration of this app" };
    return ltiDataMissingError([field]);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const readSignatureResult = ({ isAccepted, trace }: VerificationResult<SigningApp>): boolean | null =>
  !isAccepted && trace.step !== "signature" ? null : isAccepted;

type CheckResults = Pick<LaunchCheckResult, "trace" | "refusal" | "isSignatureValid" | "launchFault">;

/**
 * Runs all checks. A request that is only too old is checked again for the time at which it was signed, because people
 * rarely paste a request within five minutes.
 */
async function runChecks(
  request: SignedRequest,
  app: SigningApp,
  kind: RequestKind,
  times: { now: Date; signedAt: Date | null },
): Promise<CheckResults> {
  const resultNow = await verifyAt(request, app, kind, times.now);
  const { trace } = resultNow;
  const isOld = trace.step === "timestamp" && times.signedAt !== null;
  const resultWhenSigned = isOld
    ? await verifyAt(request, app, kind, times.signedAt ?? times.now)
    : resultNow;
  const launchFault = await findLaunchFault(app, kind, resultWhenSigned);
  const refusalNow = resultNow.isAccepted ? null : { step: trace.step as CheckStep, error: resultNow.error };
  return {
    trace,
    isSignatureValid: readSignatureResult(resultWhenSigned),
    launchFault,
    refusal: refusalNow ?? (launchFault ? { step: "launch", error: launchFault } : null),
  };
}

async function explainRefusal(
  app: SigningApp,
  kind: RequestKind,
  {
    request,
    pasted,
    now,
    signedAt,
    refusal,
    isSignatureValid,
    launchFault,
  }: Omit<LaunchCheckResult, "hints" | "secret" | "trace"> & {
    pasted: PastedRequest;
  },
): Promise<string[]> {
  const collected = collectParameters(request);
  const consumerKey = findParameter(collected, "oauth_consumer_key");
  const signature = findParameter(collected, "oauth_signature") ?? "";
  const rejectedRequest = { ...request, ...collected, origins: pasted.origins, signature };
  return listHints({
    step: refusal?.step ?? null,
    now,
    signedAt,
    isSignatureValid,
    launchFault: launchFault?.message ?? null,
    signature,
    consumerKey,
    signatureMistakes:
      isSignatureValid === false
        ? findSignatureMistakes({ ...rejectedRequest, consumerKey: app.consumerKey, secret: app.secret })
        : null,
    otherApp:
      refusal?.step === "key" && consumerKey !== null
        ? await findAppName(app.organizationId, consumerKey)
        : null,
    contentType: request.contentType,
    isKnownPath: kind !== null,
    launchUrl: publicUrl("/auth/lti"),
  });
}

/**
 * Checks a pasted signed request as if it were sent now, and explains what is wrong with it. Stores nothing, not even
 * the nonce. The result contains neither the secret nor the correct signature. 404 when the organization does not have
 * the app, 422 when the text is not a request.
 */
export async function checkLaunch(
  caller: Caller,
  appId: string,
  body: LaunchCheckInput,
): Promise<LaunchCheckResult> {
  const app = await getSigningApp(caller.organizationId, appId);
  const pasted = readPastedRequest(body);
  const { origins: _origins, ...rest } = pasted;
  const request: SignedRequest = { ...rest, origin: env().APP_URL };
  const kind = readRequestKind(request.path);
  const now = clock.now();
  const signedAt = parseTimestamp(findParameter(collectParameters(request), "oauth_timestamp"));
  const steps = await runChecks(request, app, kind, { now, signedAt });
  const hints = await explainRefusal(app, kind, { ...steps, request, pasted, now, signedAt });
  return { ...steps, request, hints, now, signedAt, secret: app.secret };
}
