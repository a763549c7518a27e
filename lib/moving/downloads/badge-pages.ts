import { z } from "zod";
import {
  parseList,
  readEntry,
  readList,
  readSingles,
  readValues,
  usePart,
  type Download,
  type Entry,
} from "./lists";
import { mapAtOnce } from "./map-at-once";
import { WireBadge } from "./badge-schema";
import { WireTemplate } from "./schema";
import type { Spool } from "./spool";

/** The parts of a download that have badges. */
export const BADGE_PARTS = ["bulk_badges", "badges", "single_badges"] as const;

const PER_PAGE = 50;
/** Services may refuse pages further on (specification, "Excessively large page numbers"). */
const MAX_IN_WINDOW = 5_000;
const PAGES_AT_ONCE = 8;

/** Badges that one filter of the list selects. */
type Window = { filter: string; ids: Set<string> };

/** What is known of a badge from the bulk search. */
type Scanned = { id: string; day: string; templateId: string };

const dayFilter = (first: string, last: string): string => `created_at_min::${first}|created_at_max::${last}`;

/** Groups items in their order, so that each group has at most `limit` badges. An item with more is a group of its own. */
function groupBySize<Item>(items: Item[], size: (item: Item) => number, limit: number): Item[][] {
  const groups: Item[][] = [];
  let room = 0;
  for (const item of items) {
    if (size(item) > room) {
      groups.push([]);
      room = limit;
    }
    groups.at(-1)?.push(item);
    room -= size(item);
  }
  return groups;
}

function groupBy(badges: Scanned[], key: (badge: Scanned) => string): [string, Scanned[]][] {
  const groups = new Map<string, Scanned[]>();
  for (const badge of badges) {
    const group = groups.get(key(badge));
    if (group) group.push(badge);
    else groups.set(key(badge), [badge]);
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const toWindow = (filter: string, badges: Scanned[]): Window => ({
  filter,
  ids: new Set(badges.map(({ id }) => id)),
});

/** Divides badges into windows of days, and large days by templates. */
function planWindows(badges: Scanned[]): Window[] {
  const days = groupBy(badges, ({ day }) => day);
  return groupBySize(days, ([, { length }]) => length, MAX_IN_WINDOW).flatMap((group) => {
    const [first = "", last = ""] = [group[0]?.[0], group.at(-1)?.[0]];
    const all = group.flatMap(([, members]) => members);
    if (all.length <= MAX_IN_WINDOW) return [toWindow(dayFilter(first, last), all)];
    const templates = groupBy(all, ({ templateId }) => templateId);
    return groupBySize(templates, ([, { length }]) => length, MAX_IN_WINDOW).map((some) =>
      toWindow(
        `${dayFilter(first, last)}|badge_template_id::${some.map(([id]) => id).join(",")}`,
        some.flatMap(([, members]) => members),
      ),
    );
  });
}

/** An item of the part with badges: the template of a badge stands before it, once. */
type Detail = { badge: WireBadge } | { template: WireTemplate };

const NestedTemplate = z.object({ badge_template: WireTemplate });

/** Reads pages of the list of badges into a part, and remembers what was read. */
function createPageReader(
  download: Download,
  part: Spool<Entry<Detail>>,
  seen: Set<string>,
  known: Set<string>,
) {
  const readItem = (item: unknown): Entry<Detail>[] => {
    const entry = readEntry(download, "badges", WireBadge, item);
    if ("skipped" in entry) {
      const isNew = !seen.has(entry.skipped.id);
      seen.add(entry.skipped.id);
      return isNew ? [entry] : [];
    }
    if (!("value" in entry)) return [];
    const badge = entry.value;
    if (seen.has(badge.id)) return [];
    seen.add(badge.id);
    const { id } = badge.badge_template;
    const nested = known.has(id) ? null : readEntry(download, "badge_template", NestedTemplate, item);
    known.add(id);
    const isRead = nested !== null && "value" in nested;
    const template = isRead ? [{ value: { template: nested.value.badge_template } }] : [];
    return [...template, { value: { badge } }];
  };
  /** Reads these pages. Returns whether the service has no more of them. */
  return async (paths: string[]): Promise<boolean> => {
    const pages = await mapAtOnce(paths, (path) => download.client.get(path));
    const lists = pages.map(({ status, body }, index) =>
      status === 200 ? parseList(paths[index] ?? "", body).data : [],
    );
    await part.append(lists.flat().flatMap(readItem), "more");
    return lists.some(({ length }) => length < PER_PAGE);
  };
}

/** Reads the badges of a window from one end, after the first `known` ones. */
async function readWindow(
  { path, limits }: Download,
  { filter, ids }: Window,
  { sort, known }: { sort: string; known: number },
  readPages: (paths: string[]) => Promise<boolean>,
): Promise<void> {
  const query = `filter=${encodeURIComponent(filter)}&sort=${sort}`;
  const pages = Array.from(
    { length: Math.ceil(ids.size / PER_PAGE) },
    (_, index) => `${path}/badges?${query}&page=${index + 1}`,
  );
  const atOnce = limits?.pagesAtOnce ?? PAGES_AT_ONCE;
  for (let start = Math.floor(known / PER_PAGE); start < pages.length; start += atOnce)
    if (await readPages(pages.slice(start, start + atOnce))) return;
}

const hasAll = (seen: Set<string>, { ids }: Window): boolean => [...ids].every((id) => seen.has(id));

async function listScanned(download: Download): Promise<Scanned[]> {
  const scanned: Scanned[] = [];
  for await (const { id, created_at: at, badge_template: template } of readValues<WireBadge>(
    download,
    "bulk_badges",
  ))
    scanned.push({ id, day: at?.slice(0, 10) ?? "", templateId: template.id });
  return scanned;
}

/** Reads the badges of the list, window by window. The bulk search has neither evidence nor what a badge replaces. */
const readDetails = (download: Download, scanned: Scanned[], templates: Set<string>): Promise<Set<string>> =>
  usePart<Detail, Set<string>>(download, "badges", async (part) => {
    const seen = new Set<string>();
    for await (const entry of part.items()) {
      if (!("value" in entry)) continue;
      if ("badge" in entry.value) seen.add(entry.value.badge.id);
      else templates.add(entry.value.template.id);
    }
    if (part.next() === null) return seen;
    const readPages = createPageReader(download, part, seen, templates);
    for (const window of planWindows(scanned)) {
      // A download that was interrupted in a window continues there.
      const known = [...window.ids].filter((id) => seen.has(id)).length;
      for (const from of [
        { sort: "created_at", known },
        { sort: "-created_at", known: 0 },
      ])
        if (!hasAll(seen, window)) await readWindow(download, window, from, readPages);
      download.report(`badges: ${seen.size} of ${scanned.length} read`);
    }
    await part.append([], null);
    return seen;
  });

/** Returns the ids in the list of templates; empty when the service has no such list. */
export async function readListedIds(download: Download): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of readValues<WireTemplate>(download, "badge_templates")) ids.add(id);
  return ids;
}

