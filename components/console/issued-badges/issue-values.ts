import type { TemplateExpiration } from "@/components/console/badge-templates/expiration-words";
import type { EvidenceInput } from "@/lib/badges/issued/schema";

export type EvidenceType = EvidenceInput["type"];

export const EVIDENCE_LABELS: Record<EvidenceType, string> = {
  UrlEvidence: "Link",
  PlainTextEvidence: "Text",
  IdEvidence: "Identifier",
  KeyValueGroupEvidence: "Table of values",
};

/** One piece of evidence in the form, with the fields of all four types. Each type uses only some of them. */
export type EvidenceValues = {
  type: EvidenceType;
  name: string;
  title: string;
  value: string;
  description: string;
  values: { key: string; value: string; url: string }[];
};

export const emptyEvidence = (type: EvidenceType): EvidenceValues => ({
  type,
  name: "",
  title: "",
  value: "",
  description: "",
  values: [{ key: "", value: "", url: "" }],
});

/** The fields of the issue form. Names that also exist in the API have the same meaning. */
export type IssueValues = {
  badge_template_id: string;
  recipient_email: string;
  issued_to_first_name: string;
  issued_to_last_name: string;
  issued_at: string;
  expiry: "default" | "never" | "date";
  expires_at: string;
  evidence: EvidenceValues[];
  duplicate_behavior: "deny" | "replace" | "allow";
  suppress_badge_notification_email: boolean;
};

/** What the forms that issue a badge need to know of its template. */
export type IssueTemplate = { id: string } & TemplateExpiration;

/** What is chosen at first: what the template says. One without an expiration says "Never". */
export const firstExpiry = (template: TemplateExpiration | null): IssueValues["expiry"] =>
  template?.default_expires_at_type === null ? "never" : "default";

export const emptyIssue = (template: IssueTemplate | null, today: string): IssueValues => ({
  badge_template_id: template?.id ?? "",
  recipient_email: "",
  issued_to_first_name: "",
  issued_to_last_name: "",
  issued_at: today,
  expiry: firstExpiry(template),
  expires_at: "",
  evidence: [],
  duplicate_behavior: "deny",
  suppress_badge_notification_email: false,
});

function evidenceBody({ type, name, title, value, description, values }: EvidenceValues) {
  switch (type) {
    case "KeyValueGroupEvidence":
      return { type, name, values };
    case "UrlEvidence":
      return { type, name, value, description };
    case "PlainTextEvidence":
    case "IdEvidence":
      return { type, title, description };
  }
}

const expiresAt = ({ expiry, expires_at }: IssueValues): string | false | null =>
  expiry === "never" ? false : expiry === "date" ? expires_at : null;

/** Builds the body of the request that issues the badge. */
export const issueBody = (values: IssueValues) => ({
  badge_template_id: values.badge_template_id,
  recipient_email: values.recipient_email,
  issued_to_first_name: values.issued_to_first_name,
  issued_to_last_name: values.issued_to_last_name,
  issued_at: values.issued_at,
  expires_at: expiresAt(values),
  evidence: values.evidence.map(evidenceBody),
  duplicate_behavior: values.duplicate_behavior,
  suppress_badge_notification_email: values.suppress_badge_notification_email,
});
