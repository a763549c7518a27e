import { buildAuditEntry, writeAuditEntries } from "@/lib/access/audit/service";
import type { Actor } from "@/lib/access/callers/caller";
import { rateLimitKey } from "@/lib/kernel/client-address";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { runOutsideTransaction } from "@/lib/kernel/waits";
import { consumePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { getRequestContext } from "@/lib/kernel/request-context";
import { describeCurrentOrigin, type RequestOrigin } from "@/lib/kernel/request-origin";
import { joinNames } from "@/lib/kernel/names";
import {
  incrementActivity,
  countActivities,
  deleteActivities,
  findActivities,
  findNameAndMemberships,
  hasOnlyOtherOrigins,
  moveActivities,
  pruneActivities,
} from "./queries";
import { ACTIVITY_KINDS, type ActivityKind } from "./schema";
import type { ActivityRow } from "./serializer";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RETENTION_MS = 180 * DAY_MS;
/**
 * Rows stored for an account: this many failures, which strangers can cause, and this many others, so that failures
 * do not push the others out.
 */
const MAX_ROWS = 100;
const MAX_SHOWN = 20;
/** After this many rows of failures in a day, further ones are recorded without their address. */
const MAX_FAILURES_PER_DAY = 20;
/** Limits how many lock-outs of an account are recorded for one address. */
const LOCK_OUT_POLICY: RateLimitPolicy = { name: "recorded-lock-outs", points: 1, seconds: 15 * 60 };

/** The kinds of failed attempts to sign in. */
export type FailureKind = "wrong_password" | "wrong_code" | "locked_out";

const isFailure = (kind: ActivityKind): boolean =>
  kind === "wrong_password" || kind === "wrong_code" || kind === "locked_out";
const FAILURE_KINDS = ACTIVITY_KINDS.filter(isFailure);
const OTHER_KINDS = ACTIVITY_KINDS.filter((kind) => !isFailure(kind));
/** Kinds that a client can repeat at will, recorded in one row per hour. */
const REPEATABLE_KINDS = new Set<ActivityKind>(["sign_in", "sign_out", ...FAILURE_KINDS]);

const UNKNOWN_ACTOR_NAME = "Someone who was not signed in";

async function readOrigin(userId: string, kind: ActivityKind): Promise<RequestOrigin> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const isTooMany =
    isFailure(kind) && (await countActivities(userId, FAILURE_KINDS, since)) >= MAX_FAILURES_PER_DAY;
  return isTooMany ? { address: "", browser: "" } : describeCurrentOrigin();
}

/** Writes an audit entry for each organization that the person is a member of. */
async function writeActivityEntries(userId: string, kind: ActivityKind, browser: string): Promise<void> {
  const person = await findNameAndMemberships(userId);
  if (!person) return;
  const actor: Actor = isFailure(kind)
    ? { type: "System", id: "sign-in", name: UNKNOWN_ACTOR_NAME }
    : { type: "User", id: userId, name: joinNames(person.firstName, person.lastName) };
  const entries = person.memberships.map(({ organizationId }) => ({
    ...buildAuditEntry({ organizationId, actor }, `account.${kind}`, userId),
    browser: browser || null,
  }));
  await writeAuditEntries(entries);
}

/**
 * Records an activity on an account, with the address and browser of the request: for its owner, and in the audit
 * logs of the organizations that the person is a member of. Repetitions within an hour from the same address and
 * browser are counted in one row and write one audit entry.
 */
export async function recordActivity(userId: string, kind: ActivityKind): Promise<void> {
  const occurredAt = clock.now();
  const time = occurredAt.getTime();
  const windowStart = REPEATABLE_KINDS.has(kind) ? new Date(time - (time % HOUR_MS)) : occurredAt;
  await transaction(async () => {
    const origin = await readOrigin(userId, kind);
    if (!(await incrementActivity({ userId, kind, ...origin, windowStart, occurredAt }))) return;
    await writeActivityEntries(userId, kind, origin.browser);
    await pruneActivities(
      userId,
      isFailure(kind) ? FAILURE_KINDS : OTHER_KINDS,
      MAX_ROWS,
      new Date(time - RETENTION_MS),
    );
  });
}

/**
 * Records a wrong password, a wrong code or a lock-out in the background. The response does not wait for it, because
 * its time would reveal that the account exists. One lock-out is recorded for each address in 15 minutes.
 */
export function recordFailure(userId: string, kind: FailureKind): void {
  const record = async (): Promise<void> => {
    const key = `${userId} ${rateLimitKey(getRequestContext()?.address ?? "unknown")}`;
    if (kind === "locked_out" && !(await consumePoint(LOCK_OUT_POLICY, key)).isAllowed) return;
    await recordActivity(userId, kind);
  };
  // A transaction around this, such as that of an Idempotency-Key, is rolled back with the failure.
  runOutsideTransaction(record).catch((error: unknown) =>
    log.error({ err: error, kind }, "account activity was not recorded"),
  );
}

/**
 * Whether the account was not signed in to from the address with the browser of this request for 180 days. False for the
 * first sign-in.
 */
export const isUnknownOrigin = (userId: string): Promise<boolean> => {
  const since = new Date(clock.now().getTime() - RETENTION_MS);
  return hasOnlyOtherOrigins(userId, "sign_in", describeCurrentOrigin(), since);
};

/** Lists the newest activity of an account, from at most 180 days. */
export const listActivity = (userId: string): Promise<ActivityRow[]> =>
  findActivities(userId, new Date(clock.now().getTime() - RETENTION_MS), MAX_SHOWN);

/** Moves the activity of an account to the one that it is merged into. */
export const moveActivity = moveActivities;

/** Deletes the activity of an account that is being deleted. */
export const deleteActivity = async (userId: string): Promise<void> => {
  await deleteActivities(userId);
};
