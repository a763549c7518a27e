import { parseBadgeId } from "@/lib/credentials/open-badges/addresses";
import { isSameOrigin, normalizeWebUrl } from "@/lib/credentials/verification/addresses";
import { readBadgeText } from "@/lib/credentials/verification/badge-text";
import { collectBadge, type OpenBadge } from "@/lib/credentials/verification/collect";
import { isCredential } from "@/lib/credentials/verification/credential";
import { tryFetchDocument, type FoundAssertion } from "@/lib/credentials/verification/documents";
import {
  readAssertion,
  readBadgeClass,
  type Assertion,
  type BadgeClass,
} from "@/lib/credentials/verification/open-badge";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import {
  decodeUtf8,
  isDocument,
  MAX_DOCUMENT_BYTES,
  parseDocument,
  readStatement,
  type Document,
} from "@/lib/credentials/verification/statement";
import { OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { FileRefused } from "./schema";

/** A badge of a file, with the documents that describe it. */
export type FoundBadge = {
  assertion: Assertion;
  document: Document;
  badgeClass: BadgeClass;
  classDocument: Document;
  /** The address of the profile of its issuer. */
  issuer: string;
  isRevoked: boolean;
  isVerified: boolean;
};

const OFFLINE_HINT = "With --offline, the file is taken as it is.";

/** Explains why a badge cannot be read as an error of its file. */
function toFileRefused(error: unknown): unknown {
  if (error instanceof BadgeRefused) return new FileRefused(error.message);
  return error instanceof OutboundRefused ? new FileRefused(`${error.message} ${OFFLINE_HINT}`) : error;
}

async function fetchAssertion(fetch: Fetch, from: string): Promise<FoundAssertion> {
  const target = { what: "assertion", accept: "application/ld+json, application/json;q=0.9" };
  const { status, body } = await fetch(from, { ...target, maxBytes: MAX_DOCUMENT_BYTES });
  if (status === 410)
    throw new FileRefused("The issuer has revoked this badge, and the file has only its address.");
  if (status !== 200) throw new FileRefused(`The assertion's address responded with status ${status}.`);
  return { document: parseDocument(decodeUtf8(body)), from, jws: null };
}

async function findAssertion(bytes: Buffer, fetch: Fetch | null): Promise<FoundAssertion> {
  const text = readBadgeText(bytes);
  const statement = text === "" ? null : readStatement(text);
  if (!statement) throw new FileRefused("There is no badge in this image.");
  if (statement.kind === "document") return { document: statement.document, from: null, jws: null };
  if (statement.kind === "signed") return { document: statement.document, from: null, jws: statement.jws };
  if (fetch === null)
    throw new FileRefused("The image has only the address of its badge, which --offline does not read.");
  return fetchAssertion(fetch, statement.address);
}

/** Throws `FileRefused` for what is no assertion of another service. */
function requireForeignAssertion({ document, jws }: FoundAssertion): Assertion {
  if (isCredential({ document, jws }))
    throw new FileRefused("This is a credential of Open Badges 3.0. Only assertions of 1 and 2 are read.");
  const assertion = readAssertion(document);
  if (assertion.id !== null && parseBadgeId(assertion.id) !== null)
    throw new FileRefused("This badge was issued by this installation.");
  return assertion;
}

/** Badge classes that assertions contain, by their addresses: other files may only link to them. */
export type Classes = Map<string, Document>;

const isClass = (document: Document | null): document is Document =>
  document !== null && typeof document.name === "string" && document.issuer !== undefined;

/** Remembers the badge class in an assertion. */
function addClass({ badge: { address, document } }: Assertion, classes: Classes): void {
  if (address !== null && isClass(document) && !classes.has(address)) classes.set(address, document);
}

/** Throws `FileRefused` unless the issuer confirms the badge, or says that it has revoked it. */
function requireConfirmed({ checks }: OpenBadge): void {
  const open = checks.find(
    ({ check, result, reason }) =>
      result !== "passed" && check !== "start" && check !== "expiry" && reason !== "revoked",
  );
  if (!open) return;
  const detail = [open.reason?.replaceAll("_", " "), open.detail].filter(Boolean).join(", ");
  const hint = open.result === "unknown" ? ` ${OFFLINE_HINT}` : "";
  throw new FileRefused(`The badge could not be verified (${open.check}: ${detail}).${hint}`);
}

/** The document of a badge class: the one in the assertion, or else the one at its address. */
async function loadClass(fetch: Fetch, { address, document }: Assertion["badge"]): Promise<Document> {
  if (isClass(document)) return document;
  const loaded = address === null ? null : await tryFetchDocument(fetch, address, "badge class");
  if (loaded && "document" in loaded) return loaded.document;
  throw new FileRefused(`The badge class could not be read. ${OFFLINE_HINT}`);
}

function requireIssuer(issuer: unknown): string {
  const address = normalizeWebUrl(issuer);
  if (address !== null) return address;
  throw new FileRefused("The badge class does not name its issuer by an address.");
}

/** Takes a badge from its file alone. */
function vouch({ document }: FoundAssertion, assertion: Assertion, classes: Classes): FoundBadge {
  const { address, document: own } = assertion.badge;
  const classDocument = isClass(own) ? own : classes.get(address ?? "");
  if (!classDocument)
    throw new FileRefused(
      "The image has only the address of its badge class, which --offline does not read.",
    );
  const badgeClass = readBadgeClass(classDocument);
  const { address: issuer, document: profile } = badgeClass.issuer;
  const id = issuer ?? (isDocument(profile) ? profile.url : null);
  return {
    assertion,
    document,
    badgeClass,
    classDocument,
    issuer: requireIssuer(id),
    isRevoked: assertion.isRevoked,
    isVerified: false,
  };
}

/** Takes a badge whose address says that it was revoked, if that is an address of its issuer. */
async function takeRevoked(
  fetch: Fetch,
  { document }: FoundAssertion,
  assertion: Assertion,
): Promise<FoundBadge> {
  const classDocument = await loadClass(fetch, { ...assertion.badge, document: null });
  const badgeClass = readBadgeClass(classDocument);
  const issuer = requireIssuer(badgeClass.issuer.address);
  const { address } = assertion.badge;
  const own = [assertion.id, address].every((one) => one !== null && isSameOrigin(one, issuer));
  if (!own) throw new FileRefused("The badge was revoked, but not at an address of its issuer.");
  return { assertion, document, badgeClass, classDocument, issuer, isRevoked: true, isVerified: true };
}

async function verify(fetch: Fetch, found: FoundAssertion, given: Assertion): Promise<FoundBadge> {
  try {
    const badge = await collectBadge(fetch, found, null);
    requireConfirmed(badge);
    const { assertion, document, issuer, checks } = badge;
    const classDocument = await loadClass(fetch, assertion.badge);
    return {
      assertion,
      document,
      badgeClass: readBadgeClass(classDocument),
      classDocument,
      issuer: requireIssuer(issuer.id),
      isRevoked: checks.some(({ reason }) => reason === "revoked"),
      isVerified: true,
    };
  } catch (error) {
    if (error instanceof BadgeRefused && error.code === "revoked") return takeRevoked(fetch, found, given);
    throw error;
  }
}

/** What a file contains, read but not verified. */
export type OpenedFile = { found: FoundAssertion; assertion: Assertion };

/** Reads the assertion of a file. `fetch` is null if no request may be made. Throws `FileRefused`. */
export async function openFile(bytes: Buffer, fetch: Fetch | null, classes: Classes): Promise<OpenedFile> {
  try {
    const found = await findAssertion(bytes, fetch);
    const assertion = requireForeignAssertion(found);
    addClass(assertion, classes);
    return { found, assertion };
  } catch (error) {
    throw toFileRefused(error);
  }
}

/** Completes the badge of a file: verified with its issuer, or as the file says. Throws `FileRefused`. */
export async function completeBadge(
  { found, assertion }: OpenedFile,
  fetch: Fetch | null,
  classes: Classes,
): Promise<FoundBadge> {
  try {
    return fetch === null ? vouch(found, assertion, classes) : await verify(fetch, found, assertion);
  } catch (error) {
    throw toFileRefused(error);
  }
}
