import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { badRequest } from "@/lib/kernel/errors";
import { parseCursor, type Cursor, type Stretch } from "@/lib/kernel/list/cursor";
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

/** Badges of one answer, at most. */
const STRETCH = 1_000;
/** The creation of a badge is never so much before its transaction began (`creationOf`, lib/badges/issued/issue-queries.ts). */
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
 * A stretch that leads on ends before the oldest transaction that is still open began: that one may yet commit a badge
 * with an older `created_at` than some that are visible, and whoever had gone past it would never see it. When all that
 * lies beyond was made after the walk began, the walk ends there, or it would follow a busy issuer for ever.
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
 * One look. The last stretch shows all there is. Far from the present nothing is open any more; near it the oldest open
 * transaction is asked for, and then the badges again: what this second statement does not see was begun later.
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

/** Looks again for a moment when there is more, but nothing that may be passed yet: open transactions end soon. */
async function lookPatiently(work: () => Promise<Reading>): Promise<Reading> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const reading = await work();
    const isHeld = reading.badges.length === 0 && reading.next !== null;
    if (!isHeld || performance.now() > deadline) return reading;
    await sleep(PAUSE_MS);
  }
}

// Encoded once for each version of a template: pages of a walk have much the same templates.
const MOST_SHARED = 5_000;
const encoded = new LRUCache<string, BulkShared>({ max: MOST_SHARED });

type Found = { columns: BulkColumns; template: Versioned; issuing: Versioned };

const keyOf = ({ columns, template, issuing }: Found): string =>
  `${template.version} ${issuing.version} ${issuingOf(columns).displayed}`;

const distinct = (ids: string[]): string[] => [...new Set(ids)];

/** What each badge of the default format shares with others of its template, in their order. */
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

/** The badges of the minimal format with their templates. */
const withTemplates = (badges: BulkColumns[], templates: Map<string, Versioned>): BulkRow[] =>
  badges.flatMap((columns) => {
    const template = templates.get(columns[2]);
    return template ? [{ columns, template, shared: null }] : [];
  });

/** The badges of the default format with their templates and what they share. */
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

/** The badges of a stretch with what the format shows besides. */
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

/** What the bulk search is asked for; `cursor` is null at its beginning. */
export type BulkInput = { format: BulkFormat; cursor: ReturnType<typeof parseCursor>; filter: FilterTerm[] };

/** Reads `badge_format`, `cursor` and `filter`. 400 for a format or a cursor that is not ours. */
export const readBulkInput = (query: URLSearchParams): BulkInput => ({
  format: formatOf(query),
  cursor: parseCursor(query.get("cursor")),
  filter: readFilterTerms(query),
});

/**
 * Badges as the list finds them, in the order of creation, 1,000 at a time and forward only (specification,
 * "Bulk"). Each badge committed before the walk began is shown once, however late other transactions commit. 400 for an
 * unknown filter or format, and for a cursor that is not ours.
 */
export async function walkBadges(
  caller: Caller,
  { format, cursor, filter }: BulkInput,
): Promise<Stretch<BulkRow>> {
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
