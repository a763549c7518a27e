import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { clock } from "@/lib/kernel/clock";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { comparableId, isHttps, normalizeWebUrl } from "./addresses";
import { failed, passed, STATUS_NOT_READ, unknown, type Check } from "./checks";
import { tryFetchDocument, tryFetchStatement } from "./documents";
import { isWhollySigned } from "./integrity";
import { hasTwoCredentials } from "./credential";
import type { CredentialIssuer } from "./issuer-document";
import { isStatusListShape } from "./shape";
import { CLOCK_SKEW_MS, findTimeProblem } from "./signature";
import { isDocument, type Document } from "./statement";

/** A list of the usual 131,072 places has 16 KiB. A larger one may be sent to fill the memory. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
/** Most statuses of a credential that are looked up. */
const MAX_STATUSES = 4;

/** Fewest places of a list: a shorter one shows who is in it (Bitstring Status List 1.0, 6.1). */
const MIN_PLACES = 131_072;
/** Most bits of a status. Real ones have one, or a few. */
const MAX_SIZE = 32;

/** A method by which lists of bits are read: what its lists are called, the letter before their base64, and its characters. */
type Method = { list: string; prefix: string; alphabet: RegExp };

/** Services wrote the lists of 2021 in both alphabets of base64 (Status List 2021, 3.2, names none). */
const METHODS = new Map<string, Method>([
  ["BitstringStatusListEntry", { list: "BitstringStatusList", prefix: "u", alphabet: /^[\w-]+$/ }],
  ["StatusList2021Entry", { list: "StatusList2021", prefix: "", alphabet: /^(?:[\w-]+|[a-z\d+/]+)={0,2}$/i }],
]);
const NAMED_LIST = "1EdTechRevocationList";

/** Whether a purpose says that the credential counts no more. One that is not here may say anything. */
const PURPOSES = new Map([
  ["revocation", true],
  ["suspension", true],
  ["refresh", false],
  ["message", false],
]);

const unzip = promisify(gunzip);

/** The one type of a status, which may stand in a list of its own. */
const typeOf = ({ type }: Document): unknown => (Array.isArray(type) && type.length === 1 ? type[0] : type);

/** A place in a list of bits: its bits are those from `place * size`. */
type Entry = {
  list: string;
  place: number;
  size: number;
  purpose: string;
  method: Method;
};

/** Reads how many bits a place has. One of several says what each of their values means (Bitstring Status List 1.0, 2.1). */
function readSize({ statusSize = 1, statusMessage }: Document): number | null {
  if (typeof statusSize !== "number" || !Number.isInteger(statusSize)) return null;
  const isExplained = statusSize === 1 || Array.isArray(statusMessage);
  return statusSize >= 1 && statusSize <= MAX_SIZE && isExplained ? statusSize : null;
}

/** Reads a status as a place in a list; null for one that is not complete. */
function readEntry(status: Document): Entry | null {
  const { statusListIndex: index, statusListCredential: list, statusPurpose: purpose } = status;
  const method = METHODS.get(String(typeOf(status)));
  const size = readSize(status);
  if (!method || size === null || typeof purpose !== "string") return null;
  if (typeof index !== "string" || !/^\d{1,9}$/.test(index) || typeof list !== "string") return null;
  return { list, place: Number(index), size, purpose, method };
}

/**
 * Reads the bits of a place; null when the list is too short, or has no such place. The bits of a byte count from the left
 * (Bitstring Status List 1.0, 3.3; Status List 2021, 3.2).
 */
async function readBits(encodedList: string, { place, size, method }: Entry): Promise<boolean[] | null> {
  const text = encodedList.startsWith("u") ? encodedList.slice(1) : encodedList;
  // Lists of 2021 have no letter before them; some services write it all the same.
  if (method.prefix !== "" && !encodedList.startsWith(method.prefix)) return null;
  if (!method.alphabet.test(text)) return null;
  try {
    const bits = await unzip(Buffer.from(text, "base64url"), { maxOutputLength: MAX_LIST_BYTES });
    const last = (place + 1) * size - 1;
    if (bits.length * 8 < MIN_PLACES * size || last >= bits.length * 8) return null;
    const at = Array.from({ length: size }, (_, index) => place * size + index);
    return at.map((index) => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0);
  } catch {
    return null;
  }
}

/** Whether a moment of a list is not there, or on the right side of now. */
function isInTime({ validFrom, issuanceDate, validUntil, expirationDate }: Document): boolean {
  const now = clock.now().getTime() + CLOCK_SKEW_MS;
  const starts = [validFrom, issuanceDate].filter((moment) => moment !== undefined);
  const ends = [validUntil, expirationDate].filter((moment) => moment !== undefined);
  const timeOf = (moment: unknown): number => (typeof moment === "string" ? Date.parse(moment) : Number.NaN);
  return (
    starts.every((moment) => timeOf(moment) <= now) &&
    ends.every((moment) => timeOf(moment) > clock.now().getTime())
  );
}

/** Whether the claims of a token with a list do not contradict it, and it counts now. */
function hasFittingClaims(claims: Document, list: Document, issuerId: string): boolean {
  const { iss, jti } = claims;
  const isNamed = (iss === undefined || iss === issuerId) && (jti === undefined || jti === list.id);
  return isNamed && findTimeProblem(claims) === null;
}

const issuerOf = ({ issuer }: Document): unknown => (isDocument(issuer) ? issuer.id : issuer);

type FetchedList = { document: Document; jws: string | null };

