import { listPublishedKeys } from "@/lib/credentials/issuer-keys/service";
import type { PublishedKey } from "@/lib/credentials/issuer-keys/serializer";
import { organizationDid } from "@/lib/credentials/open-badges/addresses";
import { proofMethodId } from "@/lib/credentials/open-badges/issuer";
import { readErasureChanges, type RecordedErasures } from "./erasure-records";
import { findErasureRows, findHeadUntil, findHeads, findLatestTime, findLinks } from "./queries";
import type { HeadKey, StoredHead } from "./schema";
import { presentLink } from "./serializer";
import { toHeadBefore, verifyHead, type Before, type ChainItem, type CheckStart } from "./verification";

const PAGE_SIZE = 1_000;

/** A part of a chain: the links and heads after a position, up to and including another. */
export type Range = { organizationId: string; after: number; until: number };

/** Where a range ends that goes to the end of the chain: the largest position that there can be. */
export const END = 2_147_483_647;

/** Merges one page of links with the heads of their positions. */
function* mergeHeads(links: ReturnType<typeof presentLink>[], heads: StoredHead[]): Generator<ChainItem> {
  const waiting = heads.map(({ position, token }) => ({ position, token }));
  for (const link of links) {
    yield { link };
    while ((waiting[0]?.position ?? END) <= link.position) {
      const head = waiting.shift();
      if (head) yield { head };
    }
  }
}

/** Reads links and heads in their order, one page at a time. A head without a link comes at the end. */
export async function* readChain({ organizationId, after, until }: Range): AsyncGenerator<ChainItem> {
  let position = after;
  for (;;) {
    const rows = await findLinks(organizationId, { after: position, until, limit: PAGE_SIZE });
    const last = rows.at(-1)?.position;
    if (last === undefined) break;
    yield* mergeHeads(rows.map(presentLink), await findHeads(organizationId, position, last));
    position = last;
  }
  // A head is stored after its link. One of a link that came meanwhile is not a head without a link.
  for (const { position: at, token } of await findHeads(organizationId, position, until)) {
    const [link] = await findLinks(organizationId, { after: at - 1, until: at, limit: 1 });
    if (!link) yield { head: { position: at, token } };
  }
}

/** Names keys as the DID document of their organization does. Only Ed25519 keys sign heads. */
export const toHeadKeys = (organizationId: string, keys: PublishedKey[]): HeadKey[] =>
  keys.flatMap((key) =>
    key.jwk.kty === "OKP"
      ? [
          {
            id: proofMethodId(organizationDid(organizationId), key),
            public_key_multibase: key.multikey,
            x: key.jwk.x,
            retired_at: key.retiredAt?.toISOString() ?? null,
          },
        ]
      : [],
  );

/** Returns the keys that sign or signed heads of an organization, under the names in its DID document. */
export const findHeadKeys = async (organizationId: string): Promise<HeadKey[]> =>
  toHeadKeys(organizationId, await listPublishedKeys(organizationId));

/** Reads what the audit log of an organization records of erased fields, once, when it is first asked for. */
export function createErasureReader(organizationId: string): () => Promise<RecordedErasures> {
  let reading: Promise<RecordedErasures> | undefined;
  return () => (reading ??= findErasureRows(organizationId).then(readErasureChanges));
}

/** What every check of an organization's chain needs, wherever it begins. */
export const buildStart = async (
  organizationId: string,
  { position, hash }: { position: number; hash: string },
  keys: HeadKey[],
): Promise<Omit<CheckStart, "keptSince">> => ({
  organizationId,
  position,
  hash,
  keys,
  before: await readBefore(organizationId, position, keys),
  readErasures: createErasureReader(organizationId),
});

/** Reads what a check that begins after this position needs to know of the links before, which it does not read. */
export async function readBefore(organizationId: string, position: number, keys: HeadKey[]): Promise<Before> {
  const stored = position > 0 ? await findHeadUntil(organizationId, position) : null;
  const statement = stored && (await verifyHead(stored, organizationId, keys));
  const head = statement ? toHeadBefore(statement) : null;
  const range = { after: head?.position ?? 0, until: position };
  return { head, latest: await findLatestTime(organizationId, range) };
}
