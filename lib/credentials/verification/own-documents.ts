import { isUuid } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/env";
import { ApiError } from "@/lib/kernel/errors";
import { presentStatus } from "@/lib/credentials/open-badges/credential";
import { presentCredentialIssuer, presentDid, presentJwk } from "@/lib/credentials/open-badges/issuer";
import {
  getCredentialIssuer,
  getCredentialStatus,
  getIssuerDid,
  getIssuerJwk,
} from "@/lib/credentials/open-badges/service";
import { buildSignedStatusList, getCredentialStatusList } from "@/lib/credentials/signed-credentials/service";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { isSameOrigin, normalizeWebUrl } from "./addresses";
import { keyDocumentUrl } from "./issuer-document";

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

async function respond(url: string): Promise<{ status: number; body: Buffer }> {
  const [, path = ""] = /^\/(?:v1\/)?obi\/v3\/(.+)$/.exec(new URL(url).pathname) ?? [];
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

/** Whether an issuer is an organization of this service. */
export const isOwnIssuer = (issuerId: string | null): boolean => {
  const address = issuerId === null ? null : keyDocumentUrl(issuerId);
  return address !== null && isOwnHost(address);
};

/** Reads documents of this service from its own records, instead of sending requests to itself, and fetches all others. */
export const withOwnDocuments =
  (fetch: Fetch): Fetch =>
  (url, target) => {
    const address = normalizeWebUrl(url);
    return address !== null && isOwnHost(address) ? respond(address) : fetch(url, target);
  };
