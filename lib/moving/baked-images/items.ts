import { normalizeWebUrl } from "@/lib/credentials/verification/addresses";
import { cleanLine } from "@/lib/credentials/verification/open-badge";
import { isDocument, type Document } from "@/lib/credentials/verification/statement";
import { digest } from "@/lib/kernel/secrets";
import { isUuid } from "@/lib/kernel/ids";
import { truncateText } from "@/lib/kernel/truncate-text";
import { removeInvisible } from "@/lib/kernel/visible-text";
import { WireBadge } from "@/lib/moving/downloads/badge-schema";
import { WireTemplate } from "@/lib/moving/downloads/schema";
import type { FoundBadge } from "./assertions";
import type { Person } from "./queries";

// Badges and badge classes of Open Badges as items of the interface, of which records are made as of every other source.

const MAX_TEXT = 5_000;

const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

/** Text for the database, or null. */
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== ""
    ? truncateText(removeInvisible(value).trim(), MAX_TEXT)
    : null;

/** The id in the last part of an address if it is a UUID, or else the whole address, which no other service has. */
function readId(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  const last = path.split(/[/:]/).findLast((part) => part !== "") ?? "";
  const id = last.replace(/\.json$/i, "");
  return isUuid(id) ? id.toLowerCase() : address;
}

/** What identifies a badge class: its id, or else its issuer and its name. */
export const classKey = ({ badgeClass, assertion, issuer }: FoundBadge): string =>
  assertion.badge.address ?? badgeClass.id ?? `${issuer} ${badgeClass.name}`;

/** What identifies a badge: its id, or else its class, recipient and time. */
export const assertionKey = (badge: FoundBadge, { email }: Person): string => {
  const { id, issued } = badge.assertion;
  return id ?? `assertion ${digest(JSON.stringify([classKey(badge), email, issued.at])).toString("hex")}`;
};

/** How a badge is earned is a part of the description: templates have only an address for it. */
function readDescription({ badgeClass: { description, criteria } }: FoundBadge): string {
  const texts = [description, criteria.narrative].filter((text): text is string => text !== null);
  return [...new Set(texts)].join("\n\n");
}

function readAlignment(item: unknown) {
  if (!isDocument(item)) return [];
  const name = cleanLine(item.targetName ?? item.name);
  if (name === null) return [];
  return [
    {
      name,
      url: normalizeWebUrl(item.targetUrl ?? item.url),
      description: textOf(item.targetDescription ?? item.description),
      framework: cleanLine(item.targetFramework),
      code: cleanLine(item.targetCode),
    },
  ];
}

/** Builds the template of a badge. It can be issued from when an administrator activates it. */
export function toWireTemplate(badge: FoundBadge, createdAt: string): WireTemplate {
  const { badgeClass, classDocument } = badge;
  return WireTemplate.parse({
    id: readId(classKey(badge)),
    name: badgeClass.name,
    description: readDescription(badge),
    state: "archived",
    criteria_url: badgeClass.criteria.id,
    skills: badgeClass.skills,
    alignments: listOf(classDocument.alignment).flatMap(readAlignment),
    created_at: createdAt,
  });
}

const toPlainText = (title: string, description: string | null) =>
  description === null ? [] : [{ type: "PlainTextEvidence", title, description }];

/** Evidence of version 2 is an address, or an object with an address, a text, or both. */
function readEvidence(item: unknown): object[] {
  const given: Document = isDocument(item) ? item : { id: item };
  const value = normalizeWebUrl(given.id ?? given["@id"]);
  const texts = [textOf(given.narrative), textOf(given.description)];
  const description = texts.filter((text) => text !== null).join("\n\n") || null;
  const name = cleanLine(given.name);
  if (value === null) return toPlainText(name ?? "Evidence", description);
  return [{ type: "UrlEvidence", value, name: name ?? truncateText(value, 255), description }];
}

const listEvidence = ({ evidence, narrative }: Document): object[] => [
  ...toPlainText("Narrative", textOf(narrative)),
  ...listOf(evidence).flatMap(readEvidence),
];

/**
 * What a revoked badge does not give: nothing has verified the rest of its file, and the person keeps the badge as revoked.
 * A new one is written with them.
 */
const UNVERIFIED =
  "user recipient_email issued_to issued_to_first_name issued_to_middle_name issued_to_last_name evidence issued_at issued_at_date expires_at expires_at_date".split(
    " ",
  );

/** Builds a badge as accepted: its earner had the file. */
export function toWireBadge(badge: FoundBadge, person: Person): WireBadge {
  const { assertion, document, isRevoked } = badge;
  const issuedAt = assertion.issued.at.toISOString();
  const wire = WireBadge.parse({
    id: readId(assertionKey(badge, person)),
    state: isRevoked ? "revoked" : "accepted",
    badge_template: { id: readId(classKey(badge)) },
    recipient_email: person.email,
    issued_to_first_name: person.firstName,
    issued_to_last_name: person.lastName,
    revocation_reason: isRevoked ? textOf(document.revocationReason) : null,
    evidence: listEvidence(document),
    issued_at: issuedAt,
    issued_at_date: assertion.issued.date,
    expires_at: assertion.expires?.at.toISOString() ?? null,
    expires_at_date: assertion.expires?.date ?? null,
    created_at: issuedAt,
    state_updated_at: issuedAt,
  });
  return isRevoked ? { ...wire, absent: UNVERIFIED } : wire;
}
