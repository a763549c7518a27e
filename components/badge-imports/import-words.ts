import type { BadgeImport, BadgeImportRow, ImportField } from "@/lib/badge-imports/schema";
import type { Tone } from "@/components/ui/tag";

/** What people call the fields of a badge. */
export const FIELD_LABELS: Record<ImportField, string> = {
  recipient_email: "E-mail address",
  issued_to_first_name: "First name",
  issued_to_last_name: "Last name",
  issued_to: "Full name",
  issued_to_middle_name: "Middle name",
  issued_at: "Issued on",
  expires_at: "Expires",
  issuer_earner_id: "Your id of the person",
  locale: "Language",
  country_name: "Country",
  state_or_province: "State or province",
  evidence_url: "Evidence links",
  evidence_name: "Title of the evidence",
  issuer_earner_group_external_id: "Group id",
  issuer_earner_group_name: "Group name",
  suppress_badge_notification_email: "Send no mail",
};

/** A number with its noun: "1 badge", "4,963 badges". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** How many badges an import would issue. */
export const issuableCount = ({ ok_count: ok, warning_count: warnings }: BadgeImport): number =>
  ok + warnings;

const labelOf = (field: string): string => (FIELD_LABELS as Record<string, string>)[field] ?? "";

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is wrong with a row, as a sentence. */
export const problemWords = ({ field, message }: BadgeImportRow["problems"][number]): string =>
  /^[A-Z]/.test(message) ? message : sentence(`${labelOf(field)} ${message}`.trim());

export const STATE_TAGS: Record<BadgeImport["state"], [tone: Tone, label: string]> = {
  ready: ["accent", "Checked"],
  running: ["caution", "Issuing"],
  done: ["positive", "Done"],
  cancelled: ["neutral", "Cancelled"],
  stopped: ["negative", "Stopped"],
};

export const STATUS_TAGS: Record<BadgeImportRow["status"], [tone: Tone, label: string]> = {
  ok: ["neutral", "Ready"],
  warning: ["caution", "Warning"],
  error: ["negative", "Error"],
  issued: ["positive", "Issued"],
  failed: ["negative", "Failed"],
};

/** What the columns of a file lack before any row can be issued; null when nothing does. */
export function missingColumns({ mapping }: Pick<BadgeImport, "mapping">): string | null {
  const hasName =
    mapping.issued_to !== undefined ||
    (mapping.issued_to_first_name !== undefined && mapping.issued_to_last_name !== undefined);
  const missing = [
    ...(mapping.recipient_email === undefined ? ["the e-mail address"] : []),
    ...(hasName ? [] : ["the name"]),
  ];
  return missing.length > 0 ? missing.join(" and ") : null;
}
