import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { badRequest } from "@/lib/kernel/errors";
import { parseCursor, type Cursor, type CursorBatch } from "@/lib/kernel/list/cursor";
import { parseFilter, readFilterTerms, type FilterTerm } from "@/lib/kernel/list/filter";
import {
  BULK_FORMATS,
  encodeShared,
  issuingOf,
  wireMoment,
  type BulkColumns,
  type BulkFormat,
  type BulkRow,
  type BulkShared,
} from "./bulk";
import { filters } from "./criteria-queries";
import { conditionOf } from "./search-queries";
import {
  findBadgesAfter,
  findBulkTemplates,
  findOldestOpen,
  findIssuerVersions,
  findTemplateVersions,
  LONGEST_TRANSACTION_MS,
  type Versioned,
} from "./walk-queries";

/** Maximum badges of one response. */
const STRETCH = 1_000;
/**
 * Longer than the creation of a badge can be before the begin of its transaction (`creationOf`,
 * lib/badges/issued/issue-queries.ts).
 */
const ALLOWANCE_MS = 2_000;
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

const START = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };

type Position = { at: Date; id: string };
type Read = (from: Position) => Promise<BulkColumns[]>;
type Reading = { badges: BulkColumns[]; next: Cursor | null };

const positionOf = ([id, createdAt]: BulkColumns): Position => ({ at: new Date(wireMoment(createdAt)), id });

const madeAt = (columns: BulkColumns): number => positionOf(columns).at.getTime();

/**
 * Cuts a batch before the begin of the oldest open transaction: that one may still commit a badge with an older
 * `created_at` than some visible ones, and a scan that had passed it would miss it. The scan ends when all later
 * badges were created after it began, or it would never end for a busy issuer.
 */
function cut(found: BulkColumns[], horizon: number, from: Position, beganAt: Date): Reading {
  const open = found.findIndex((badge) => madeAt(badge) >= horizon);
  const end = open < 0 ? STRETCH : Math.min(open, STRETCH);
  const badges = found.slice(0, end);
  const beyond = found[end];
  const isAllShown = end < STRETCH && beyond && madeAt(beyond) > beganAt.getTime() + ALLOWANCE_MS;
  const last = badges.at(-1);
  const next = isAllShown ? null : { ...(last ? positionOf(last) : from), beganAt };
  return { badges, next };
}

/**
 * Reads one batch. The last batch has all remaining badges. A batch of old badges is complete, because no transaction
 * is open that long. For recent badges, the oldest open transaction is looked up and the badges are read again: what
 * this second read does not see began later.
 */
async function look(read: Read, from: Position, beganAt: Date): Promise<Reading> {
  const found = await read(from);
  const last = found[STRETCH - 1];
  if (!last || found.length <= STRETCH) return { badges: found, next: null };
  const settled = clock.now().getTime() - LONGEST_TRANSACTION_MS - ALLOWANCE_MS;
  if (madeAt(last) < settled) {
    return { badges: found.slice(0, STRETCH), next: { ...positionOf(last), beganAt } };
  }
  const horizon = (await findOldestOpen()).getTime() - ALLOWANCE_MS;
  const again = await read(from);
  return again.length > STRETCH ? cut(again, horizon, from, beganAt) : { badges: again, next: null };
}

/**
 * Reads again for a few seconds while there are more badges but none that may be shown yet. Open transactions end
 * soon.
 */
async function lookPatiently(work: () => Promise<Reading>): Promise<Reading> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const reading = await work();
    const isHeld = reading.badges.length === 0 && reading.next !== null;
    if (!isHeld || performance.now() > deadline) return reading;
    await sleep(PAUSE_MS);
  }
}

// Cached for each version of a template: the pages of a scan have mostly the same templates.
const MOST_SHARED = 5_000;
const encoded = new LRUCache<string, BulkShared>({ max: MOST_SHARED });

type Found = { columns: BulkColumns; template: Versioned; issuing: Versioned };

const keyOf = ({ columns, template, issuing }: Found): string =>
  `${template.version} ${issuing.version} ${issuingOf(columns).displayed}`;

