import type { Author } from "@/lib/access/callers/caller";
import type { ApiError } from "@/lib/kernel/errors";
import { draftItems, isNotError, parseIssueItem } from "./batch";
import { findDuplicates } from "./queries";
import {
  checkDuplicates,
  duplicateDeniedError,
  duplicateKey,
  DUPLICATE_FIELDS,
  type DuplicateField,
} from "./duplicates";
import { toDuplicateCandidate, type Draft } from "./new-badge";

/**
 * The result that a request to issue would have: its 422, or null. `existingField`: what it has in common with a badge that its
 * recipient already has, or null. `replaces`: that badge would be replaced. `sameRecipient`: the first earlier request for the
 * same recipient, and what both have in common.
 */
export type IssuePreview = {
  error: ApiError | null;
  existingField: DuplicateField | null;
  replaces: boolean;
  sameRecipient: SameRecipient | null;
};

type SameRecipient = { index: number; field: DuplicateField };

/** Requests looked up at once. Between two lookups other work gets the processor. */
const LOOKUP_BATCH_SIZE = 1_000;

type ExistingBadge = Awaited<ReturnType<typeof findDuplicates>>[number];
type DuplicateLookup = { drafts: (Draft | ApiError)[]; existing: Map<string, ExistingBadge[]> };

async function lookUpDuplicates(caller: Author, bodies: unknown[]): Promise<DuplicateLookup> {
  const lookup: DuplicateLookup = { drafts: [], existing: new Map() };
  for (let from = 0; from < bodies.length; from += LOOKUP_BATCH_SIZE) {
    const drafts = await draftItems(caller, bodies.slice(from, from + LOOKUP_BATCH_SIZE).map(parseIssueItem));
    lookup.drafts.push(...drafts);
    const candidates = drafts.filter(isNotError).map(toDuplicateCandidate);
    const found = candidates.length > 0 ? await findDuplicates(candidates) : [];
    for (const one of found) {
      lookup.existing.set(one.candidateId, [...(lookup.existing.get(one.candidateId) ?? []), one]);
    }
  }
  return lookup;
}

/** Returns for each draft the first earlier one that shares a key of the duplicate rule, and the field of the key. */
function listSameRecipients(drafts: (Draft | ApiError)[]): (SameRecipient | null)[] {
  const first = new Map<string, number>();
  return drafts.map((draft, index) => {
    if (!isNotError(draft)) return null;
    const keys = DUPLICATE_FIELDS.map(
      (field) => [field, duplicateKey(toDuplicateCandidate(draft), field)] as const,
    );
    const before = keys.flatMap(([field, key]): SameRecipient[] => {
      const found = key === null ? undefined : first.get(key);
      return found === undefined ? [] : [{ index: found, field }];
    });
    for (const [, key] of keys) if (key !== null && !first.has(key)) first.set(key, index);
    return before.toSorted((one, other) => one.index - other.index)[0] ?? null;
  });
}

/**
 * Previews the results of issuing these requests now, one after another (`issueBatch`), without changing anything.
 * Nothing is locked, so other callers may change the result. Needs four queries for a thousand requests.
 */
export async function previewIssues(caller: Author, bodies: unknown[]): Promise<IssuePreview[]> {
  const { drafts, existing } = await lookUpDuplicates(caller, bodies);
  const sameRecipients = listSameRecipients(drafts);
  const requests = drafts
    .filter(isNotError)
    .map((draft) => ({ candidate: toDuplicateCandidate(draft), behavior: draft.behavior }));
  const checks = checkDuplicates(caller.organizationId, requests, existing).values();
  return drafts.map((draft, index) => {
    if (!isNotError(draft))
      return { error: draft, existingField: null, replaces: false, sameRecipient: null };
    const check = checks.next().value;
    const found = (existing.get(draft.columns.id) ?? []).map(({ field }) => field);
    return {
      error: check?.isAdmitted ? null : duplicateDeniedError(),
      existingField: DUPLICATE_FIELDS.find((field) => found.includes(field)) ?? null,
      replaces: Boolean(check?.replaces),
      sameRecipient: sameRecipients[index] ?? null,
    };
  });
}
