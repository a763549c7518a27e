import type { CheckStep } from "./schema";

/** What is known about a refused request. */
export type Refusal = {
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
export function listHints(refusal: Refusal): string[] {
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