const distinct = (ids: string[]): string[] => [...new Set(ids)];

/** Returns what each badge of the default format shares with others of its template, in their order. */
async function sharedBy(badges: Found[]): Promise<BulkShared[]> {
  const keys = badges.map(keyOf);
  const missing = new Map(
    badges.flatMap((badge, index) => {
      const key = keys[index] ?? "";
      return encoded.has(key) ? [] : [[key, badge] as const];
    }),
  );
  const templates = await findBulkTemplates(
    distinct([...missing.values()].map(({ template }) => template.id)),
  );
  const known = new Map(keys.map((key) => [key, encoded.get(key) ?? ""]));
  for (const [key, { columns, template, issuing }] of missing) {
    const whole = templates.get(template.id);
    if (!whole) continue;
    const shared = encodeShared(whole, issuingOf(columns).displayed, { id: issuing.id, name: issuing.name });
    known.set(key, shared);
    encoded.set(key, shared);
  }
  return keys.map((key) => known.get(key) ?? "");
}

/** Adds the templates to badges of the minimal format. */
const withTemplates = (badges: BulkColumns[], templates: Map<string, Versioned>): BulkRow[] =>
  badges.flatMap((columns) => {
    const template = templates.get(columns[2]);
    return template ? [{ columns, template, shared: null }] : [];
  });

/** Adds the templates and shared data to badges of the default format. */
async function withShared(
  badges: BulkColumns[],
  templates: Map<string, Versioned>,
  issuers: Map<string, Versioned>,
): Promise<BulkRow[]> {
  const found = badges.flatMap((columns) => {
    const template = templates.get(columns[2]);
    const issuing = issuers.get(issuingOf(columns).organizationId);
    return template && issuing ? [{ columns, template, issuing }] : [];
  });
  const shared = await sharedBy(found);
  return found.map(({ columns, template }, index) => ({ columns, template, shared: shared[index] ?? null }));
}

/** Adds to the badges of a batch what the format shows besides. */
async function rowsOf(badges: BulkColumns[], format: BulkFormat): Promise<BulkRow[]> {
  const reading = findTemplateVersions(distinct(badges.map(([, , templateId]) => templateId)));
  if (format === "minimal") return withTemplates(badges, await reading);
  const issuing = distinct(badges.map((columns) => issuingOf(columns).organizationId));
  const [templates, issuers] = await Promise.all([reading, findIssuerVersions(issuing)]);
  return withShared(badges, templates, issuers);
}

const formatOf = (query: URLSearchParams): BulkFormat => {
  const given = query.get("badge_format") || "default";
  const format = BULK_FORMATS.find((one) => one === given);
  if (!format) throw badRequest("invalid_parameter", `badge_format is ${BULK_FORMATS.join(" or ")}.`);
  return format;
};

/** The input of the bulk search. `cursor` is null at the beginning. */
export type BulkInput = { format: BulkFormat; cursor: ReturnType<typeof parseCursor>; filter: FilterTerm[] };

/** Reads `badge_format`, `cursor` and `filter`. Throws 400 for an unknown format or an invalid cursor. */
export const readBulkInput = (query: URLSearchParams): BulkInput => ({
  format: formatOf(query),
  cursor: parseCursor(query.get("cursor")),
  filter: readFilterTerms(query),
});

/**
 * Scans badges with the filters of the list in order of creation, 1,000 at a time and forward only (specification,
 * "Bulk"). Each badge committed before the scan began is returned once, however late other transactions commit.
 * Throws 400 for an unknown filter or format, and for an invalid cursor.
 */
export async function walkBadges(
  caller: Caller,
  { format, cursor, filter }: BulkInput,
): Promise<CursorBatch<BulkRow>> {
  const { organizationId } = caller;
  const beganAt = cursor?.beganAt ?? clock.now();
  const where = await conditionOf(organizationId, parseFilter(filter, filters));
  const { badges, next } = await lookPatiently(() =>
    look(
      (from) => findBadgesAfter(organizationId, where, from, STRETCH + 1, format),
      cursor ?? START,
      beganAt,
    ),
  );
  return { rows: await rowsOf(badges, format), next };
}