/** Returns the list in a token of version 1.1, and the issuer that its claims name. */
function unwrapList({ document, jws }: FetchedList): Document {
  const { vc, iss, jti } = document;
  if (jws === null || !isDocument(vc)) return document;
  return {
    ...(typeof jti === "string" ? { id: jti } : {}),
    ...(typeof iss === "string" ? { issuer: iss } : {}),
    ...vc,
  };
}

/** Whether a list is what the entry says that it is: at its address, of its kind, for its purpose. */
function isListOf({ id, type, credentialSubject }: Document, { list, purpose, method }: Entry): boolean {
  if ((id !== undefined && id !== list) || !isDocument(credentialSubject)) return false;
  const isKind = [type].flat().includes(`${method.list}Credential`) && credentialSubject.type === method.list;
  return isKind && [credentialSubject.statusPurpose].flat().includes(purpose);
}

/** Whether a list that was fetched counts for an entry: its form, its dates, and the claims of its token. */
const isUsableList = (document: Document, fetched: FetchedList, entry: Entry, issuerId: string): boolean =>
  !(fetched.jws !== null && hasTwoCredentials(fetched.document)) &&
  isListOf(document, entry) &&
  isInTime(document) &&
  isStatusListShape(document) &&
  (fetched.jws === null || hasFittingClaims(fetched.document, document, issuerId));

/** Loads the list of an entry, which the issuer of the credential must have signed, or returns why it cannot be used. */
async function loadSignedList(
  fetch: Fetch,
  entry: Entry,
  issuer: CredentialIssuer,
): Promise<{ encodedList: string } | { check: Check }> {
  const address = normalizeWebUrl(entry.list);
  const fetched = address === null ? null : await tryFetchStatement(fetch, address, "list of revoked badges");
  if (!fetched) return { check: STATUS_NOT_READ };
  const document = unwrapList(fetched);
  if (issuerOf(document) !== issuer.id) return { check: unknown("status", "status_of_another_issuer") };
  if (!isUsableList(document, fetched, entry, issuer.id)) return { check: STATUS_NOT_READ };
  const isSigned = await isWhollySigned(fetch, { document, jws: fetched.jws, isList: true }, issuer);
  const { encodedList } = document.credentialSubject as Document;
  return isSigned && typeof encodedList === "string" ? { encodedList } : { check: STATUS_NOT_READ };
}

/** Checks a place in a list that the issuer of the credential signed. */
async function checkListEntry(fetch: Fetch, entry: Entry, issuer: CredentialIssuer): Promise<Check> {
  const loaded = await loadSignedList(fetch, entry, issuer);
  if ("check" in loaded) return loaded.check;
  const bits = await readBits(loaded.encodedList, entry);
  if (bits === null) return STATUS_NOT_READ;
  if (!bits.includes(true)) return passed("status");
  return failed("status", entry.purpose === "suspension" ? "suspended" : "revoked");
}

/**
 * Checks the list of revoked credentials of Open Badges 3.0, which names them by their ids. A list without them says nothing, nor
 * does one without https: no signature protects it on its way.
 */
async function checkNamedList(
  fetch: Fetch,
  { id }: Document,
  issuer: CredentialIssuer,
  credentialId: unknown,
): Promise<Check> {
  const address = normalizeWebUrl(id);
  if (address === null || !isHttps(address)) return STATUS_NOT_READ;
  const fetched = await tryFetchDocument(fetch, address, "list of revoked badges");
  if (!("document" in fetched)) return STATUS_NOT_READ;
  if (issuerOf(fetched.document) !== issuer.id) return unknown("status", "status_of_another_issuer");
  const { id: listId, revokedCredential } = fetched.document;
  if (
    !Array.isArray(revokedCredential) ||
    normalizeWebUrl(listId) !== address ||
    typeof credentialId !== "string"
  )
    return STATUS_NOT_READ;
  const named = revokedCredential.map((one: unknown) => (isDocument(one) ? one.id : one));
  const ids = named.filter((one) => typeof one === "string");
  if (ids.some((one) => comparableId(one) === comparableId(credentialId))) return failed("status", "revoked");
  // An entry that cannot be read may name this one.
  return ids.length < named.length ? STATUS_NOT_READ : passed("status");
}

function checkStatus(
  fetch: Fetch,
  status: Document,
  issuer: CredentialIssuer,
  credentialId: unknown,
): Promise<Check> {
  const type = typeOf(status);
  if (type === NAMED_LIST) return checkNamedList(fetch, status, issuer, credentialId);
  const entry = readEntry(status);
  const decides = entry && PURPOSES.get(entry.purpose);
  if (entry && decides) return checkListEntry(fetch, entry, issuer);
  if (entry && decides === false) return Promise.resolve(passed("status"));
  return Promise.resolve(
    unknown("status", "status_not_read", typeof type === "string" ? type.slice(0, 100) : null),
  );
}

const isFailed = ({ result }: Check): boolean => result === "failed";

/**
 * Checks whether the issuer revoked a credential, by each status that it names. Only a credential that names none has none: one
 * that cannot be read leaves the question open.
 */
export async function checkStatuses(
  fetch: Fetch,
  statuses: Document[],
  issuer: CredentialIssuer,
  credentialId: unknown,
): Promise<Check> {
  const checks: Check[] = [];
  for (const status of statuses.slice(0, MAX_STATUSES))
    checks.push(await checkStatus(fetch, status, issuer, credentialId));
  if (statuses.length > MAX_STATUSES) checks.push(STATUS_NOT_READ);
  return (
    checks.find(isFailed) ??
    checks.find(({ result }) => result === "unknown") ??
    checks[0] ??
    passed("status", "no_status")
  );
}
