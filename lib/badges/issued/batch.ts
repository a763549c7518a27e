import type { Author } from "@/lib/access/callers/caller";
import { ApiError, validationError } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { findConfirmedUsers } from "@/lib/identity/users/service";
import { draftIssue, issueDrafts, requireActiveTemplate } from "./issue";
import { findIssuableTemplates } from "./issue-queries";
import type { Draft } from "./new-badge";
import { type BadgeResult, IssueInput, type BatchInput } from "./schema";
import type { BadgeRow } from "./serializer";

const unique = (values: string[]): string[] => [...new Set(values)];

/** Returns the result of `work`, or the ApiError that it throws. Other errors are thrown on. */
function catchApiError<Value>(work: () => Value): Value | ApiError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Whether the item has no error. */
export const isNotError = <Value>(value: Value | ApiError): value is Value => !(value instanceof ApiError);

/** Parses a body of POST …/badges. Returns the error if it is invalid. */
export const parseIssueItem = (item: unknown): IssueInput | ApiError => {
  const parsed = IssueInput.safeParse(item, { reportInput: true });
  return parsed.success ? parsed.data : validationError(parsed.error);
};

/** Drafts the items, or returns the error of each. Needs two queries for all of them. */
export async function draftItems(
  caller: Author,
  inputs: (IssueInput | ApiError)[],
): Promise<(Draft | ApiError)[]> {
  const valid = inputs.filter(isNotError);
  const templateIds = unique(
    valid.flatMap(({ badge_template_id: id }) => (id && isUuid(id) ? id.toLowerCase() : [])),
  );
  const [templates, users] = await Promise.all([
    findIssuableTemplates(caller.organizationId, templateIds),
    findConfirmedUsers(unique(valid.map(({ recipient_email }) => recipient_email))),
  ]);
  const templateById = new Map(templates.map((template) => [template.id, template]));
  return inputs.map((input) => {
    if (input instanceof ApiError) return input;
    const id = input.badge_template_id;
    return catchApiError(() => {
      const template = requireActiveTemplate(templateById.get(id?.toLowerCase() ?? ""), id);
      return draftIssue(caller, input, template, users.get(input.recipient_email) ?? null);
    });
  });
}

/** A body of POST …/badges, with what a rule measured, which no request can name. */
export type MeasuredItem = { badge: unknown; results: BadgeResult[] };

/** Adds what a rule measured to a badge. */
const withResults = (draft: Draft, results: BadgeResult[]): Draft =>
  results.length === 0 ? draft : { ...draft, columns: { ...draft.columns, results } };

/** Issues up to 1,000 badges, each with its results, in the same way as `issueBatch`. */
export async function issueMeasuredBatch(
  caller: Author,
  items: MeasuredItem[],
): Promise<(BadgeRow | ApiError)[]> {
  const drafts = await draftItems(
    caller,
    items.map(({ badge }) => parseIssueItem(badge)),
  );
  const validDrafts = drafts.flatMap((draft, index) =>
    draft instanceof ApiError ? [] : withResults(draft, items[index]?.results ?? []),
  );
  const issued = validDrafts.length > 0 ? await issueDrafts(caller, validDrafts) : [];
  const outcomes = issued.values();
  return drafts.map((draft) => (draft instanceof ApiError ? draft : (outcomes.next().value as BadgeRow)));
}

/**
 * Issues up to 1,000 badges (decision 0010). Each item is independent: a missing field or a denied duplicate is the
 * 422 of that item, and the others are issued, in one transaction. Of two items that duplicate each other the first
 * wins, unless the second allows it.
 */
export const issueBatch = (caller: Author, body: BatchInput): Promise<(BadgeRow | ApiError)[]> =>
  issueMeasuredBatch(
    caller,
    body.badges.map((badge) => ({ badge, results: [] })),
  );
