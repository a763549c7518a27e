import { BadgeResult, Evidence } from "@/lib/badges/issued/schema";
import { toEndOfDay } from "@/lib/kernel/dates";
import { webAddress } from "@/lib/kernel/fields";
import { normalizeEmailAddress } from "@/lib/kernel/email-address";
import { joinNames } from "@/lib/kernel/names";
import { toLocale } from "@/lib/kernel/locales";
import type { RecordOf } from "@/lib/moving/records/schema";
import { toUuid } from "@/lib/moving/records/ids";
import type { Display } from "./organization";
import type { WireBadge } from "./badge-schema";

/** Fields of badges and groups that the interface does not show. */
export const BADGE_NOT_GIVEN = ["accepted_at", "address_corrected_at", "expiry_reminded_for"];
export const GROUP_NOT_GIVEN = ["created_at"];

export const badgeId = (wire: { id: string }): string => toUuid("issued_badge", wire.id);

const groupId = (organizationId: string, externalId: string): string =>
  toUuid("earner_group", `${organizationId} ${externalId}`);

export const toGroup = (
  { external_id: externalId, name }: NonNullable<WireBadge["issuer_earner_group"]>,
  organizationId: string,
  createdAt: string,
): RecordOf<"earner_group"> => ({
  kind: "earner_group",
  id: groupId(organizationId, externalId),
  external_id: externalId,
  name,
  created_at: createdAt,
});

/** Adds what a service may leave out of evidence: ids, and addresses that are null. */
function completeEvidence(item: unknown, key: string): unknown {
  if (typeof item !== "object" || item === null) return item;
  const evidence = { ...item } as Record<string, unknown>;
  evidence.id = toUuid("evidence", typeof evidence.id === "string" ? evidence.id : key);
  if (evidence.type === "UrlEvidence") evidence.description ??= null;
  if (evidence.type !== "KeyValueGroupEvidence" || !Array.isArray(evidence.values)) return evidence;
  const values = evidence.values as Record<string, unknown>[];
  return {
    ...evidence,
    values: values.map(({ key: name, value, url }) => ({ key: name, value, url: url ?? null })),
  };
}

const isWebAddress = (value: string): boolean => webAddress().safeParse(value).success;

/** Whether what is shown as links are addresses of the web, as for evidence that is given here. */
function hasWebAddresses(evidence: Evidence): boolean {
  if (evidence.type === "UrlEvidence") return isWebAddress(evidence.value);
  if (evidence.type !== "KeyValueGroupEvidence") return true;
  return evidence.values.every(({ url }) => url === null || isWebAddress(url));
}

/** As many items of evidence as a badge may have here. */
const MAX_EVIDENCE = 50;

/** The evidence of a badge that can be taken, and how many items could not. */
export function readEvidence(wire: WireBadge): { evidence: Evidence[]; lost: number } {
  const evidence = wire.evidence.flatMap((item, index) => {
    const parsed = Evidence.safeParse(completeEvidence(item, `${wire.id} ${index}`));
    return index < MAX_EVIDENCE && parsed.success && hasWebAddresses(parsed.data) ? [parsed.data] : [];
  });
  return { evidence, lost: wire.evidence.length - evidence.length };
}

