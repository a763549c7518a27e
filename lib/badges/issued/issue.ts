import { buildAuditEntry } from "@/lib/access/audit/service";
import { takePlaces } from "@/lib/badges/collections/service";
import type { Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { isInTransaction, transaction } from "@/lib/kernel/db";
import { ApiError, invalidField } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { recordEvents } from "@/lib/platform/recording/record-events";
import { createSharedRead } from "@/lib/kernel/shared-read";
import { findConfirmedUser } from "@/lib/identity/users/service";
import type { UserWithEmployers } from "@/lib/identity/users/serializer";
import { duplicateBehavior, duplicateDeniedError, checkDuplicates, type DuplicateCheck } from "./duplicates";
import { resolveExpiration } from "./expiration";
import { buildCreatedEvents, buildStateChangeEvents, buildNotificationUnlessSuppressed } from "./effects";
import {
  findIssuableTemplate,
  findIssuableTemplates,
  insertBadges,
  lockDuplicates,
  lockBadgesToReplace,
  markReplaced,
  type Duplicate,
  type BadgeToReplace,
  type IssuableTemplate,
  type NewBadge,
} from "./issue-queries";
import { toBadgeRow, toDuplicateCandidate, draftBadge, toNewBadge, type Draft } from "./new-badge";
import type { IssueInput } from "./schema";
import type { BadgeRow } from "./serializer";

/** 422 with the message that clients match (decision 0003). */
const unknownTemplateError = (id: string | null | undefined) =>
  invalidField(
    "badge_template_id",
    "invalid_badge_template",
    `Invalid or missing Badge Template ID: ${id ?? ""}`,
  );

const inactiveTemplateError = (state: string) =>
  invalidField(
    "badge_template_id",
    "template_not_active",
    `The badge template is ${state} and cannot issue badges.`,
  );

/** Returns the template. Throws 422 when it is missing or not active. */
export function requireActiveTemplate(
  template: IssuableTemplate | null | undefined,
  id: string | null | undefined,
): IssuableTemplate {
  if (!template) throw unknownTemplateError(id);
  if (template.state !== "active") throw inactiveTemplateError(template.state);
  return template;
}

// Callers who issue many badges at once usually use the same template.
const shareTemplateRead = createSharedRead<IssuableTemplate | null>();

/** Returns the template of a request. Throws 422 unless it is active and this organization may issue from it. */
export async function requireUsableTemplate(
  caller: Author,
  id: string | null | undefined,
): Promise<IssuableTemplate> {
  if (!id || !isUuid(id)) throw unknownTemplateError(id);
  const find = () => findIssuableTemplate(caller.organizationId, id);
  const template = isInTransaction()
    ? await find()
    : await shareTemplateRead(`${caller.organizationId}:${id}`, find);
  return requireActiveTemplate(template, id);
}

/**
 * Reads again why badges were not inserted although no check had failed, for each of their templates: the template
 * was deleted or archived in the meantime, or its grantor withdrew it.
 */
async function findTemplateErrors(caller: Author, ids: string[]): Promise<Map<string, ApiError>> {
  const found = ids.length > 0 ? await findIssuableTemplates(caller.organizationId, ids) : [];
  const stateById = new Map(
    found.map(({ id, state }) => [id, state === "active" ? "no longer active" : state]),
  );
  return new Map(
    ids.map((id) => {
      const state = stateById.get(id);
      return [id, state === undefined ? unknownTemplateError(id) : inactiveTemplateError(state)];
    }),
  );
}

/** Returns the 422 for a single badge that was not inserted. */
export const findTemplateError = async (caller: Author, id: string): Promise<ApiError> =>
  (await findTemplateErrors(caller, [id])).get(id) ?? unknownTemplateError(id);

/** Drafts the badge that a request describes. Throws 422 for an expiration before the issue. */
export const draftIssue = (
  caller: Author,
  body: IssueInput,
  template: IssuableTemplate,
  user: UserWithEmployers | null,
): Draft =>
  draftBadge(caller, body, {
    template,
    user,
    expiration: resolveExpiration(body.expires_at, template, body.issued_at),
    behavior: duplicateBehavior(template.allowDuplicateBadges, body.duplicate_behavior),
  });

/** Builds the effects of issuing: events, mails, audit entries. */
const buildIssueEffects = (caller: Author, drafts: Draft[]) => ({
  events: drafts.flatMap(({ columns, user }) => buildCreatedEvents(columns, user)),
  messages: drafts.flatMap(({ columns }) => buildNotificationUnlessSuppressed(columns)),
  audit: drafts.map(({ columns }) => buildAuditEntry(caller, "badge.issue", columns.id)),
});

type CheckedDraft = { draft: Draft; check: DuplicateCheck<BadgeToReplace> };

/** Checks the duplicate rule and locks its candidates and the badges to replace until the end of the transaction. */
async function checkDrafts(caller: Author, drafts: Draft[]): Promise<CheckedDraft[]> {
  const requests = drafts.map((draft) => ({
    candidate: toDuplicateCandidate(draft),
    behavior: draft.behavior,
  }));
  const candidates = requests
    .filter(({ behavior }) => behavior !== "allow")
    .map(({ candidate }) => candidate);
  const duplicates = candidates.length > 0 ? await lockDuplicates(candidates) : [];
  const existing = new Map<string, Duplicate[]>();
  for (const one of duplicates)
    existing.set(one.candidateId, [...(existing.get(one.candidateId) ?? []), one]);
  const checks = checkDuplicates(caller.organizationId, requests, existing);
  const replacedIds = checks.flatMap(({ replaces }) => replaces?.id ?? []);
  const locked =
    replacedIds.length > 0 ? await lockBadgesToReplace(replacedIds) : new Map<string, BadgeToReplace>();
  return drafts.flatMap((draft, index) => {
    const check = checks[index];
    if (!check) return [];
    // Null if its earner or issuer ended that badge first: then there is nothing to replace.
    const replaces = locked.get(check.replaces?.id ?? "") ?? null;
    return { draft, check: { ...check, replaces } };
  });
}

/** Marks the old badges as `replaced` by the new ones that were inserted. */
async function markReplacedBadges(inserted: CheckedDraft[]): Promise<void> {
  const pairs = inserted.flatMap(({ draft, check: { replaces } }) =>
    replaces ? [{ old: replaces, id: replaces.id, replacement_badge_id: draft.columns.id }] : [],
  );
  if (pairs.length === 0) return;
  await markReplaced(pairs.map(({ id, replacement_badge_id }) => ({ id, replacement_badge_id })));
  await takePlaces(pairs.map(({ old, replacement_badge_id: id }) => ({ replacedId: old.id, id })));
  await recordEvents(
    await buildStateChangeEvents(
      pairs.map(({ old }) => ({ before: old, after: { ...old, state: "replaced" as const } })),
    ),
  );
}

/**
 * Issues several badges in one transaction. Returns the badge or the 422 for each. The number of queries does not
 * depend on the number of badges. The locks last from the duplicate check to the commit, so that concurrent
 * replacements run one after another.
 */
export function issueDrafts(caller: Author, drafts: Draft[]): Promise<(BadgeRow | ApiError)[]> {
  return transaction(async () => {
    const checked = await checkDrafts(caller, drafts);
    const admitted = checked.filter(({ check }) => check.isAdmitted);
    const badges = admitted.map(({ draft, check }) => toNewBadge(draft, null, check.replaces?.id));
    const effects = buildIssueEffects(
      caller,
      admitted.map(({ draft }) => draft),
    );
    const { issued, beganAt, groups } =
      admitted.length > 0
        ? await insertBadges(caller.organizationId, badges, effects)
        : { issued: [], beganAt: clock.now(), groups: [] };
    const ids = new Set(issued);
    const inserted = admitted.filter(({ draft }) => ids.has(draft.columns.id));
    await markReplacedBadges(inserted);
    const counts = new Map<string, number>();
    for (const { draft } of inserted) counts.set(draft.template.id, (counts.get(draft.template.id) ?? 0) + 1);
    const failedTemplates = admitted.flatMap(({ draft }) =>
      ids.has(draft.columns.id) ? [] : draft.template.id,
    );
    const reasons = await findTemplateErrors(caller, [...new Set(failedTemplates)]);
    return checked.map(({ draft, check }) => {
      if (!check.isAdmitted) return duplicateDeniedError();
      if (!ids.has(draft.columns.id)) {
        return reasons.get(draft.template.id) ?? unknownTemplateError(draft.template.id);
      }
      const count = counts.get(draft.template.id) ?? 0;
      return toBadgeRow(draft, { groups, beganAt, replacesBadgeId: check.replaces?.id ?? null, count });
    });
  });
}

/** Issues one badge in one statement, which finds duplicates itself. */
async function issueInOneStatement(caller: Author, draft: Draft): Promise<BadgeRow> {
  const badge: NewBadge = toNewBadge(draft, draft.behavior === "allow" ? null : toDuplicateCandidate(draft));
  const { issued, beganAt, duplicates, groups } = await insertBadges(
    caller.organizationId,
    [badge],
    buildIssueEffects(caller, [draft]),
  );
  if (duplicates.length > 0) throw duplicateDeniedError();
  if (issued.length === 0) throw await findTemplateError(caller, draft.template.id);
  return toBadgeRow(draft, { groups, beganAt, replacesBadgeId: null, count: 1 });
}

/**
 * Issues a badge (specification, "Issue"): pending, with `badge.created` and the notification mail in the same
 * commit. Throws 422 for an unknown or inactive template, a denied duplicate, or an expiration before the issue.
 * Needs three round trips: the credential, then the template and the account of the address at once, then one statement
 * for everything else.
 */
export async function issueBadge(caller: Author, body: IssueInput): Promise<BadgeRow> {
  const [template, user] = await Promise.all([
    requireUsableTemplate(caller, body.badge_template_id),
    findConfirmedUser(body.recipient_email),
  ]);
  const draft = draftIssue(caller, body, template, user);
  if (draft.behavior !== "replace") return issueInOneStatement(caller, draft);
  const [result] = await issueDrafts(caller, [draft]);
  if (!result || result instanceof ApiError) throw result ?? duplicateDeniedError();
  return result;
}
