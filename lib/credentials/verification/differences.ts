import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { escapeInvisible } from "@/lib/kernel/visible-text";
import { documentId, readAssertion, type Recipient } from "./open-badge";
import { BadgeRefused } from "./refusal";
import type { Document } from "./statement";

/** A member of a document that is not as it was issued: its path, and its value in both; null where it is missing. */
export type Difference = { field: string; issued: string | null; given: string | null };

/** Enough to see what was changed. The result of a file travels in a URL, so there is a limit. */
const MAX_DIFFERENCES = 8;
const MAX_FIELD_LENGTH = 80;
const MAX_VALUE_LENGTH = 80;

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

function describeValue(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return truncateAtGrapheme(escapeInvisible(text), MAX_VALUE_LENGTH);
}

function* compare(field: string, issued: unknown, given: unknown): Generator<Difference> {
  const isSameKind = isNested(issued) && isNested(given) && Array.isArray(issued) === Array.isArray(given);
  if (!isSameKind) {
    if (JSON.stringify(issued) !== JSON.stringify(given))
      yield {
        field: truncateAtGrapheme(escapeInvisible(field), MAX_FIELD_LENGTH),
        issued: describeValue(issued),
        given: describeValue(given),
      };
    return;
  }
  const [one, other] = [issued as Record<string, unknown>, given as Record<string, unknown>];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* compare(field === "" ? name : `${field}.${name}`, own(one, name), own(other, name));
}

/** Members that a document does not have itself, such as `constructor`, are none of its own. */
const own = (value: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

/** Lists where a document differs from what was issued: at most eight members, with their values in short. */
function listDifferences(issued: unknown, given: unknown): Difference[] {
  const found: Difference[] = [];
  for (const difference of compare("", issued, given)) {
    found.push(difference);
    if (found.length === MAX_DIFFERENCES) break;
  }
  return found;
}

const withoutProof = ({ proof: _proof, ...document }: Record<string, unknown>) => document;

/** Lists where a credential differs from what was signed, apart from its proofs. */
export const listCredentialDifferences = (
  issued: Record<string, unknown>,
  given: Record<string, unknown>,
): Difference[] => listDifferences(withoutProof(issued), withoutProof(given));

const describeRecipient = ({ identity }: Recipient): string =>
  identity.replace(/^mailto:/i, "").toLowerCase();

function readFacts(document: Document): Document {
  const { recipients, badge, issued, expires } = readAssertion(document);
  return {
    recipient: recipients instanceof BadgeRefused ? null : recipients.map(describeRecipient).join(", "),
    badge: badge.address ?? (badge.document && documentId(badge.document)) ?? undefined,
    issuedOn: issued.at.toISOString(),
    expires: expires?.at.toISOString(),
  };
}

/** What an assertion says of who received what and when, as its readers read it. Its issuer may rewrite the rest at its URL. */
function pickFacts(document: Document): Document {
  try {
    return readFacts(document);
  } catch (error) {
    if (!(error instanceof BadgeRefused)) throw error;
    // A copy that cannot be read is not as it was issued.
    const { recipient, badge, issuedOn, expires } = document;
    return { recipient, badge, issuedOn, expires };
  }
}

/** Lists where a copy of an assertion differs from the one that its issuer publishes. */
export const listAssertionDifferences = (issued: Document, given: Document): Difference[] =>
  listDifferences(pickFacts(issued), pickFacts(given));
