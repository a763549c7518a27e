import { gzipSync } from "node:zlib";
import { decideVerdict, type Check } from "@/lib/credentials/verification/checks";
import { collectBadge } from "@/lib/credentials/verification/collect";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { readStatement } from "@/lib/credentials/verification/statement";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import {
  buildIssuerDocument,
  createIssuerKeys,
  signForeign,
  type IssuerKeys,
  type Json,
} from "./foreign-credentials";

// Another issuer whose documents are in memory, for tests of the verifier without a service.

export const ISSUER = "did:web:open.example.org:issuer";
const DOCUMENT = "https://open.example.org/issuer/did.json";
/** A bitstring list, and one of 2021. In both, the place 7 is revoked. */
export const LIST = "https://open.example.org/lists/1";
const OLDER_LIST = `${LIST}/2021`;
export const PLACES = { free: 6, revoked: 7 };
const LIST_LENGTH = 131_072;

/** Encodes a list of bits in which these are set. */
export function encodeList(set: number[], { prefix = "u", length = LIST_LENGTH } = {}): string {
  const bits = Buffer.alloc(length / 8);
  for (const index of set) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return prefix + gzipSync(bits).toString("base64url");
}

/** Builds a status list before it is signed. */
export function buildList(isOlder = false): Json {
  const kind = isOlder ? "StatusList2021" : "BitstringStatusList";
  return {
    "@context": isOlder
      ? ["https://www.w3.org/2018/credentials/v1", "https://w3id.org/vc/status-list/2021/v1"]
      : ["https://www.w3.org/ns/credentials/v2"],
    id: isOlder ? OLDER_LIST : LIST,
    type: ["VerifiableCredential", `${kind}Credential`],
    issuer: ISSUER,
    credentialSubject: {
      id: `${LIST}#list`,
      type: kind,
      statusPurpose: "revocation",
      encodedList: encodeList([PLACES.revoked], { prefix: isOlder ? "" : "u" }),
    },
  };
}

/** The member of a credential that names a place in a list. */
export const buildStatus = (place: number, isOlder = false): Json => ({
  id: `${isOlder ? OLDER_LIST : LIST}#${place}`,
  type: isOlder ? "StatusList2021Entry" : "BitstringStatusListEntry",
  statusPurpose: "revocation",
  statusListIndex: String(place),
  statusListCredential: isOlder ? OLDER_LIST : LIST,
});

/** What a reader is shown of a badge, or that it was refused as no complete one. */
export type Reading = { verdict: string; shown: unknown; checks: Check[] };

export type MemoryIssuer = {
  keys: IssuerKeys;
  /** Publishes a document, or a token; null takes it away. */
  put: (url: string, document: Json | string | null) => void;
  /** Publishes the issuer's document, with its verification methods changed. */
  publishKeys: (change: (document: Json) => void) => void;
  /** Reads a badge. Any error but a refusal is thrown. */
  verify: (text: string) => Promise<Reading>;
};

async function read(fetch: Fetch, text: string): Promise<Reading> {
  const statement = readStatement(text);
  if (!statement || statement.kind === "address") return { verdict: "refused", shown: null, checks: [] };
  const jws = statement.kind === "signed" ? statement.jws : null;
  const found = await collectBadge(fetch, { document: statement.document, from: null, jws }, null);
  const { assertion, badgeClass, issuer, earner, checks } = found;
  const { id, issued, expires, recipients } = assertion;
  const shown = {
    id,
    issued,
    expires,
    recipients,
    name: badgeClass.name,
    text: badgeClass.description,
    issuer,
    earner,
  };
  return { verdict: decideVerdict(checks), shown, checks };
}

/** Creates the issuer with its keys and both lists, which have a proof that is quick to check. */
export async function createMemoryIssuer(given?: IssuerKeys): Promise<MemoryIssuer> {
  const keys = given ?? (await createIssuerKeys());
  const documents = new Map<string, Json | string>([
    [DOCUMENT, buildIssuerDocument(ISSUER, keys)],
    [LIST, await signForeign(buildList(), "eddsa-jcs-2022", keys)],
    [OLDER_LIST, await signForeign(buildList(true), "eddsa-jcs-2022", keys)],
  ]);
  const fetch: Fetch = (url) => {
    const document = documents.get(url);
    const text = typeof document === "string" ? document : JSON.stringify(document ?? "");
    const body = Buffer.from(text);
    return Promise.resolve({ status: document ? 200 : 404, body });
  };
  const put = (url: string, document: Json | string | null) =>
    void (document ? documents.set(url, document) : documents.delete(url));
  return {
    keys,
    put,
    publishKeys: (change) => {
      const document = buildIssuerDocument(ISSUER, keys);
      change(document);
      put(DOCUMENT, document);
    },
    verify: (text) =>
      read(fetch, text).catch((error: unknown) => {
        if (error instanceof BadgeRefused) return { verdict: "refused", shown: error.detail, checks: [] };
        throw error;
      }),
  };
}
