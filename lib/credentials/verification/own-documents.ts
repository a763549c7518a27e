import { isUuid } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { presentStatus } from "@/lib/credentials/open-badges/credential";
import { presentCredentialIssuer, presentDid, presentJwk } from "@/lib/credentials/open-badges/issuer";
import {
  getCredentialIssuer,
  getCredentialStatus,
  getIssuerJwk,
} from "@/lib/credentials/open-badges/service";
import { getIssuerDid, getOwnDid } from "@/lib/credentials/issuer-domains/service";
import { findPlacedId, isListOfOwnDid } from "@/lib/credentials/status-lists/service";
import { buildSignedStatusList, getCredentialStatusList } from "@/lib/credentials/signed-credentials/service";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isSameOrigin, normalizeWebUrl } from "./addresses";
import { passed } from "./checks";
import { keyDocumentUrl, loadCredentialIssuer, type CredentialIssuer } from "./issuer-document";

type Document = Record<string, unknown>;

/** The documents of this service that a credential leads to, by their paths. The group is the id, the second a number. */
const DOCUMENTS: [path: RegExp, load: (id: string, number: number) => Promise<Document>][] = [
  [/^issuers\/([^/]+)\/did\.json$/, async (id) => presentDid(await getIssuerDid(id))],
  [/^issuers\/([^/]+)$/, async (id) => presentCredentialIssuer(await getCredentialIssuer(id))],
  [/^issuers\/([^/]+)\/jwk$/, async (id) => presentJwk(await getIssuerJwk(id))],
  [
    /^issuers\/([^/]+)\/status_lists\/(\d{1,6})$/,
    async (id, number) => buildSignedStatusList(await getCredentialStatusList(id, number)),
  ],
  [/^credentials\/([^/]+)\/status$/, async (id) => presentStatus((await getCredentialStatus(id)).row)],
];

async function loadDocument(path: string): Promise<Document | null> {
  for (const [pattern, load] of DOCUMENTS) {
    const [, id = "", number = "0"] = pattern.exec(path) ?? [];
    if (id !== "") return isUuid(id) ? load(id.toLowerCase(), Number(number)) : null;
  }
  return null;
}

const pathOf = (url: string): string => /^\/(?:v1\/)?obi\/v3\/(.+)$/.exec(new URL(url).pathname)?.[1] ?? "";

async function respond(url: string): Promise<{ status: number; body: Buffer }> {
  const path = pathOf(url);
  try {
    const document = await loadDocument(path);
    return document
      ? { status: 200, body: Buffer.from(JSON.stringify(document)) }
      : { status: 404, body: Buffer.alloc(0) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      return { status: error.status, body: Buffer.alloc(0) };
    throw error;
  }
}

/** Whether a URL belongs to this service. */
export const isOwnAddress = (address: string): boolean => isSameOrigin(address, env().APP_URL);

/** The same for a URL that a `did:web` stands for: it is always https, also where this service itself is not. */
const isOwnHost = (address: string): boolean => new URL(address).host === new URL(env().APP_URL).host;

/** Whether this service publishes the document of an issuer: then it is an organization of this service. */
export const isOwnIssuer = ({ host }: Pick<CredentialIssuer, "host">): boolean =>
  host === new URL(env().APP_URL).host;

const OWN_LIST = /^issuers\/([^/]+)\/status_lists\/(\d{1,6})$/;

/**
 * Finds the organization that issued a credential as the DID of its own domain: its status is in one of our lists, which is
 * signed as this very DID. Null for all other credentials.
 */
async function findOrganization(domainDid: string, statuses: Document[]): Promise<string | null> {
  const lists = statuses.flatMap(({ statusListCredential: list }) => normalizeWebUrl(list) ?? []);
  for (const list of lists.filter(isOwnHost).slice(0, 1)) {
    const [, id = "", number] = OWN_LIST.exec(pathOf(list)) ?? [];
    const isOwn = isUuid(id) && (await isListOfOwnDid(id.toLowerCase(), Number(number), domainDid));
    if (isOwn) return id.toLowerCase();
  }
  return null;
}

/** Finds the badge whose status a credential names, by its place in one of our lists; null for a credential of others. */
export async function findListedBadgeId(statuses: Document[]): Promise<string | null> {
  for (const { statusListCredential: list, statusListIndex: index } of statuses) {
    const address = normalizeWebUrl(list);
    if (address === null || !isOwnHost(address) || !/^\d{1,6}$/.test(String(index))) continue;
    const [, id = "", number] = OWN_LIST.exec(pathOf(address)) ?? [];
    const place = { number: Number(number), index: Number(index) };
    const found = isUuid(id) ? await findPlacedId(id.toLowerCase(), place) : null;
    if (found !== null) return found;
  }
  return null;
}

const DOMAIN_DID = /^did:web:([a-z\d.-]+)$/;

/**
 * Loads the issuer of a credential. For one that an organization issued as the DID of its own domain, our records have its
 * keys, also after the domain has got another owner. All others are read from where they publish their keys.
 */
export async function loadIssuer(
  fetch: Fetch,
  { issuerId, statuses }: { issuerId: string; statuses: Document[] },
): Promise<CredentialIssuer> {
  const [, domain] = DOMAIN_DID.exec(issuerId) ?? [];
  const organizationId = domain === undefined ? null : await findOrganization(issuerId, statuses);
  if (domain === undefined || organizationId === null) return loadCredentialIssuer(fetch, issuerId);
  const own = await getOwnDid(organizationId, domain);
  const { host } = new URL(env().APP_URL);
  return { id: issuerId, profile: presentDid(own), host, check: passed("issuer", null, host) };
}

const OWN_ISSUER = /^issuers\/([^/]+)(?:\/did\.json)?$/;

/**
 * Finds the organization of this service that issued a credential, by its DID or URL here or by the DID of its own domain.
 * Null for any other issuer.
 */
export async function findIssuingOrganization({
  issuerId,
  statuses,
}: {
  issuerId: string;
  statuses: Document[];
}): Promise<string | null> {
  const address = keyDocumentUrl(issuerId);
  const [, id = ""] = address && isOwnHost(address) ? (OWN_ISSUER.exec(pathOf(address)) ?? []) : [];
  if (isUuid(id)) return id.toLowerCase();
  return DOMAIN_DID.test(issuerId) ? findOrganization(issuerId, statuses) : null;
}

/** Reads documents of this service from its own records, instead of sending requests to itself, and fetches all others. */
export const withOwnDocuments =
  (fetch: Fetch): Fetch =>
  (url, target) => {
    const address = normalizeWebUrl(url);
    return address !== null && isOwnHost(address) ? respond(address) : fetch(url, target);
  };
