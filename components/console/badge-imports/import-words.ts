import type { BadgeImport, BadgeImportRow } from "@/lib/badges/imports/schema";
import type { Tone } from "@/components/ui/tag";

/** Formats a number with its noun: "1 badge", "4,963 badges". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Returns how many badges an import can issue. */
export const issuableCount = ({ ok_count: ok, warning_count: warnings }: BadgeImport): number =>
  ok + warnings;

/** Returns the name of the badge of an import, or says that each row names its own. */
export const badgeName = (found: BadgeImport): string =>
  found.badge_template_is_from_column ? "Badges named in the file" : found.badge_template.name;

export const STATE_TAGS: Record<BadgeImport["state"], [tone: Tone, label: string]> = {
  ready: ["accent", "Checked"],
  scheduled: ["accent", "Scheduled"],
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

/** Returns the fields that no column is mapped to and that every row needs, or null if none is missing. */
export function missingFieldsText({ mapping }: Pick<BadgeImport, "mapping">): string | null {
  const hasName =
    mapping.issued_to !== undefined ||
    (mapping.issued_to_first_name !== undefined && mapping.issued_to_last_name !== undefined);
  const missing = [
    ...(mapping.recipient_email === undefined ? ["the e-mail address"] : []),
    ...(hasName ? [] : ["the name"]),
  ];
  return missing.length > 0 ? missing.join(" and ") : null;
}
