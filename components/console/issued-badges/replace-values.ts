import type { Evidence, IssuedBadge, ReplaceInput } from "@/lib/badges/issued/schema";
import {
  emptyEvidence,
  emptyIssue,
  issueBody,
  type EvidenceValues,
  type IssueTemplate,
  type IssueValues,
} from "./issue-values";

/** The fields of the replace form: those of the issue form and the message to the earner. */
export type ReplaceValues = IssueValues & { notification_message: string };

function evidenceValues(item: Evidence): EvidenceValues {
  const empty = emptyEvidence(item.type);
  switch (item.type) {
    case "KeyValueGroupEvidence":
      return {
        ...empty,
        name: item.name,
        values: item.values.map(({ key, value, url }) => ({ key, value, url: url ?? "" })),
      };
    case "UrlEvidence":
      return { ...empty, name: item.name, value: item.value, description: item.description ?? "" };
    case "PlainTextEvidence":
    case "IdEvidence":
      return { ...empty, title: item.title, description: item.description };
  }
}

/** Builds the initial values of the form: those of the badge to replace, with today as the issue date. */
export const replaceValues = (
  badge: IssuedBadge,
  template: IssueTemplate | null,
  today: string,
): ReplaceValues => ({
  ...emptyIssue(template, today),
  recipient_email: badge.recipient_email,
  issued_to_first_name: badge.issued_to_first_name ?? "",
  issued_to_last_name: badge.issued_to_last_name ?? "",
  evidence: badge.evidence.map(evidenceValues),
  notification_message: "",
});

/** The fields of the form. The full name follows from its parts. */
type ShownField = keyof ReplaceValues | "issued_to" | "badge_template_id" | "issued_at" | "expires_at";

/** The fields that the form does not show. One that is missing here does not compile. */
const hiddenFields = (badge: IssuedBadge): Record<Exclude<keyof ReplaceInput, ShownField>, unknown> => ({
  issued_to_middle_name: badge.issued_to_middle_name,
  issuer_earner_id: badge.issuer_earner_id,
  locale: badge.locale,
  country_name: badge.country,
  state_or_province: badge.state_or_province,
  issuer_earner_group: badge.issuer_earner_group ?? null,
});

/**
 * Builds the body of the request. Omitted fields are not inherited (specification, "Replace", rule 1), so fields that
 * the form does not show are sent unchanged. `expires_at: null` applies the template's default (rule 4).
 */
export function replaceBody(badge: IssuedBadge, values: ReplaceValues) {
  const { duplicate_behavior: _behavior, recipient_email, ...body } = issueBody(values);
  return {
    ...body,
    // Rule 3: only a pending badge can get a new address.
    ...(badge.state === "pending" ? { recipient_email } : {}),
    ...hiddenFields(badge),
    notification_message: values.notification_message.trim() || null,
  };
}
