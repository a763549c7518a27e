import type { Author } from "@/lib/access/callers/caller";
import type { ApiError } from "@/lib/kernel/errors";
import { draftItems, isSound, parseItem } from "./batch";
import { findDuplicates } from "./duplicate-queries";
import { duplicateDenied, judgeDuplicates, sidesOf } from "./duplicates";
import type { Duplicate } from "./issue-queries";
import { candidateOf, type Draft } from "./new-badge";

/**
 * The result that a request to issue would have: its 422, or null. `isHeld`: its recipient already has the badge.
 * `replaces`: that badge would be replaced. `sibling`: the index of the first earlier request for the same recipient.
 */
export type Preview = {
  error: ApiError | null;
  isHeld: boolean;
  replaces: boolean;
  sibling: number | null;
};

/** Requests looked up at once. Between two lookups other work gets the processor. */
const AT_ONCE = 1_000;

type Looked = { drafts: (Draft | ApiError)[]; held: Map<string, Duplicate[]> };

async function look(caller: Author, bodies: unknown[]): Promise<Looked> {
  const looked: Looked = { drafts: [], held: new Map() };
  for (let from = 0; from < bodies.length; from += AT_ONCE) {
    const drafts = await draftItems(caller, bodies.slice(from, from + AT_ONCE).map(parseItem));
    looked.drafts.push(...drafts);
    const candidates = drafts.filter(isSound).map(candidateOf);
    const found = candidates.length > 0 ? await findDuplicates(candidates) : [];
    for (const one of found) {
      looked.held.set(one.candidateId, [...(looked.held.get(one.candidateId) ?? []), one]);
    }
  }
  return looked;
}

/** Returns for each draft the index of the first earlier one that shares a key of the duplicate rule. */
function siblingsOf(drafts: (Draft | ApiError)[]): (number | null)[] {
  const first = new Map<string, number>();
  return drafts.map((draft, index) => {
    if (!isSound(draft)) return null;
    const keys = sidesOf(candidateOf(draft));
    const before = keys.flatMap((key) => first.get(key) ?? []);
    for (const key of keys) if (!first.has(key)) first.set(key, index);
    return before.length > 0 ? Math.min(...before) : null;
  });
}

/**
 * Previews the results of issuing these requests now, one after another (`issueBatch`), without changing anything.
 * Nothing is locked, so other callers may change the result. Needs four queries for a thousand requests.
 */
export async function previewIssues(caller: Author, bodies: unknown[]): Promise<Preview[]> {
  const { drafts, held } = await look(caller, bodies);
  const siblings = siblingsOf(drafts);
  const requests = drafts
    .filter(isSound)
    .map((draft) => ({ candidate: candidateOf(draft), behavior: draft.behavior }));
  const checks = judgeDuplicates(caller.organizationId, requests, held).values();
  return drafts.map((draft, index) => {
    if (!isSound(draft)) return { error: draft, isHeld: false, replaces: false, sibling: null };
    const check = checks.next().value;
    return {
      error: check?.isAdmitted ? null : duplicateDenied(),
      isHeld: (held.get(draft.columns.id) ?? []).length > 0,
      replaces: Boolean(check?.replaces),
      sibling: siblings[index] ?? null,
    };
  });
}
