import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { requireUsableTemplate } from "@/lib/badges/issued/issue";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { transaction } from "@/lib/kernel/db";
import { invalidField, unprocessable } from "@/lib/kernel/errors";
import { saveImport } from "./queries";
import type { BadgeImportStart } from "./schema";
import type { ImportRecord } from "./serializer";
import { getImport, lockKnownImport } from "./service";

const MINUTE_MS = 60_000;
/** How far ahead an import can be scheduled. */
const MAX_AHEAD_MS = 366 * 24 * 60 * MINUTE_MS;

/** When to issue, and the day for rows without one. Null for the time means at once. */
type StartTime = { at: Date | null; day: string };

/** Resolves when to issue. Throws 422 for a time that is past or too far ahead, and for two times. */
function resolveStartTime({ start_at: startAt, wait_minutes: minutes }: BadgeImportStart): StartTime {
  const now = clock.now();
  if (startAt !== undefined && minutes !== undefined)
    throw invalidField("wait_minutes", "two_times", "cannot be combined with start_at");
  if (minutes !== undefined) {
    const at = new Date(now.getTime() + minutes * MINUTE_MS);
    return { at, day: toIsoDate(at) };
  }
  if (startAt === undefined) return { at: null, day: toIsoDate(now) };
  if (startAt.at <= now) throw invalidField("start_at", "in_the_past", "must be in the future");
  if (startAt.at.getTime() - now.getTime() > MAX_AHEAD_MS)
    throw invalidField("start_at", "too_far_ahead", "must be within a year");
  return { at: startAt.at, day: startAt.date };
}

/** Throws 422 if the import has changed since the caller read it, or if none of its rows can be issued. */
function requireStartable(found: ImportRecord, seen: BadgeImportStart): void {
  const count = found.okCount + found.warningCount;
  if (seen.updated_at !== undefined && seen.updated_at !== found.updatedAt.toISOString()) {
    const message = "The import has changed since you last saw it. Check it again.";
    throw invalidField("updated_at", "changed_meanwhile", message);
  }
  if (count === 0) throw unprocessable("nothing_to_issue", "No row of the file can be issued.");
  if (seen.badges_count !== undefined && seen.badges_count !== count) {
    const message = `The import has changed: it would now issue ${count} badges.`;
    throw invalidField("badges_count", "changed_meanwhile", message);
  }
}

/** Locks an import that waits for its start or for its time. Throws 404 for an unknown one, and 422 naming its state. */
async function lockStartable(caller: Caller, importId: string): Promise<ImportRecord> {
  const found = await lockKnownImport(caller, importId);
  if (found.state === "ready" || found.state === "scheduled") return found;
  const message = `The import is ${found.state}. Only an import that is ready or scheduled can be started.`;
  throw unprocessable("import_not_ready", message);
}

/**
 * Starts a job that issues the badges as the caller: at once, or at a later time until which it can be cancelled. The
 * time of a scheduled import can be changed. Of two simultaneous calls that start an import at once only one succeeds.
 * Throws 404 for an unknown import, and 422 when it was started before, when its template or all of its rows cannot be
 * issued, when the number of badges or the time of the last change is not the expected one, and for a time that is past
 * or more than a year ahead.
 */
export async function startImport(
  caller: Caller,
  importId: string,
  body: BadgeImportStart,
): Promise<ImportRecord> {
  const { actor, organizationId } = caller;
  const { at, day } = resolveStartTime(body);
  const { id } = await getImport(caller, importId);
  return withAuditEntry(caller, at ? "badge_import.schedule" : "badge_import.start", id, async () => {
    const locked = await lockStartable(caller, id);
    if (!locked.isTemplateFromColumn) await requireUsableTemplate(caller, locked.badgeTemplateId);
    requireStartable(locked, body);
    const now = clock.now();
    await recordEvents(
      [],
      [{ kind: "badge_import", organizationId, subjectId: id, ...(at ? { dueAt: at } : {}) }],
    );
    return saveImport(organizationId, id, {
      ...(at
        ? { state: "scheduled", scheduledAt: at }
        : { state: "running", scheduledAt: null, startedAt: now }),
      ...(locked.isIssuedAtChosen ? {} : { issuedAt: new Date(day) }),
      startedByType: actor.type,
      startedById: actor.id,
      startedByName: actor.name,
      updatedAt: now,
    });
  });
}

/**
 * Cancels a run: badges that were issued stay. An import that was only scheduled is ready again. Throws 404 for an
 * unknown import, 422 for one that is neither scheduled nor running.
 */
export function cancelImport(caller: Caller, importId: string): Promise<ImportRecord> {
  const { organizationId } = caller;
  return transaction(async () => {
    const found = await lockKnownImport(caller, importId);
    const { id, state } = found;
    const now = clock.now();
    if (state === "scheduled")
      return withAuditEntry(caller, "badge_import.unschedule", id, () => unschedule(found, now));
    if (state === "running")
      return withAuditEntry(caller, "badge_import.cancel", id, () =>
        saveImport(organizationId, id, { state: "cancelled", finishedAt: now, updatedAt: now }),
      );
    throw unprocessable(
      "import_not_running",
      `The import is ${state}. Only a scheduled or running import can be cancelled.`,
    );
  });
}

/** Makes a scheduled import ready again, as it was before. */
const unschedule = ({ organizationId, id, isIssuedAtChosen }: ImportRecord, now: Date) =>
  saveImport(organizationId, id, {
    state: "ready",
    scheduledAt: null,
    ...(isIssuedAtChosen ? {} : { issuedAt: new Date(toIsoDate(now)) }),
    startedByType: null,
    startedById: null,
    startedByName: null,
    updatedAt: now,
  });
