import type { Findings, Method } from "./schema";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An hour less than a day, so that the hourly job checks the domain at the same hour of the next day. */
const CHECK_INTERVAL_MS = 23 * HOUR_MS;
/** How long a verification survives failures. */
export const GRACE_PERIOD_MS = 7 * DAY_MS;
/** How long an unverified domain is checked automatically after the first failure. */
const SEARCH_PERIOD_MS = 30 * DAY_MS;

/** The verification of a domain, as stored in its row and its organization. */
export type VerificationStatus = {
  verifiedAt: Date | null;
  method: Method | null;
  failingSince: Date | null;
  lostAt: Date | null;
};

export type CheckOutcome = VerificationStatus & {
  nextCheckAt: Date | null;
  /** How this check changed the verification. */
  change: "verified" | "lost" | null;
};

const addMs = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Returns when a verification ends unless a check succeeds before. Null while none fails. */
export const verificationEnd = ({
  verifiedAt,
  failingSince,
}: Pick<VerificationStatus, "verifiedAt" | "failingSince">) =>
  verifiedAt && failingSince ? addMs(failingSince, GRACE_PERIOD_MS) : null;

/**
 * The method that a check proves. A file does not take the place of a proven DNS record, which proves more (the sign-in
 * of the domain's people depends on it), until the record has been missing for as long as ends a verification.
 */
function provenMethod({ verifiedAt, method }: VerificationStatus, { dns, file }: Findings): Method | null {
  if (dns?.result === "found") return "dns";
  const isByRecord = verifiedAt !== null && method === "dns";
  return file?.result === "found" && !isByRecord ? "file" : null;
}

/**
 * Checks whether this service could not look where the proof was last found, or anywhere when it was never found: the
 * proof may still be there. Only the method of the last proof counts. Otherwise, on an installation that cannot fetch
 * files, no verification by DNS would ever end.
 */
function isInconclusive({ method }: VerificationStatus, { dns, file }: Findings): boolean {
  const relevantFindings = method ? [{ dns, file }[method]] : [dns, file];
  return relevantFindings.every((finding) => finding?.result === "unavailable");
}

/** A failing verification is checked again at the latest when it would end. */
function nextCheckTime(status: VerificationStatus, now: Date): Date | null {
  const usual = addMs(now, CHECK_INTERVAL_MS);
  const end = verificationEnd(status);
  if (end) return end > now && end < usual ? end : usual;
  const { verifiedAt, failingSince } = status;
  const isGivenUp = !verifiedAt && failingSince !== null && addMs(failingSince, SEARCH_PERIOD_MS) <= now;
  return isGivenUp ? null : usual;
}

const buildOutcome = (
  status: VerificationStatus,
  now: Date,
  change: CheckOutcome["change"] = null,
): CheckOutcome => ({
  ...status,
  nextCheckAt: nextCheckTime(status, now),
  change,
});

/**
 * Returns the new status after a check: a proof verifies the domain and ends a run of failures. A failure begins a
 * run, which ends the verification after seven days, or leaves it to the file. When this service could not look, nothing
 * changes.
 */
export function evaluateCheck(before: VerificationStatus, findings: Findings, now: Date): CheckOutcome {
  const method = provenMethod(before, findings);
  if (method) {
    const status = { verifiedAt: before.verifiedAt ?? now, method, failingSince: null, lostAt: null };
    return buildOutcome(status, now, before.verifiedAt ? null : "verified");
  }
  if (isInconclusive(before, findings)) return buildOutcome(before, now);
  const failing = { ...before, failingSince: before.failingSince ?? now };
  const end = verificationEnd(failing);
  if (!end || end > now) return buildOutcome(failing, now);
  if (findings.file?.result === "found")
    return buildOutcome({ ...before, method: "file", failingSince: null }, now);
  return buildOutcome({ ...failing, verifiedAt: null, method: null, lostAt: now }, now, "lost");
}
