import type { EngagementChannel } from "@/lib/badges/engagement/choices";
import { recordEngagement } from "@/lib/badges/engagement/service";
import { type Fetch, OutboundRefused } from "@/lib/platform/outbound/limited-fetch";
import { isSameOrigin, normalizeWebUrl } from "./addresses";
import { readBadgeText } from "./badge-text";
import { failed, passed, replaceCheck, unknown, type Check, type ReasonCode } from "./checks";
import { badgeAddress, collectBadge, type OpenBadge } from "./collect";
import { isCredential, readCredential } from "./credential";
import { listExtensions, type Extension } from "./extensions";
import { takeVerification, withVisitorLookup } from "./lookup";
import { findVerifiedBadgeId, verifyOwnAddress } from "./own-badge";
import { readCopyRecord, verifyOwnCopy } from "./own-copy";
import { isOwnIssuer, withOwnDocuments } from "./own-documents";
import { BadgeRefused } from "./refusal";
import type { VerificationInput, VerificationResult, VerificationReport } from "./schema";
import { buildResult, presentBadge, presentReport } from "./serializer";
import { readSource, type Source } from "./source";
import { MAX_DOCUMENT_BYTES, readStatement, requireDocument, type Statement } from "./statement";
import { getRequestContext } from "@/lib/kernel/request-context";

/** The page of a badge if it linked to the badge, otherwise the badge's own URL. */
function chooseUrl({ assertion }: OpenBadge, page: string | null): string | null {
  const address = normalizeWebUrl(assertion.id);
  return address && page && isSameOrigin(address, page) ? page : address;
}

/** A copy that differs from what its issuer publishes was altered, although the published one is genuine. */
const checkCopy = ({ checks, differences }: OpenBadge): Check[] =>
  differences.length > 0 ? replaceCheck(checks, failed("authenticity", "differs")) : checks;

/** What a credential says besides, if its signature is right. */
function readExtensions({ document, jws, checks }: OpenBadge): Extension[] {
  const isSigned = checks.some(({ check, result }) => check === "authenticity" && result === "passed");
  if (!isSigned || !isCredential({ document, jws })) return [];
  return listExtensions(readCredential({ document, jws }).document, jws);
}

/** The result for a badge that another service holds. `record` is what we know of a copy of one of ours. */
const externalResult = (
  found: OpenBadge,
  page: string | null,
  record?: { isTest: boolean; isKnown: boolean },
): VerificationResult =>
  buildResult(checkCopy(found), {
    issued_here: record?.isKnown ?? false,
    badge: presentBadge(found, record?.isTest),
    extensions: record ? [] : readExtensions(found),
    issuer: { ...found.issuer, domain: null },
    differences: found.differences,
    url: chooseUrl(found, page),
  });

async function verifySource(fetch: Fetch, source: Source): Promise<VerificationResult> {
  const own = await verifyOwnCopy(source);
  if (own) return own;
  const found = await collectBadge(fetch, source, null);
  if (!isOwnIssuer(found.issuer)) return externalResult(found, source.page);
  // A wallet may have a copy with an id of its own.
  const { checks, ...record } = await readCopyRecord(found);
  return externalResult({ ...found, checks }, source.page, record);
}

const unreadable = (reason: ReasonCode, detail: string | null = null): VerificationResult =>
  buildResult([unknown("format", reason, detail)]);

const REFUSALS: Record<BadgeRefused["code"], ReasonCode> = {
  revoked: "revoked",
  not_found: "not_reached",
  incomplete_badge: "incomplete",
  unreadable_badge: "not_a_badge",
  not_recipient: "not_a_badge",
  another_badge: "not_a_badge",
  bad_signature: "not_a_badge",
};

/** The result for a badge that could not be read to its end. */
function errorResult(error: unknown): VerificationResult {
  if (error instanceof OutboundRefused)
    return unreadable(error.reason === "too_big" ? "too_large" : "not_reached");
  if (!(error instanceof BadgeRefused)) throw error;
  const reason = error.reason ?? REFUSALS[error.code];
  if (reason === "revoked") return buildResult([passed("format"), failed("status", "revoked")]);
  return unreadable(reason, error.detail);
}

