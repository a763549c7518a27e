import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { normalizeWebUrl } from "./addresses";
import { failed, passed, unknown, type Check } from "./checks";
import type { CredentialStatus } from "./credential";
import { tryFetchDocument, tryFetchStatement } from "./documents";
import { checkIntegrity } from "./integrity";
import type { CredentialIssuer } from "./issuer-document";
import { documentId } from "./open-badge";
import { isDocument, type Document } from "./statement";

/** A list of the usual 131,072 places has 16 KiB. A larger one may be sent to fill the memory. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
/** Most statuses of a credential that are looked up. */
const MAX_STATUSES = 4;

const unzip = promisify(gunzip);

/**
 * Reads a place of a compressed list; null when it has no such place. The bits of a byte count from the left (Bitstring
 * Status List 1.0, 3.3; Status List 2021, 3.2, without the `u` of base64url).
 */
async function readBit(encodedList: string, place: number): Promise<boolean | null> {
  try {
    const packed = Buffer.from(encodedList.replace(/^u(?=H4sI)/, ""), "base64url");
    const bits = await unzip(packed, { maxOutputLength: MAX_LIST_BYTES });
    const byte = bits[place >> 3];
    return byte === undefined ? null : (byte & (0x80 >> (place & 7))) !== 0;
  } catch {
    return null;
  }
}

const isOutdated = ({ validUntil }: Document): boolean =>
  typeof validUntil === "string" && !(Date.parse(validUntil) > clock.now().getTime());

const issuerOf = ({ issuer }: Document): unknown => (isDocument(issuer) ? issuer.id : issuer);

/** Unwraps the credential in a JWT of version 1.1. */
const unwrap = (document: Document): Document => (isDocument(document.vc) ? document.vc : document);

const UNREAD = unknown("status", "status_not_read");

/** Loads a list that the issuer of the credential signed, or returns why it cannot be used. */
async function loadSignedList(
  fetch: Fetch,
  list: string,
  issuer: CredentialIssuer,
): Promise<{ document: Document } | { check: Check }> {
  const address = normalizeWebUrl(list);
  const fetched = address === null ? null : await tryFetchStatement(fetch, address, "list of revoked badges");
  if (!fetched) return { check: UNREAD };
  const document = unwrap(fetched.document);
  const isOwn = [issuerOf(document), fetched.document.iss].includes(issuer.id);
  if (!isOwn) return { check: unknown("status", "status_of_another_issuer") };
  const signed = await checkIntegrity(fetch, { document, jws: fetched.jws }, issuer);
  return signed.result === "passed" && !isOutdated(document) ? { document } : { check: UNREAD };
}

/** Reads a place of a list of this purpose; null when it has none. */
async function readListed(
  { credentialSubject }: Document,
  purpose: string,
  place: number,
): Promise<boolean | null> {
  const [subject] = [credentialSubject].flat().filter(isDocument);
  if (!subject || ![subject.statusPurpose].flat().includes(purpose)) return null;
  return typeof subject.encodedList === "string" ? readBit(subject.encodedList, place) : null;
}

/** Checks a place in a list that the issuer of the credential signed. */
async function checkListEntry(
  fetch: Fetch,
  { list, place, purpose }: CredentialStatus & { place: number },
  issuer: CredentialIssuer,
): Promise<Check> {
  const loaded = await loadSignedList(fetch, list, issuer);
  if ("check" in loaded) return loaded.check;
  const bit = await readListed(loaded.document, purpose, place);
  if (bit === null) return UNREAD;
  if (!bit) return passed("status");
  return failed("status", purpose === "suspension" ? "suspended" : "revoked");
}

/** Checks the list of revoked credentials of Open Badges 3.0, which names them by their ids. */
async function checkNamedList(
  fetch: Fetch,
  { list }: CredentialStatus,
  credentialId: string | null,
): Promise<Check> {
  const address = normalizeWebUrl(list);
  const fetched = address === null ? null : await tryFetchDocument(fetch, address, "list of revoked badges");
  if (!fetched || !("document" in fetched)) return unknown("status", "status_not_read");
  const named = [fetched.document.revokedCredential].flat().filter(isDocument);
  const isNamed = credentialId !== null && named.some((one) => documentId(one) === credentialId);
  return isNamed ? failed("status", "revoked") : passed("status");
}

function checkStatus(
  fetch: Fetch,
  status: CredentialStatus,
  issuer: CredentialIssuer,
  credentialId: string | null,
): Promise<Check> {
  const { place } = status;
  if (place !== null) return checkListEntry(fetch, { ...status, place }, issuer);
  if (status.type === "1EdTechRevocationList") return checkNamedList(fetch, status, credentialId);
  return Promise.resolve(unknown("status", "status_not_read", status.type.slice(0, 100)));
}

const isFailed = ({ result }: Check): boolean => result === "failed";

/** Checks whether the issuer revoked a credential, by each status that it names. One that cannot be read leaves it open. */
export async function checkStatuses(
  fetch: Fetch,
  statuses: CredentialStatus[],
  issuer: CredentialIssuer,
  credentialId: string | null,
): Promise<Check> {
  const checks: Check[] = [];
  for (const status of statuses.slice(0, MAX_STATUSES))
    checks.push(await checkStatus(fetch, status, issuer, credentialId));
  if (statuses.length > MAX_STATUSES) checks.push(unknown("status", "status_not_read"));
  return (
    checks.find(isFailed) ??
    checks.find(({ result }) => result === "unknown") ??
    checks[0] ??
    passed("status", "no_status")
  );
}
