import { auditEntry } from "@/lib/audit/service";
import type { Caller } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { invalidField } from "@/lib/kernel/errors";
import { isUuid, newId } from "@/lib/kernel/ids";
import { record, type NewEvent, type NewMessage } from "@/lib/kernel/outbox/record";
import { confirmedUser } from "@/lib/users/service";
import type { UserRow } from "@/lib/users/serializer";
import type { BadgeState } from "@/prisma/generated/client";
import { countryCode } from "./country";
import { duplicateBehavior, duplicateDenied, HELD_STATES } from "./duplicates";
import { resolveExpiration } from "./expiration";
import {
  findIssuableTemplate,
  insertBadges,
  lockDuplicates,
  type Candidate,
  type Duplicate,
  type IssuableTemplate,
  type NewBadge,
} from "./issue-queries";
import { moveState } from "./queries";
import type { Evidence, EvidenceInput, IssueInput } from "./schema";
import type { BadgeRow } from "./serializer";

/** 422 with the words that clients match (README, decision 3). */
const unknownTemplate = (id: string | null | undefined) =>
  invalidField(
    "badge_template_id",
    "invalid_badge_template",
    `Invalid or missing Badge Template ID: ${id ?? ""}`,
  );

const archivedTemplate = (state: string) =>
  invalidField(
    "badge_template_id",
    "template_not_active",
    `The badge template is ${state} and cannot issue badges.`,
  );

async function usableTemplate(caller: Caller, id: string | null | undefined): Promise<IssuableTemplate> {
  const template = id && isUuid(id) ? await findIssuableTemplate(caller.organizationId, id) : null;
  if (!template) throw unknownTemplate(id);
  if (template.state !== "active") throw archivedTemplate(template.state);
  return template;
}

/** Evidence as it is stored: with an id for each item, and every key of its type. */
const storedEvidence = (items: EvidenceInput[]): Evidence[] =>
  items.map((item) => {
    const id = newId();
    switch (item.type) {
      case "KeyValueGroupEvidence": {
        const values = item.values.map(({ key, value, url }) => ({ key, value, url: url ?? null }));
        return { id, type: item.type, name: item.name, values };
      }
      case "UrlEvidence":
        return {
          id,
          type: item.type,
          value: item.value,
          name: item.name,
          description: item.description ?? null,
        };
      case "PlainTextEvidence":
      case "IdEvidence":
        return { id, type: item.type, title: item.title, description: item.description };
    }
  });

const fullName = (body: IssueInput): string =>
  body.issued_to ??
  [body.issued_to_first_name, body.issued_to_middle_name, body.issued_to_last_name].filter(Boolean).join(" ");

type Columns = Omit<BadgeRow, "badgeTemplate" | "organization" | "user" | "issuerEarnerGroup">;

/** The recipient as the request names them. */
const recipientColumns = (body: IssueInput) => ({
  recipientEmail: body.recipient_email,
  issuedTo: fullName(body),
  issuedToFirstName: body.issued_to_first_name,
  issuedToMiddleName: body.issued_to_middle_name ?? null,
  issuedToLastName: body.issued_to_last_name,
  issuerEarnerId: body.issuer_earner_id ?? null,
  country: body.country_name ?? null,
  countryCode: countryCode(body.country_name ?? null),
  stateOrProvince: body.state_or_province ?? null,
});