/**
 * Reads all badges: which there are by the bulk search, and what they contain by the list, or one by one where the list
 * does not reach.
 */
export async function readBadges(download: Download): Promise<void> {
  const search = `${download.path}/high_volume_issued_badge_search?badge_format=default`;
  await readList(download, "bulk_badges", search, { schema: WireBadge, isRequired: true });
  const templates = await readListedIds(download);
  const scanned = await listScanned(download);
  const seen = await readDetails(download, scanned, templates);
  const missing = scanned.filter(({ id }) => !seen.has(id));
  await readSingles(
    download,
    "single_badges",
    missing.map(({ id }) => ({ id, path: `${download.path}/badges/${encodeURIComponent(id)}` })),
    WireBadge,
  );
}

/** Reads back the badges, each once, with what was read last. `isWhole` is false where only the bulk search had it. */
export async function* listBadges(
  download: Download,
): AsyncGenerator<{ badge: WireBadge; isWhole: boolean }> {
  const done = new Set<string>();
  for await (const value of readValues<Detail>(download, "badges")) {
    if (!("badge" in value)) continue;
    done.add(value.badge.id);
    yield { badge: value.badge, isWhole: true };
  }
  for (const [part, isWhole] of [
    ["single_badges", true],
    ["bulk_badges", false],
  ] as const)
    for await (const badge of readValues<WireBadge>(download, part)) {
      if (done.has(badge.id)) continue;
      done.add(badge.id);
      yield { badge, isWhole };
    }
}

/** Reads back the templates that only badges named. */
export async function* listNestedTemplates(download: Download): AsyncGenerator<WireTemplate> {
  for await (const value of readValues<Detail>(download, "badges"))
    if ("template" in value) yield value.template;
}