function readResults(wire: WireBadge): BadgeResult[] | null {
  const results = wire.results.flatMap((item) => {
    const parsed = BadgeResult.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
  return results.length > 0 ? results : null;
}

/** Which organizations a badge names that was issued for another one. */
function readDisplay({ issuer }: WireBadge, ownerId: string): Display {
  if (issuer.length > 1) return "both";
  return issuer[0]?.id === ownerId ? "grantor" : "issuer";
}

/** Fields that the interface does not show. */
const UNKNOWN_TIMES = { address_corrected_at: null, expiry_reminded_for: null };

const readExpiration = ({ expires_at: at, expires_at_date: date }: WireBadge) => ({
  expires_at: at ?? (date && toEndOfDay(date)),
  expires_at_date: date ?? at?.slice(0, 10) ?? null,
});

function readTimes(wire: WireBadge, now: string) {
  const createdAt = wire.created_at ?? wire.issued_at ?? now;
  const issuedAt = wire.issued_at ?? createdAt;
  const updatedAt = wire.updated_at ?? createdAt;
  const stateUpdatedAt = wire.state_updated_at ?? updatedAt;
  return {
    issued_at: issuedAt,
    issued_at_date: wire.issued_at_date ?? issuedAt.slice(0, 10),
    ...readExpiration(wire),
    state_updated_at: stateUpdatedAt,
    accepted_at: wire.state === "accepted" ? stateUpdatedAt : null,
    created_at: createdAt,
    updated_at: updatedAt,
    ...UNKNOWN_TIMES,
  };
}

/** The fields that a badge of a service may lack, each with its names in the interface. */
const OPTIONAL: readonly (readonly [field: string, sources: readonly string[]])[] = [
  ["display_issuer_as", ["issuer"]],
  ["issued_to", ["issued_to", "issued_to_first_name", "issued_to_last_name"]],
  ["issuer_earner_group_id", ["issuer_earner_group"]],
  ["public", ["public", "is_private_badge"]],
  ["expires_at_date", ["expires_at_date", "expires_at"]],
  ["user_id", ["user"]],
  ["issued_at_date", ["issued_at_date", "issued_at"]],
  ...[
    "issued_to_first_name",
    "issued_to_middle_name",
    "issued_to_last_name",
    "issuer_earner_id",
    "locale",
    "translate_metadata",
    "suppress_badge_notification_email",
    "country",
    "country_code",
    "state_or_province",
    "evidence",
    "results",
    "revocation_reason",
    "replaces_badge_id",
    "replacement_badge_id",
    "expires_at",
    "recipient_email",
    "issued_at",
  ].map((name) => [name, [name]] as const),
];

/** Lists the fields that a badge does not give: what is here stays. */
const listNotGiven = ({ absent }: WireBadge): string[] =>
  OPTIONAL.filter(([, sources]) => sources.every((name) => absent.includes(name))).map(([field]) => field);

/** Where a badge belongs here. */
export type BadgeContext = {
  organizationId: string;
  /** The organization that owns the template. */
  ownerId: string;
  userId: string | null;
  /** Whether the download has a badge of this id here. */
  hasBadge: (id: string) => boolean;
  now: string;
};

export function toBadge(wire: WireBadge, context: BadgeContext): RecordOf<"issued_badge"> {
  const { organizationId, ownerId, userId, hasBadge, now } = context;
  const group = wire.issuer_earner_group;
  const link = (id: string | null): string | null => {
    const here = id === null ? null : badgeId({ id });
    return here !== null && hasBadge(here) ? here : null;
  };
  const email = normalizeEmailAddress(wire.recipient_email);
  const notGiven = listNotGiven(wire);
  const names = joinNames(wire.issued_to_first_name, wire.issued_to_last_name);
  return {
    kind: "issued_badge",
    id: badgeId(wire),
    template_organization_id: ownerId,
    badge_template_id: toUuid("badge_template", wire.badge_template.id),
    display_issuer_as: ownerId === organizationId ? null : readDisplay(wire, ownerId),
    state: wire.state,
    user_id: userId,
    recipient_email: email,
    issued_to: wire.issued_to ?? (names || email),
    issued_to_first_name: wire.issued_to_first_name,
    issued_to_middle_name: wire.issued_to_middle_name,
    issued_to_last_name: wire.issued_to_last_name,
    issuer_earner_id: wire.issuer_earner_id,
    issuer_earner_group_id: group === null ? null : groupId(organizationId, group.external_id),
    locale: toLocale(wire.locale),
    public: wire.public,
    translate_metadata: wire.translate_metadata,
    suppress_badge_notification_email: wire.suppress_badge_notification_email,
    country: wire.country,
    country_code: wire.country_code,
    state_or_province: wire.state_or_province,
    evidence: readEvidence(wire).evidence,
    results: readResults(wire),
    revocation_reason: wire.revocation_reason,
    replaces_badge_id: link(wire.replaces_badge_id),
    replacement_badge_id: link(wire.replacement_badge_id),
    ...readTimes(wire, now),
    ...(notGiven.length > 0 ? { not_given: notGiven } : {}),
  };
}
