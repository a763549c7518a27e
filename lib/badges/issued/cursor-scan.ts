import { LRUCache } from "lru-cache";
import { credentialKey, type Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { badRequest } from "@/lib/kernel/errors";
import { parseCursor, type Cursor, type CursorBatch } from "@/lib/kernel/list/cursor";
import { maxReplicaLagMs, readFromReplica } from "@/lib/kernel/replica";
import { parseFilter, readFilterTerms, type FilterTerm } from "@/lib/kernel/list/filter";
import {
  encodeShared,
  type BulkRow,
  type BulkShared,
  BULK_FORMATS,
  readIssuerColumns,
  readScanColumns,
  serializeTimestamp,
  type BulkColumns,
  type BulkFormat,
} from "./bulk";
import { filters, buildSearchCondition } from "./search-queries";
import {
  findBadgesAfter,
  findBulkTemplates,
  findOldestTransactionStart,
  findIssuerVersions,
  findTemplateVersions,
  MAX_TRANSACTION_MS,
  type VersionedName,
} from "./queries";

/** Maximum badges of one response. */
const BATCH_SIZE = 1_000;
/**
 * Longer than the creation of a badge can be before the begin of its transaction (`creationTime`,
 * lib/badges/issued/issue-queries.ts).
 */
const CREATION_MARGIN_MS = 2_000;
const MAX_WAIT_MS = 3_000;
const PAUSE_MS = 100;

const START = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

type Position = { at: Date; id: string };
type BatchReader = (from: Position) => Promise<BulkColumns[]>;
type ScannedBatch = { badges: BulkColumns[]; next: Cursor | null };

function badgePosition(columns: BulkColumns): Position {
  const { id, createdAt } = readScanColumns(columns);
  return { at: new Date(serializeTimestamp(createdAt)), id };
}

const createdAtMs = (columns: BulkColumns): number => badgePosition(columns).at.getTime();

/**
 * Cuts a batch before the begin of the oldest open transaction: that one may still commit a badge with an older
 * `created_at` than some visible ones, and a scan that had passed it would miss it. The scan ends when all later
 * badges were created after it began, or it would never end for a busy issuer.
 */
function cutBeforeOpenTransactions(
  found: BulkColumns[],
  horizon: number,
  from: Position,
  beganAt: Date,
): ScannedBatch {
  const open = found.findIndex((badge) => createdAtMs(badge) >= horizon);
  const end = open < 0 ? BATCH_SIZE : Math.min(open, BATCH_SIZE);
  const badges = found.slice(0, end);
  const beyond = found[end];
  const isAllShown =
    end < BATCH_SIZE && beyond && createdAtMs(beyond) > beganAt.getTime() + CREATION_MARGIN_MS;
  const last = badges.at(-1);
  const next = isAllShown ? null : { ...(last ? badgePosition(last) : from), beganAt };
  return { badges, next };
}

/**
 * Returns a full batch of badges so old that no transaction which is open, or was open `lagMs` ago, can add one to it;
 * null for any other batch.
 */
function takeSettledBatch(found: BulkColumns[], beganAt: Date, lagMs = 0): ScannedBatch | null {
  const last = found[BATCH_SIZE - 1];
  const settled = clock.now().getTime() - MAX_TRANSACTION_MS - CREATION_MARGIN_MS - lagMs;
  if (!last || found.length <= BATCH_SIZE || createdAtMs(last) >= settled) return null;
  return { badges: found.slice(0, BATCH_SIZE), next: { ...badgePosition(last), beganAt } };
}

/**
 * Reads one batch. The last batch has all remaining badges. A batch of old badges is complete, because no transaction
 * is open that long. For recent badges, the oldest open transaction is looked up and the badges are read again: what
 * this second read does not see began later.
 */
async function readBatch(read: BatchReader, from: Position, beganAt: Date): Promise<ScannedBatch> {
  const found = await read(from);
  if (found.length <= BATCH_SIZE) return { badges: found, next: null };
  const settled = takeSettledBatch(found, beganAt);
  if (settled) return settled;
  const horizon = (await findOldestTransactionStart()).getTime() - CREATION_MARGIN_MS;
  const again = await read(from);
  return again.length > BATCH_SIZE
    ? cutBeforeOpenTransactions(again, horizon, from, beganAt)
    : { badges: again, next: null };
}

/** Reads a batch of old badges from the replica if there is one, because it has them all. */
async function readOldBatch(
  credential: string,
  read: BatchReader,
  from: Position,
  beganAt: Date,
): Promise<ScannedBatch | null> {
  const lagMs = maxReplicaLagMs();
  if (lagMs === 0) return null;
  return takeSettledBatch(await readFromReplica(credential, () => read(from)), beganAt, lagMs);
}

/**
 * Reads again for a few seconds while there are more badges but none that may be shown yet. Open transactions end
 * soon.
 */
async function retryWhileBlocked(work: () => Promise<ScannedBatch>): Promise<ScannedBatch> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const reading = await work();
    const isBlocked = reading.badges.length === 0 && reading.next !== null;
    if (!isBlocked || performance.now() > deadline) return reading;
    await clock.wait(PAUSE_MS);
  }
}

