import { emailAddress, webAddress } from "@/lib/kernel/fields";
import type { AnyRecord, KindName } from "@/lib/moving/records/schema";
import { toSlug } from "@/lib/organizations/profile/slug";

// What an organization may move in by itself (decision 0123): what it could create here by itself. The source may be
// hostile, and no operator vouches for it.

/** Fields of what is here already that stay: who has a badge, what an employee answered, and whether they are active. */
export const LEFT_AS_THEY_ARE = {
  issued_badge: ["recipient_email", "user_id"],
  employee: ["email", "user_id", "state", "state_updated_at", "last_invitation_sent_at", "deactivated_at"],
} as const;

const MAX_RECORD_LENGTH = 256 * 1024;
const MAX_TEXT_LENGTH = 20_000;
const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/;
const DURATION = /^P(?=\d)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?$/;

type Change = (record: AnyRecord) => AnyRecord;

const WITHOUT_CHANGE: Change = (record) => record;

/** An accepted badge waits for its earner's acceptance here: an acceptance elsewhere proves nothing to this service. */
const toBadge: Change = (record) => ({
  ...record,
  state: record.state === "accepted" ? "pending" : record.state,
  user_id: null,
  accepted_at: null,
});

/** An employee has to be invited here: an answer at the other service is none here. */
const toEmployee: Change = (record) => ({
  ...record,
  state: record.state === "rejected" ? "rejected" : "created",
  user_id: null,
  last_invitation_sent_at: null,
});

const toTemplate: Change = (record) => {
  const id = String(record.id);
  const isSlug = SLUG.test(String(record.vanity_slug));
  return isSlug
    ? record
    : { ...record, vanity_slug: `${toSlug(String(record.name)) || "badge"}-${id.slice(-6)}` };
};

/** The kinds that are taken. Profile, people, members, applications and authorizations of others are not. */
const TAKEN: Partial<Record<KindName, Change>> = {
  image: WITHOUT_CHANGE,
  badge_template: toTemplate,
  badge_template_activity: WITHOUT_CHANGE,
  recommendation: WITHOUT_CHANGE,
  badge_template_recommendation: WITHOUT_CHANGE,
  earner_group: WITHOUT_CHANGE,
  issued_badge: toBadge,
  employee: toEmployee,
  employment_history: WITHOUT_CHANGE,
};

const isMailField = (name: string): boolean => name === "email" || name === "recipient_email";

/** Returns why the value of a field cannot be taken; null if it can. */
function describeField(name: string, value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (value.length > MAX_TEXT_LENGTH) return "is too long";
  if (name.endsWith("_url") && !webAddress().safeParse(value).success)
    return "must be an http or https address";
  if (isMailField(name) && !emailAddress().safeParse(value).success) return "must be an e-mail address";
  if (name === "default_expires_after" && !DURATION.test(value)) return "must be a duration such as P2Y";
  return null;
}

function describeRecord(record: AnyRecord): string | null {
  if (record.kind === "image") return null;
  if (JSON.stringify(record).length > MAX_RECORD_LENGTH) return "The record is too large.";
  for (const [name, value] of Object.entries(record)) {
    const problem = describeField(name, value);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return null;
}

const WORKFORCE: readonly KindName[] = ["employee", "employment_history"];

/**
 * Returns what is taken of a record of the other service, the reason why it is refused, or null for nothing. Employees are
 * taken only by an organization that has access to workforce data.
 */
export function takeRecord(
  record: AnyRecord,
  { hasWorkforce }: { hasWorkforce: boolean },
): { record: AnyRecord } | { reason: string } | null {
  const change = TAKEN[record.kind];
  if (!change || (!hasWorkforce && WORKFORCE.includes(record.kind))) return null;
  const reason = describeRecord(record);
  return reason === null ? { record: change(record) } : { reason };
}
