import { appendWaitingEntries } from "./record";
import { signGrownChains } from "./heads";
import { moveBeginnings, removePastLinks } from "./queries";

const MAX_REMOVED_LINKS = 1_000;

/** Appends the next waiting entries to the chains of their organizations. Returns true when more may be left. */
export const appendAuditEntries = (): Promise<boolean> => appendWaitingEntries();

/** Appends what waits, and then signs the heads of the chains that have grown. Returns true when more may be left. */
export async function signAuditHeads(): Promise<boolean> {
  return (await appendWaitingEntries()) || signGrownChains();
}

/**
 * Removes the links of entries that were removed because of their age, up to the newest head from before `before`, which
 * stays as the beginning of the chain. A turn removes up to 1,000. Returns true when more may be left.
 */
export async function removePastAuditLinks(before: Date): Promise<boolean> {
  await moveBeginnings(before);
  return (await removePastLinks(MAX_REMOVED_LINKS)) === MAX_REMOVED_LINKS;
}