// Cached for each version of a template: the pages of a scan have mostly the same templates.
const MAX_CACHED = 5_000;
const encodedCache = new LRUCache<string, BulkShared>({ max: MAX_CACHED });

type BadgeWithNames = { columns: BulkColumns; template: VersionedName; issuing: VersionedName };

const sharedKey = ({ columns, template, issuing }: BadgeWithNames): string =>
  `${template.version} ${issuing.version} ${readIssuerColumns(columns).displayed}`;

const distinct = (ids: string[]): string[] => [...new Set(ids)];

/** Returns what each badge of the default format shares with others of its template, in their order. */
async function encodeSharedParts(badges: BadgeWithNames[]): Promise<BulkShared[]> {
  const keys = badges.map(sharedKey);
  const missing = new Map(
    badges.flatMap((badge, index) => {
      const key = keys[index] ?? "";
      return encodedCache.has(key) ? [] : [[key, badge] as const];
    }),
  );
  const templates = await findBulkTemplates(
    distinct([...missing.values()].map(({ template }) => template.id)),
  );
  const known = new Map(keys.map((key) => [key, encodedCache.get(key) ?? ""]));
  for (const [key, { columns, template, issuing }] of missing) {
    const whole = templates.get(template.id);
    if (!whole) continue;
    const shared = encodeShared(whole, readIssuerColumns(columns).displayed, {
      id: issuing.id,
      name: issuing.name,
    });
    known.set(key, shared);
    encodedCache.set(key, shared);
  }
  return keys.map((key) => known.get(key) ?? "");
}

/** Adds the templates to badges of the minimal format. */
const withTemplates = (badges: BulkColumns[], templates: Map<string, VersionedName>): BulkRow[] =>
  badges.flatMap((columns) => {
    const template = templates.get(readScanColumns(columns).templateId);
    return template ? [{ columns, template, shared: null }] : [];
  });

/** Adds the templates and shared data to badges of the default format. */
async function withShared(
  badges: BulkColumns[],
  templates: Map<string, VersionedName>,
  issuers: Map<string, VersionedName>,
): Promise<BulkRow[]> {
  const found = badges.flatMap((columns) => {
    const template = templates.get(readScanColumns(columns).templateId);
    const issuing = issuers.get(readIssuerColumns(columns).organizationId);
    return template && issuing ? [{ columns, template, issuing }] : [];
  });
  const shared = await encodeSharedParts(found);
  return found.map(({ columns, template }, index) => ({ columns, template, shared: shared[index] ?? null }));
}

/** Adds to the badges of a batch what the format shows besides. */
async function toBulkRows(badges: BulkColumns[], format: BulkFormat): Promise<BulkRow[]> {
  const reading = findTemplateVersions(
    distinct(badges.map((columns) => readScanColumns(columns).templateId)),
  );
  if (format === "minimal") return withTemplates(badges, await reading);
  const issuing = distinct(badges.map((columns) => readIssuerColumns(columns).organizationId));
  const [templates, issuers] = await Promise.all([reading, findIssuerVersions(issuing)]);
  return withShared(badges, templates, issuers);
}

const readFormat = (query: URLSearchParams): BulkFormat => {
  const given = query.get("badge_format") || "default";
  const format = BULK_FORMATS.find((one) => one === given);
  if (!format) throw badRequest("invalid_parameter", `badge_format is ${BULK_FORMATS.join(" or ")}.`);
  return format;
};

/** The input of the bulk search. `cursor` is null at the beginning. */
export type BulkInput = { format: BulkFormat; cursor: ReturnType<typeof parseCursor>; filter: FilterTerm[] };

/** Reads `badge_format`, `cursor` and `filter`. Throws 400 for an unknown format or an invalid cursor. */
export const readBulkInput = (query: URLSearchParams): BulkInput => ({
  format: readFormat(query),
  cursor: parseCursor(query.get("cursor")),
  filter: readFilterTerms(query),
});

/**
 * Scans badges with the filters of the list in order of creation, 1,000 at a time and forward only (specification,
 * "Bulk"). Each badge committed before the scan began is returned once, however late other transactions commit.
 * Throws 400 for an unknown filter or format, and for an invalid cursor.
 */
export async function scanBadges(
  caller: Caller,
  { format, cursor, filter }: BulkInput,
): Promise<CursorBatch<BulkRow>> {
  const { organizationId } = caller;
  const beganAt = cursor?.beganAt ?? clock.now();
  const where = await buildSearchCondition(organizationId, parseFilter(filter, filters));
  const from = cursor ?? START;
  const read: BatchReader = (position) =>
    findBadgesAfter(organizationId, where, position, BATCH_SIZE + 1, format);
  const { badges, next } =
    (await readOldBatch(credentialKey(caller), read, from, beganAt)) ??
    (await retryWhileBlocked(() => readBatch(read, from, beganAt)));
  return { rows: await toBulkRows(badges, format), next };
}
