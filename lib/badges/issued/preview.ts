import type { Author } from "@/lib/access/callers/caller";
import type { ApiError } from "@/lib/kernel/errors";
import { draftItems, isSound, parseItem } from "./batch";
import { findDuplicates } from "./duplicate-queries";
import { duplicateDenied, judgeDuplicates, sidesOf } from "./duplicates";
import type { Duplicate } from "./issue-queries";
import { candidateOf, type Draft } from "./new-badge";

/**
 * What would become of a request to issue: the 422 it would get, or nothing. `isHeld`: its recipient has the badge;
 * `replaces`: that one would be replaced; `sibling`: the place of the first request before it for the same recipient.
 */
export type Preview = {
  error: ApiError | null;
  isHeld: boolean;
  replaces: boolean;
  sibling: number | null;
};

/** So many are looked up at once; others get their turn on the processor in between. */
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

/** For each draft the place of the first one before it that shares a side of the duplicate rule. */
function siblingsOf(drafts: (Draft | ApiError)[]): (number | null)[] {
  const first = new Map<string, number>();
  return drafts.map((draft, index) => {
    if (!isSound(draft)) return null;
    const sides = sidesOf(candidateOf(draft));
    const before = sides.flatMap((side) => first.get(side) ?? []);
    for (const side of sides) if (!first.has(side)) first.set(side, index);
    return before.length > 0 ? Math.min(...before) : null;
  });
}

/**
 * Says what would become of these requests if they were issued now, one after the other (`issueBatch`), and changes
 * nothing: nothing is locked, so others may be faster. Four queries for a thousand of them.
 */
export async function previewIssues(caller: Author, bodies: unknown[]): Promise<Preview[]> {
  const { drafts, held } = await look(caller, bodies);
  const siblings = siblingsOf(drafts);
  const asking = drafts
    .filter(isSound)
    .map((draft) => ({ candidate: candidateOf(draft), behavior: draft.behavior }));
  const verdicts = judgeDuplicates(caller.organizationId, asking, held).values();
  return drafts.map((draft, index) => {
    if (!isSound(draft)) return { error: draft, isHeld: false, replaces: false, sibling: null };
    const verdict = verdicts.next().value;
    return {
      error: verdict?.isAdmitted ? null : duplicateDenied(),
      isHeld: (held.get(draft.columns.id) ?? []).length > 0,
      replaces: Boolean(verdict?.replaces),
      sibling: siblings[index] ?? null,
    };
  });
}
