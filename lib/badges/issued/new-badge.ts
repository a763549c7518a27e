import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { countryCode } from "./countries";
import type { Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import type { DatedInstant } from "@/lib/kernel/dates";
import { newId } from "@/lib/kernel/ids";
import { toDatabaseRow } from "@/lib/kernel/json-rows";
import { joinNames } from "@/lib/kernel/names";
import type { UserWithEmployers, UserRow } from "@/lib/identity/users/serializer";
import { detailColumns } from "./details";
import type { DuplicateBehavior } from "./duplicates";
import {
  creationTime,
  type Candidate,
  type InsertResult,
  type IssuableTemplate,
  type NewBadge,
} from "./issue-queries";
import type { Evidence, EvidenceInput, IssueInput } from "./schema";
import type { BadgeRow } from "./serializer";

/** Converts evidence to its stored form, with an id for each item and every key of its type. */
const toStoredEvidence = (items: EvidenceInput[]): Evidence[] =>
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

/** The part of a request that describes the badge. In a replacement the recipient's name is optional. */
type BadgeContent = Omit<
  IssueInput,
  "badge_template_id" | "duplicate_behavior" | "expires_at" | "issued_to_first_name" | "issued_to_last_name"
> & {
  issued_to_first_name?: string | null | undefined;
  issued_to_last_name?: string | null | undefined;
};

/**
 * Returns the full name: as given, or built from the parts of the name, or from the account. Empty when none is
 * known.
 */
const fullName = (body: BadgeContent, user: UserRow | null): string =>
  body.issued_to ??
  (joinNames(body.issued_to_first_name, body.issued_to_middle_name, body.issued_to_last_name) ||
    joinNames(user?.firstName, user?.middleName, user?.lastName));

type BadgeColumns = Omit<BadgeRow, "badgeTemplate" | "organization" | "user" | "issuerEarnerGroup">;

/** Builds the columns of the recipient as the request names them. */
const recipientColumns = (body: BadgeContent, user: UserRow | null) => ({
  recipientEmail: body.recipient_email,
  addressCorrectedAt: null,
  issuedTo: fullName(body, user),
  issuedToFirstName: body.issued_to_first_name ?? null,
  issuedToLastName: body.issued_to_last_name ?? null,
  ...detailColumns(body),
  countryCode: countryCode(body.country_name ?? null),
});

function timeColumns(body: BadgeContent, expiration: DatedInstant | null) {
  const now = clock.now();
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

type DraftBasis = {
  template: IssuableTemplate;
  /** The account of the recipient's address, null when there is none. */
  user: UserWithEmployers | null;
  expiration: DatedInstant | null;
  behavior: DuplicateBehavior;
};

/** A badge to issue, before anything is stored. */
export type Draft = DraftBasis & {
  columns: BadgeColumns;
  group: { id: string; external_id: string; name: string } | null;
};

/** Drafts the badge that a request describes: pending, issued by the caller's organization. */
export function draftBadge(caller: Author, body: BadgeContent, basis: DraftBasis): Draft {
  const { template, user, expiration } = basis;
  const columns = {
    id: newId(),
    organizationId: caller.organizationId,
    templateOrganizationId: template.organizationId,
    badgeTemplateId: template.id,
    displayIssuerAs: template.organization.authorizedIssuers[0]?.displayIssuerAs ?? null,
    state: "pending" as const,
    userId: user?.id ?? null,
    ...recipientColumns(body, user),
    locale: body.locale ?? DEFAULT_LOCALE,
    public: true,
    translateMetadata: false,
    suppressBadgeNotificationEmail: body.suppress_badge_notification_email ?? false,
    evidence: toStoredEvidence(body.evidence ?? []),
    results: null,
    revocationReason: null,
    replacesBadgeId: null,
    replacementBadgeId: null,
    ...timeColumns(body, expiration),
  };
  return {
    ...basis,
    columns,
    group: body.issuer_earner_group ? { id: newId(), ...body.issuer_earner_group } : null,
  };
}

/** Returns what the duplicate rule compares. */
export const toDuplicateCandidate = ({ columns }: Draft): Candidate => ({
  id: columns.id,
  badge_template_id: columns.badgeTemplateId,
  recipient_email: columns.recipientEmail,
  user_id: columns.userId,
  issuer_earner_id: columns.issuerEarnerId,
});

/** Converts a draft to the form that is inserted. `candidate` is given when the statement itself finds duplicates. */
export const toNewBadge = (
  draft: Draft,
  candidate: Candidate | null,
  replacesBadgeId: string | null = null,
): NewBadge => ({
  row: toDatabaseRow("IssuedBadge", { ...draft.columns, replacesBadgeId }) as NewBadge["row"],
  candidate,
  group: draft.group,
});

/**
 * Builds the row of an inserted draft without reading it again. `groups` are those that the statement created or
 * found, and `count` is how many badges of the template it issued.
 */
export function toBadgeRow(
  draft: Draft,
  inserted: Pick<InsertResult, "groups" | "beganAt"> & { replacesBadgeId: string | null; count: number },
): BadgeRow {
  const { columns, template, user } = draft;
  const group = inserted.groups.find(({ external_id }) => external_id === draft.group?.external_id);
  return {
    ...columns,
    createdAt: creationTime(columns.createdAt, inserted.beganAt),
    replacesBadgeId: inserted.replacesBadgeId,
    badgeTemplate: { ...template, counts: [...template.counts, { issued: inserted.count }] },
    organization: template.organization.authorizedIssuers[0]?.issuer ?? template.organization,
    user,
    issuerEarnerGroup: group ? { externalId: group.external_id, name: group.name } : null,
  };
}
