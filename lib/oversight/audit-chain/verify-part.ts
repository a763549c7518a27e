import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Caller } from "@/lib/access/callers/caller";
import { badRequest } from "@/lib/kernel/errors";
import { buildStart, END, findHeadKeys, readChain } from "./chain-reader";
import { keptSince } from "./heads";
import { findChain, findLinks, findNewestHead, findEntriesInChain } from "./queries";
import type { AuditVerification, Finding } from "./schema";
import type { ChainRow } from "./serializer";
import { checkItems, findCutEnd, type ChainItem, type CheckResult, type CheckStart } from "./verification";
import { EMPTY, FIRST_ENTRY, findBeginning, listExpected } from "./verify-chain";

// A verification in the console goes in parts, so that a request takes about a second and a chain may have any length:
// first all links, then the entries of the audit log, each of which must be in the chain.

/** So many links take about a second of a processor, mostly for hashes. Entries are only looked up. */
const LINKS_IN_PART = 4_000;
const ENTRIES_IN_PART = 10_000;
/** After so many links other requests of this process have their turn. */
const LINKS_IN_TURN = 100;

/** Where a part begins: after a link with this hash, or after an entry. */
export type PartStart =
  | { kind: "beginning" }
  | { kind: "links"; position: number; hash: string }
  | { kind: "entries"; occurredAt: Date; id: string };

const encodeLinksCursor = ({ position, hash }: Pick<CheckResult, "position" | "hash">): string =>
  `links.${position}.${hash}`;
const encodeEntriesCursor = ({ occurredAt, id }: typeof FIRST_ENTRY): string =>
  `entries.${occurredAt.getTime()}.${id}`;

const LINKS_CURSOR = /^links\.(\d{1,9})\.([\da-f]{64})$/;
const ENTRIES_CURSOR = /^entries\.(\d{1,13})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Reads where a part begins. Throws 400 for anything but a cursor of an earlier response. */
export function readVerificationQuery(query: URLSearchParams): PartStart {
  const text = query.get("cursor");
  if (text === null) return { kind: "beginning" };
  const [, position, hash] = LINKS_CURSOR.exec(text) ?? [];
  if (position !== undefined && hash !== undefined)
    return { kind: "links", position: Number(position), hash };
  const [, time, id] = ENTRIES_CURSOR.exec(text) ?? [];
  if (time !== undefined && id !== undefined)
    return { kind: "entries", occurredAt: new Date(Number(time)), id };
  throw badRequest("invalid_parameter", "cursor must be the next_cursor of an earlier response.");
}

/** Ends items before one link too many. Says by `hasMore` that there is such a link. */
function limitLinks(items: AsyncIterable<ChainItem>, limit: number) {
  const state = { hasMore: false };
  async function* read(): AsyncGenerator<ChainItem> {
    let links = 0;
    for await (const item of items) {
      if ("link" in item) links += 1;
      state.hasMore = links > limit;
      if (state.hasMore) return;
      if (links % LINKS_IN_TURN === 0) await letOthersRun();
      yield item;
    }
  }
  return { items: read(), state };
}

/** Names the entry at the position of a finding, if there is a link. */
async function describeFinding(
  organizationId: string,
  { position, fault: code }: Finding,
): Promise<AuditVerification["difference"]> {
  const [link] = await findLinks(organizationId, { after: position - 1, until: position, limit: 1 });
  const isThere = link?.position === position;
  return {
    position,
    code,
    entry_id: isThere ? link.entryId : null,
    occurred_at: isThere ? link.linkedTime.toISOString() : null,
  };
}

type Part = CheckResult & { next: string | null };

/** Checks the next links after a position. The hash is the one that the part before has verified. */
async function checkNextLinks(
  organizationId: string,
  chain: ChainRow,
  start: { position: number; hash: string } | null,
): Promise<Part> {
  const keys = await findHeadKeys(organizationId);
  const since = keptSince();
  const beginning = start ?? (await findBeginning(chain, keys, since));
  if ("fault" in beginning) return { ...EMPTY, finding: beginning, next: null };
  const { position } = beginning;
  const expected = await listExpected(chain, {});
  const { items, state } = limitLinks(
    readChain({ organizationId, after: position, until: END }),
    LINKS_IN_PART,
  );
  const checked: CheckStart = {
    ...(await buildStart(organizationId, beginning, keys)),
    keptSince: since,
    expected,
    signedPosition: chain.signedPosition,
  };
  const result = await checkItems(checked, items);
  if (result.finding) return { ...result, next: null };
  if (state.hasMore) return { ...result, next: encodeLinksCursor(result) };
  const finding = findCutEnd(checked, result);
  return { ...result, finding, next: finding ? null : encodeEntriesCursor(FIRST_ENTRY) };
}

/** Checks that the chain contains the next entries of the audit log. */
async function checkNextEntries(
  organizationId: string,
  after: { occurredAt: Date; id: string },
): Promise<Part & { entries: number }> {
  const position = (await findChain(organizationId))?.position ?? 0;
  const entries = await findEntriesInChain(organizationId, after, ENTRIES_IN_PART);
  const isInserted = entries.some((entry) => entry.isInserted);
  const last = entries.length === ENTRIES_IN_PART ? entries.at(-1) : undefined;
  return {
    ...EMPTY,
    position,
    entries: entries.length,
    finding: isInserted ? { position: position + 1, fault: "inserted_entry" } : null,
    next: isInserted || !last ? null : encodeEntriesCursor(last),
  };
}

async function checkPart(
  organizationId: string,
  chain: ChainRow | null,
  start: PartStart,
): Promise<Part & { entries: number }> {
  if (start.kind === "entries") return checkNextEntries(organizationId, start);
  if (chain) {
    const after = start.kind === "links" ? start : null;
    return { ...(await checkNextLinks(organizationId, chain, after)), entries: 0 };
  }
  // Heads without a chain: all of its links were removed.
  const finding = (await findNewestHead(organizationId)) && ({ position: 1, fault: "cut_end" } as const);
  return { ...EMPTY, entries: 0, finding, next: finding ? null : encodeEntriesCursor(FIRST_ENTRY) };
}

/** Verifies a part of the chain of the caller's organization, with its entries. */
export async function verifyAuditChain(
  { organizationId }: Pick<Caller, "organizationId">,
  start: PartStart,
): Promise<AuditVerification> {
  const chain = await findChain(organizationId);
  const { position, links, heads, erased, removed, entries, finding, next } = await checkPart(
    organizationId,
    chain,
    start,
  );
  return {
    position,
    last_position: chain?.position ?? 0,
    links,
    signed_heads: heads,
    erased,
    removed,
    entries,
    difference: finding && (await describeFinding(organizationId, finding)),
    next_cursor: next,
  };
}
