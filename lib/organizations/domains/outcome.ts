import type { Findings, Method } from "./schema";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An hour less than a day, so that the hourly job checks the domain at the same hour of the next day. */
const INTERVAL_MS = 23 * HOUR_MS;
/** How long a verification survives failures. */
const GRACE_MS = 7 * DAY_MS;
/** How long an unverified domain is checked automatically after the first failure. */
const SEARCH_MS = 30 * DAY_MS;

/** The verification of a domain, as stored in its row and its organization. */
export type Standing = {
  verifiedAt: Date | null;
  method: Method | null;
  failingSince: Date | null;
  lostAt: Date | null;
};

export type Outcome = Standing & {
  nextCheckAt: Date | null;
  /** How this check changed the verification. */
  change: "verified" | "lost" | null;
};

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Returns when a verification ends unless a check succeeds before. Null while none fails. */
export const endOf = ({ verifiedAt, failingSince }: Pick<Standing, "verifiedAt" | "failingSince">) =>
  verifiedAt && failingSince ? after(failingSince, GRACE_MS) : null;

const methodOf = ({ dns, file }: Findings): Method | null => {
  if (dns?.result === "found") return "dns";
  return file?.result === "found" ? "file" : null;
};

/**
 * Checks whether this service could not look where the proof was last found, or anywhere when it was never found: the
 * proof may still be there. Only the method of the last proof counts. Otherwise, on an installation that cannot fetch
 * files, no verification by DNS would ever end.
 */
function isInconclusive({ method }: Standing, { dns, file }: Findings): boolean {
  const looked = method ? [{ dns, file }[method]] : [dns, file];
  return looked.every((finding) => finding?.result === "unavailable");
}

/** A failing verification is checked again at the latest when it would end. */
function nextCheck(standing: Standing, now: Date): Date | null {
  const usual = after(now, INTERVAL_MS);
  const end = endOf(standing);
  if (end) return end > now && end < usual ? end : usual;
  const { verifiedAt, failingSince } = standing;
  const isGivenUp = !verifiedAt && failingSince !== null && after(failingSince, SEARCH_MS) <= now;
  return isGivenUp ? null : usual;
}

const outcome = (standing: Standing, now: Date, change: Outcome["change"] = null): Outcome => ({
  ...standing,
  nextCheckAt: nextCheck(standing, now),
  change,
});

/**
 * Returns the new status after a check: a proof verifies the domain and ends a run of failures. A failure begins a
 * run, which ends the verification after seven days. When this service could not look, nothing changes.
 */
export function outcomeOf(before: Standing, seen: Findings, now: Date): Outcome {
  const method = methodOf(seen);
  if (method) {
    const standing = { verifiedAt: before.verifiedAt ?? now, method, failingSince: null, lostAt: null };
    return outcome(standing, now, before.verifiedAt ? null : "verified");
  }
  if (isInconclusive(before, seen)) return outcome(before, now);
  const failing = { ...before, failingSince: before.failingSince ?? now };
  const end = endOf(failing);
  if (!end || end > now) return outcome(failing, now);
  return outcome({ ...failing, verifiedAt: null, method: null, lostAt: now }, now, "lost");
}
