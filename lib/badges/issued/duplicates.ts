import { unprocessable, type ApiError } from "@/lib/kernel/errors";
import type { DUPLICATE_BEHAVIORS } from "./schema";

export type DuplicateBehavior = (typeof DUPLICATE_BEHAVIORS)[number];

/**
 * Returns what to do when the recipient already has the badge (specification, "Duplicate rule"). A template that
 * allows duplicates overrides the request. Otherwise null and absent mean deny.
 */
export const duplicateBehavior = (
  allowsDuplicates: boolean,
  requested: DuplicateBehavior | null | undefined,
): DuplicateBehavior => (allowsDuplicates ? "allow" : (requested ?? "deny"));

/** 422 with the message that clients match (decision 0003). */
export const duplicateDeniedError = (): ApiError =>
  unprocessable("duplicate_badge", "The recipient already has this badge.", [
    { field: "recipient_email", code: "duplicate_badge", message: "already has this badge" },
  ]);

type DuplicateCandidate = {
  id: string;
  badge_template_id: string;
  recipient_email: string;
  user_id: string | null;
  issuer_earner_id: string | null;
};

/** What two badges of one person have in common, in the order in which it is named. */
export const DUPLICATE_FIELDS = ["recipient_email", "user_id", "issuer_earner_id"] as const;
export type DuplicateField = (typeof DUPLICATE_FIELDS)[number];

/** A key of the duplicate rule for a field of a badge; null when the field is empty. */
export const duplicateKey = (candidate: DuplicateCandidate, field: DuplicateField): string | null =>
  candidate[field] === null ? null : JSON.stringify([candidate.badge_template_id, field, candidate[field]]);

/** Returns the keys of the duplicate rule, at most three. Two badges are duplicates when they share one. */
const duplicateKeys = (candidate: DuplicateCandidate): string[] =>
  DUPLICATE_FIELDS.flatMap((field) => duplicateKey(candidate, field) ?? []);

export type DuplicateCheck<Existing> = { isAdmitted: boolean; replaces: Existing | null };

type ExistingBadge = { id: string; organizationId: string };

/**
 * Applies the duplicate rule to badges that an organization issues together, as if they were issued one after
 * another: the first of two that duplicate each other wins, whatever the second requests, unless it allows
 * duplicates. `existing` has the badges that each of them duplicates, newest first (pending and accepted ones: decision
 * 0012). A badge that is replaced on the way no longer counts. `replace` takes the newest badge issued by the
 * organization itself, because it may not replace badges of other organizations.
 */
export function checkDuplicates<Existing extends ExistingBadge>(
  organizationId: string,
  requests: { candidate: DuplicateCandidate; behavior: DuplicateBehavior }[],
  existing: ReadonlyMap<string, readonly Existing[]>,
): DuplicateCheck<Existing>[] {
  const [takenKeys, replaced] = [new Set<string>(), new Set<string>()];
  return requests.map(({ candidate, behavior }) => {
    const keys = duplicateKeys(candidate);
    const remaining = (existing.get(candidate.id) ?? []).filter(({ id }) => !replaced.has(id));
    const ownBadge = remaining.find((badge) => badge.organizationId === organizationId) ?? null;
    const replaces = behavior === "replace" ? ownBadge : null;
    const isFree = (remaining.length === 0 || replaces !== null) && !keys.some((key) => takenKeys.has(key));
    if (behavior !== "allow" && !isFree) return { isAdmitted: false, replaces: null };
    for (const key of keys) takenKeys.add(key);
    if (replaces) replaced.add(replaces.id);
    return { isAdmitted: true, replaces };
  });
}