function timeColumns(body: IssueInput, template: IssuableTemplate) {
  const now = clock.now();
  const expiration = resolveExpiration(body.expires_at, template, body.issued_at);
  return {
    issuedAt: body.issued_at.at,
    issuedAtDate: new Date(body.issued_at.date),
    expiresAt: expiration?.at ?? null,
    expiresAtDate: expiration ? new Date(expiration.date) : null,
    stateUpdatedAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

const newColumns = (
  caller: Caller,
  body: IssueInput,
  template: IssuableTemplate,
  user: UserRow | null,
): Columns => ({
  id: newId(),
  organizationId: caller.organizationId,
  templateOrganizationId: template.organizationId,
  badgeTemplateId: template.id,
  displayIssuerAs: template.organization.authorizedIssuers[0]?.displayIssuerAs ?? null,
  state: "pending",
  userId: user?.id ?? null,
  ...recipientColumns(body),
  locale: body.locale ?? "en",
  public: true,
  translateMetadata: false,
  suppressBadgeNotificationEmail: body.suppress_badge_notification_email ?? false,
  evidence: storedEvidence(body.evidence ?? []),
  revocationReason: null,
  replacesBadgeId: null,
  replacementBadgeId: null,
  ...timeColumns(body, template),
});

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns under the names of the database; `date` columns keep their calendar date alone. */
const databaseRow = (columns: Columns): NewBadge["row"] => {
  const entries = Object.entries(columns).map(([name, value]) => {
    const isDate = value instanceof Date && name.endsWith("Date");
    return [snakeCase(name), isDate ? value.toISOString().slice(0, 10) : value];
  });
  return Object.fromEntries(entries) as NewBadge["row"];
};

const candidateOf = (columns: Columns): Candidate => ({
  id: columns.id,
  badge_template_id: columns.badgeTemplateId,
  recipient_email: columns.recipientEmail,
  user_id: columns.userId,
  issuer_earner_id: columns.issuerEarnerId,
});

/**
 * Both organizations of a badge hear of it: the one that issued it, and the owner of its template. `data` keeps what
 * the badge itself will not tell later, such as the state that a change led to.
 */
export const badgeEvents = (
  badge: { id: string; organizationId: string; templateOrganizationId: string },
  eventType: "badge.created" | "badge.state.changed" | "badge.privacy.changed",
  data?: { state: BadgeState },
): NewEvent[] =>
  [...new Set([badge.organizationId, badge.templateOrganizationId])].map((organizationId) => ({
    organizationId,
    eventType,
    subjectId: badge.id,
    ...(data ? { data } : {}),
  }));

const pendingMail = (columns: Columns): NewMessage[] =>
  columns.suppressBadgeNotificationEmail
    ? []
    : [
        {
          kind: "mail",
          organizationId: columns.organizationId,
          subjectId: columns.id,
          payload: { template: "pending_badge" },
        },
      ];

async function insert(caller: Caller, columns: Columns, badge: NewBadge) {
  const follows = {
    events: badgeEvents(columns, "badge.created"),
    messages: pendingMail(columns),
    audit: auditEntry(caller, "badge.issue", columns.id),
  };
  const result = await insertBadges(caller.organizationId, [badge], follows);
  if (result.duplicates.length > 0) throw duplicateDenied();
  if (result.issued.length === 0) {
    // What the look-up found was deleted, archived or withdrawn by its grantor meanwhile: a second one says which.
    await usableTemplate(caller, columns.badgeTemplateId);
    throw archivedTemplate("no longer active");
  }
  return result.groups[0] ?? null;
}

/** A badge that the organization may replace: it issued it, or owns its template. */
const isOwn = ({ organizationId }: Caller, badge: Duplicate): boolean =>
  badge.organizationId === organizationId || badge.templateOrganizationId === organizationId;

/**
 * Replaces the newest badge that the new one duplicates, if there is one, and issues: the locks are held from the
 * first look to the commit, so that two racing replacements follow one another. What another organization issued
 * from a grantor's template is not replaced, and denies.
 */
function insertReplacing(caller: Caller, columns: Columns, badge: NewBadge, candidate: Candidate) {
  return transaction(async () => {
    const held = await lockDuplicates(candidate);
    const newest = held.find((one) => isOwn(caller, one));
    if (held.length > 0 && !newest) throw duplicateDenied();
    const isMoved =
      newest !== undefined &&
      (await moveState(newest.id, HELD_STATES, { state: "replaced", replacementBadgeId: columns.id }));
    const replacesBadgeId = isMoved ? newest.id : null;
    if (isMoved) await record(badgeEvents(newest, "badge.state.changed", { state: "replaced" }));
    const replacing = {
      ...badge,
      candidate: null,
      row: { ...badge.row, replaces_badge_id: replacesBadgeId },
    };
    return { group: await insert(caller, columns, replacing), replacesBadgeId };
  });
}

/**
 * Issues a badge (specification, "Issue"): pending, with `badge.created` and the notification mail in the same
 * commit. 422 for an unknown or inactive template, a duplicate that is denied, or an expiry before the issue.
 * Four round trips: credential, template, account of the address, and one statement that does it all.
 */
export async function issueBadge(caller: Caller, { body }: { body: IssueInput }): Promise<BadgeRow> {
  const [template, user] = await Promise.all([
    usableTemplate(caller, body.badge_template_id),
    confirmedUser(body.recipient_email),
  ]);
  const columns = newColumns(caller, body, template, user);
  const behavior = duplicateBehavior(template.allowDuplicateBadges, body.duplicate_behavior);
  const candidate = candidateOf(columns);
  const group = body.issuer_earner_group ? { id: newId(), ...body.issuer_earner_group } : null;
  const badge = { row: databaseRow(columns), candidate: behavior === "allow" ? null : candidate, group };
  const done =
    behavior === "replace"
      ? await insertReplacing(caller, columns, badge, candidate)
      : { group: await insert(caller, columns, badge), replacesBadgeId: null };
  return {
    ...columns,
    replacesBadgeId: done.replacesBadgeId,
    badgeTemplate: { ...template, count: { issued: (template.count?.issued ?? 0) + 1 } },
    organization: template.organization.authorizedIssuers[0]?.issuer ?? template.organization,
    user,
    issuerEarnerGroup: done.group ? { externalId: done.group.external_id, name: done.group.name } : null,
  };
}