/** Counts the verification of one of our badges; nothing for the address of any other. */
function countVerification(address: string | null, channel: EngagementChannel<"verification">): void {
  const badgeId = findVerifiedBadgeId(address ?? "");
  if (badgeId !== null) recordEngagement({ subject: { badgeId }, kind: "verification", channel });
}

/**
 * Verifies the badge at a URL, for the page: our own badges by our records, others by the current data of their issuer.
 * `visitor` is the IP address of the client. Throws 429 for too many requests. The server counts it (lib/http/server/engagement.ts).
 */
export async function verifyBadgeAddress(given: string, visitor: string): Promise<VerificationResult> {
  await takeVerification(visitor);
  return verifyAddress(given, visitor);
}

async function verifyAddress(given: string, visitor: string): Promise<VerificationResult> {
  const address = normalizeWebUrl(given.trim());
  if (address === null) return unreadable("not_a_badge");
  const own = await verifyOwnAddress(address);
  if (own) return own;
  return withVisitorLookup(visitor, async (fetch) =>
    verifySource(withOwnDocuments(fetch), await readSource(fetch, { url: address })),
  ).catch(errorResult);
}

async function verifyStatement(
  statement: Exclude<Statement, { kind: "address" }>,
  visitor: string,
  channel: EngagementChannel<"verification">,
): Promise<VerificationResult> {
  const jws = statement.kind === "signed" ? statement.jws : null;
  const source = { document: statement.document, from: null, jws, image: null, page: null };
  const own = await verifyOwnCopy(source);
  if (own) {
    countVerification(badgeAddress(source), channel);
    return own;
  }
  return withVisitorLookup(visitor, (fetch) => verifySource(withOwnDocuments(fetch), source));
}

type Parsed = { statement: Statement } | { result: VerificationResult };

function parseText(text: string): Parsed {
  if (text.length > MAX_DOCUMENT_BYTES) return { result: unreadable("too_large") };
  const statement = readStatement(text);
  return statement ? { statement } : { result: unreadable("not_a_badge") };
}

async function verifySentAddress(address: string, visitor: string): Promise<VerificationResult> {
  const result = await verifyAddress(address, visitor);
  countVerification(address, "api");
  return result;
}

async function verifyText(text: string, visitor: string): Promise<VerificationResult> {
  const parsed = parseText(text);
  if ("result" in parsed) return parsed.result;
  const { statement } = parsed;
  return statement.kind === "address"
    ? verifySentAddress(statement.address, visitor)
    : verifyStatement(statement, visitor, "api");
}

/** Verifies a badge in any of the forms of `VerificationInput`. Throws 429 for too many requests; nothing is stored. */
async function verifyBadge(input: VerificationInput, visitor: string): Promise<VerificationResult> {
  await takeVerification(visitor);
  if (input.url) return verifySentAddress(input.url, visitor);
  try {
    return await verifyText(readInputText(input), visitor);
  } catch (error) {
    return errorResult(error);
  }
}

function readInputText({ credential, file }: VerificationInput): string {
  if (typeof credential === "string") return credential;
  // Deep objects would overflow the stack of JSON.stringify.
  if (credential) return JSON.stringify(requireDocument(credential));
  return readBadgeText(Buffer.from((file ?? "").replace(/^data:[^,]{0,200},/, ""), "base64"));
}

/**
 * Verifies the badge in a file: a baked PNG or SVG, an assertion, a credential or a JWT. If the file only contains the URL
 * of a badge, returns that URL, which can be verified again.
 */
export async function verifyBadgeFile(
  file: Buffer,
  visitor: string,
): Promise<{ address: string } | { result: VerificationResult }> {
  await takeVerification(visitor);
  try {
    const parsed = parseText(readBadgeText(file));
    if ("result" in parsed) return parsed;
    const { statement } = parsed;
    if (statement.kind === "address") return { address: statement.address };
    return { result: await verifyStatement(statement, visitor, "file") };
  } catch (error) {
    return { result: errorResult(error) };
  }
}

/**
 * Verifies a badge that was sent in a request, for the API. What is wrong with the badge is in the result. Throws 429 for
 * too many requests from the client's address.
 */
export async function verifySentBadge(input: VerificationInput): Promise<VerificationReport> {
  return presentReport(await verifyBadge(input, getRequestContext()?.address ?? ""));
}
