import type { Author } from "@/lib/access/callers/caller";
import type { ApiError } from "@/lib/kernel/errors";
import { draftItems, isNotError, parseIssueItem } from "./batch";
import { findDuplicates } from "./queries";
import { duplicateDeniedError, checkDuplicates, duplicateKeys } from "./duplicates";
import type { Duplicate } from "./issue-queries";
import { toDuplicateCandidate, type Draft } from "./new-badge";

/**
 * The result that a request to issue would have: its 422, or null. `hasBadgeAlready`: its recipient already has the badge.
 * `replaces`: that badge would be replaced. `sameRecipientIndex`: the index of the first earlier request
 * for the same recipient.
 */
export type IssuePreview = {
  error: ApiError | null;
  hasBadgeAlready: boolean;
  replaces: boolean;
  sameRecipientIndex: number | null;
};

/** Requests looked up at once. Between two lookups other work gets the processor. */
const LOOKUP_BATCH_SIZE = 1_000;

type DuplicateLookup = { drafts: (Draft | ApiError)[]; existing: Map<string, Duplicate[]> };

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

/** Returns for each draft the index of the first earlier one that shares a key of the duplicate rule. */
function listSameRecipientIndexes(drafts: (Draft | ApiError)[]): (number | null)[] {
  const first = new Map<string, number>();
  return drafts.map((draft, index) => {
    if (!isNotError(draft)) return null;
    const keys = duplicateKeys(toDuplicateCandidate(draft));
    const before = keys.flatMap((key) => first.get(key) ?? []);
    for (const key of keys) if (!first.has(key)) first.set(key, index);
    return before.length > 0 ? Math.min(...before) : null;
  });
}

/**
 * Previews the results of issuing these requests now, one after another (`issueBatch`), without changing anything.
 * Nothing is locked, so other callers may change the result. Needs four queries for a thousand requests.
 */
export async function previewIssues(caller: Author, bodies: unknown[]): Promise<IssuePreview[]> {
  const { drafts, existing } = await lookUpDuplicates(caller, bodies);
  const sameRecipientIndexes = listSameRecipientIndexes(drafts);
  const requests = drafts
    .filter(isNotError)
    .map((draft) => ({ candidate: toDuplicateCandidate(draft), behavior: draft.behavior }));
  const checks = checkDuplicates(caller.organizationId, requests, existing).values();
  return drafts.map((draft, index) => {
    if (!isNotError(draft))
      return { error: draft, hasBadgeAlready: false, replaces: false, sameRecipientIndex: null };
    const check = checks.next().value;
    return {
      error: check?.isAdmitted ? null : duplicateDeniedError(),
      hasBadgeAlready: (existing.get(draft.columns.id) ?? []).length > 0,
      replaces: Boolean(check?.replaces),
      sameRecipientIndex: sameRecipientIndexes[index] ?? null,
    };
  });
}
