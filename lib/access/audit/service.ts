import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Author, Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { newId } from "@/lib/kernel/ids";
import { parseFilter } from "@/lib/kernel/list/filter";
import { listKeys } from "@/lib/kernel/list/keys";
import type { Page } from "@/lib/kernel/list/page";
import { parseSort } from "@/lib/kernel/list/sort";
import { getRequestContext } from "@/lib/kernel/request-context";
import {
  buildAuditEntriesCte,
  filters,
  findAuditEntryPage,
  insertAuditEntries,
  insertAuditEntry,
  sorts,
  findSubjectNames,
  subjectKey,
} from "./queries";
import type { FieldChange } from "./schema";
import type { AuditEntryRow, NewAuditEntry } from "./serializer";

export const auditListKeys = listKeys(filters, sorts);

/**
 * Builds the entry of a change that writes it in its own statement (`buildAuditCte`). `action` names the resource and the
 * verb (`badge.issue`), `subjectId` what was changed. It never contains a secret.
 */
export function buildAuditEntry(caller: Author, action: string, subjectId: string | null): NewAuditEntry {
  const request = getRequestContext();
  return {
    id: newId(),
    organizationId: caller.organizationId,
    occurredAt: clock.now(),
    actorType: caller.actor.type,
    actorId: caller.actor.id,
    actorName: caller.actor.name,
    action,
    subjectId,
    address: request?.address ?? null,
    browser: null,
    requestId: request?.requestId ?? null,
  };
}

/** Writes entries for a change that appears in the logs of several organizations. */
export async function writeAuditEntries(entries: NewAuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertAuditEntries(entries);
}

/** Builds the entries as a member of a WITH clause, for a change that is a single statement. */
export const buildAuditCte = buildAuditEntriesCte;

/**
 * Runs a change and writes its audit entry in one transaction, so that a change that throws leaves no entry.
 * `subject` is the id of what is changed, or a function that takes it from the result of `work`. `work` may note what
 * it changed from what to what (`listChanges`).
 */
export function withAuditEntry<Result>(
  caller: Author,
  action: string,
  subject: string | null | ((result: Result) => string),
  work: (noteChanges: (changes: FieldChange[]) => void) => Promise<Result>,
): Promise<Result> {
  return transaction(async () => {
    let changes: FieldChange[] = [];
    const result = await work((noted) => {
      changes = noted;
    });
    const subjectId = typeof subject === "function" ? subject(result) : subject;
    const entry = buildAuditEntry(caller, action, subjectId);
    await insertAuditEntry(changes.length > 0 ? { ...entry, changes } : entry);
    return result;
  });
}

/** Writes the entries of a change that affects several organizations. Call it in the transaction of the change. */
export const insertNewAuditEntries = async (entries: NewAuditEntry[]): Promise<void> => {
  await insertAuditEntries(entries);
};

/** Lists the changes in the organization, newest first. */
export function listAuditEntries(caller: Caller, input: ListInput): Promise<Page<AuditEntryRow>> {
  const where = { organizationId: caller.organizationId, AND: parseFilter(input.filter, filters) };
  const order = parseSort(input.sort, sorts, [{ occurredAt: "desc" }]);
  return findAuditEntryPage(where, order, input.page);
}

/** An entry with the name that its subject has now; null for one that has none, or was deleted. */
export type NamedAuditEntryRow = AuditEntryRow & { subjectName: string | null };

/** Lists the changes as `listAuditEntries` does, with the names of what was changed. */
export async function listNamedAuditEntries(
  caller: Caller,
  input: ListInput,
): Promise<Page<NamedAuditEntryRow>> {
  const page = await listAuditEntries(caller, input);
  const names = await findSubjectNames(caller.organizationId, page.rows);
  const rows = page.rows.map((row) => ({ ...row, subjectName: names.get(subjectKey(row)) ?? null }));
  return { ...page, rows };
}
