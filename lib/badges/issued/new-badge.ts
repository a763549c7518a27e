import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import type { Author } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import type { DatedInstant } from "@/lib/kernel/dates";
import { newId } from "@/lib/kernel/ids";
import type { AccountRow, UserRow } from "@/lib/identity/users/serializer";
import { countryCode } from "./country";
import type { Behavior } from "./duplicates";
import {
  creationOf,
  type Candidate,
  type Inserted,
  type IssuableTemplate,
  type NewBadge,
} from "./issue-queries";
import type { Evidence, EvidenceInput, IssueInput } from "./schema";
import type { BadgeRow } from "./serializer";

/** Converts evidence to its stored form, with an id for each item and every key of its type. */
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

/** The part of a request that describes the badge. In a replacement the recipient's name is optional. */
type Content = Omit<
  IssueInput,
  "badge_template_id" | "duplicate_behavior" | "expires_at" | "issued_to_first_name" | "issued_to_last_name"
> & {
  issued_to_first_name?: string | null | undefined;
  issued_to_last_name?: string | null | undefined;
};

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(" ");

/**
 * Returns the full name: as given, or built from the parts of the name, or from the account. Empty when none is
 * known.
 */
const fullName = (body: Content, user: UserRow | null): string =>
  body.issued_to ??
  (joined(body.issued_to_first_name, body.issued_to_middle_name, body.issued_to_last_name) ||
    joined(user?.firstName, user?.middleName, user?.lastName));

type Columns = Omit<BadgeRow, "badgeTemplate" | "organization" | "user" | "issuerEarnerGroup">;

/** Builds the columns of the recipient as the request names them. */
const recipientColumns = (body: Content, user: UserRow | null) => ({
  recipientEmail: body.recipient_email,
  addressCorrectedAt: null,
  issuedTo: fullName(body, user),
  issuedToFirstName: body.issued_to_first_name ?? null,
  issuedToMiddleName: body.issued_to_middle_name ?? null,
  issuedToLastName: body.issued_to_last_name ?? null,
  issuerEarnerId: body.issuer_earner_id ?? null,
  country: body.country_name ?? null,
  countryCode: countryCode(body.country_name ?? null),
  stateOrProvince: body.state_or_province ?? null,
});

function timeColumns(body: Content, expiration: DatedInstant | null) {
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

type Basis = {
  template: IssuableTemplate;
  /** The account of the recipient's address, null when there is none. */
  user: AccountRow | null;
  expiration: DatedInstant | null;
  behavior: Behavior;
};

/** A badge to issue, before anything is stored. */
export type Draft = Basis & {
  columns: Columns;
  group: { id: string; external_id: string; name: string } | null;
};

/** Drafts the badge that a request describes: pending, issued by the caller's organization. */
export function draftBadge(caller: Author, body: Content, basis: Basis): Draft {
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
    evidence: storedEvidence(body.evidence ?? []),
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

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts columns to their database names. `date` columns get only their calendar date. */
const databaseRow = (columns: Columns): NewBadge["row"] => {
  const entries = Object.entries(columns).map(([name, value]) => {
    const isDate = value instanceof Date && name.endsWith("Date");
    return [snakeCase(name), isDate ? value.toISOString().slice(0, 10) : value];
  });
  return Object.fromEntries(entries) as NewBadge["row"];
};

/** Returns what the duplicate rule compares. */
export const candidateOf = ({ columns }: Draft): Candidate => ({
  id: columns.id,
  badge_template_id: columns.badgeTemplateId,
  recipient_email: columns.recipientEmail,
  user_id: columns.userId,
  issuer_earner_id: columns.issuerEarnerId,
});

/** Converts a draft to the form that is inserted. `candidate` is given when the statement itself finds duplicates. */
export const newBadge = (
  draft: Draft,
  candidate: Candidate | null,
  replacesBadgeId: string | null = null,
): NewBadge => ({
  row: databaseRow({ ...draft.columns, replacesBadgeId }),
  candidate,
  group: draft.group,
});

/**
 * Builds the row of an inserted draft without reading it again. `groups` are those that the statement created or
 * found, and `count` is how many badges of the template it issued.
 */
export function badgeOf(
  draft: Draft,
  done: Pick<Inserted, "groups" | "beganAt"> & { replacesBadgeId: string | null; count: number },
): BadgeRow {
  const { columns, template, user } = draft;
  const group = done.groups.find(({ external_id }) => external_id === draft.group?.external_id);
  return {
    ...columns,
    createdAt: creationOf(columns.createdAt, done.beganAt),
    replacesBadgeId: done.replacesBadgeId,
    badgeTemplate: { ...template, count: { issued: (template.count?.issued ?? 0) + done.count } },
    organization: template.organization.authorizedIssuers[0]?.issuer ?? template.organization,
    user,
    issuerEarnerGroup: group ? { externalId: group.external_id, name: group.name } : null,
  };
}
