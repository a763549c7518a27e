import { join } from "node:path";
import type { z } from "zod";
import { MoveError } from "@/lib/moving/imports/schema";
import type { SourceClient } from "./client";
import { limitPart, type DownloadLimits } from "./limits";
import { mapAtOnce } from "./map-at-once";
import { WireItem, WireList, type Skipped } from "./schema";
import { MAX_ID_LENGTH } from "./wire-fields";
import { describeUnstorable, toStorable } from "./storable";
import { openSpool, type Spool } from "./spool";
import { digest } from "@/lib/kernel/secrets";

/** How many pages without items may follow each other. */
const MAX_EMPTY_PAGES = 10;

/** Notices a list that never ends: a page that was read before, or one without anything new although others follow. */
function createEndGuard(name: string) {
  const paths = new Set<string>();
  const ids = new Set<string>();
  let empty = 0;
  return (path: string, { ids: found, next }: { ids: string[]; next: string | null }): void => {
    // A path can be much longer than its digest, and a list can have hundreds of thousands of pages.
    const key = digest(path).toString("base64");
    empty = found.length > 0 ? 0 : empty + 1;
    const hasNothingNew = found.length > 0 ? found.every((id) => ids.has(id)) : empty > MAX_EMPTY_PAGES;
    if ((paths.has(key) || hasNothingNew) && next !== null)
      throw new MoveError(`The list ${name} of the other service has no end: ${path} has nothing new.`);
    paths.add(key);
    for (const id of found) ids.add(id);
  };
}

/** What a part of a download has: something that was read, something that was not taken, or a path that is not served. */
export type Entry<Value> = { value: Value } | { skipped: Skipped } | { unavailable: Unavailable };
export type Unavailable = { path: string; status: number };

/** A download in its folder. */
export type Download = {
  folder: string;
  client: SourceClient;
  /** The path of the organization at the other service. */
  path: string;
  report: (line: string) => void;
  limits?: DownloadLimits;
};

const CHUNK = 40;
/** How many items are read back between two calls of `duringWork`. */
const ITEMS_OF_WORK = 1_000;

/** Opens a part of a download. */
async function openPart<Value>({ folder, limits }: Download, name: string): Promise<Spool<Entry<Value>>> {
  const part = await openSpool<Entry<Value>>(join(folder, `${name}.ndjson`));
  return limits ? limitPart(part, name, limits) : part;
}

/** Works with a part of a download, and closes it. */
export async function usePart<Value, Result>(
  download: Download,
  name: string,
  work: (part: Spool<Entry<Value>>) => Promise<Result>,
): Promise<Result> {
  const part = await openPart<Value>(download, name);
  try {
    return await work(part);
  } finally {
    await part.close();
  }
}

/** Returns the id of an item; empty when it has none. */
export const readId = (item: unknown): string => {
  const id: unknown = typeof item === "object" && item !== null && "id" in item ? item.id : "";
  return typeof id === "string" || typeof id === "number"
    ? toStorable(String(id)).slice(0, MAX_ID_LENGTH)
    : "";
};

/** Whether what is read of an item takes more than a limited download keeps of one. */
const isTooLarge = ({ limits }: Download, value: unknown): boolean =>
  limits !== undefined && JSON.stringify(value).length > limits.maxItemLength;

/** Reads an item as far as it is moved, or says why it cannot be. */
export function readEntry<Schema extends z.ZodType>(
  download: Download,
  kind: string,
  schema: Schema,
  item: unknown,
): Entry<z.output<Schema>> {
  const unfit = describeUnstorable(item);
  if (unfit !== null) return { skipped: { kind, id: readId(item), reason: unfit } };
  const parsed = schema.safeParse(item);
  if (parsed.success && isTooLarge(download, parsed.data))
    return { skipped: { kind, id: readId(item), reason: "It is too large." } };
  if (parsed.success) return { value: parsed.data };
  const reason = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");
  return { skipped: { kind, id: readId(item), reason } };
}

/** Reads the body of a list. Throws `MoveError` for another body. */
export function parseList(path: string, body: unknown): z.output<typeof WireList> {
  const parsed = WireList.safeParse(body);
  if (!parsed.success) throw new MoveError(`${path} of the other service is not a list with data.`);
  return parsed.data;
}

/** The least that is taken for a full page when the response does not say how many there are. */
const FULL_PAGE = 50;

/** Returns where the next page of a list is: what the response says, or the next number. */
function nextPage(path: string, { data, metadata }: z.output<typeof WireList>): string | null {
  if (metadata?.next_page_url !== undefined) return metadata.next_page_url;
  const url = new URL(path, "https://source.invalid");
  const page = Number(url.searchParams.get("page") ?? 1);
  const isLast = metadata?.total_pages ? page >= metadata.total_pages : data.length < FULL_PAGE;
  if (isLast) return null;
  url.searchParams.set("page", String(page + 1));
  return `${url.pathname}${url.search}`;
}

type Page = { entries: Entry<unknown>[]; ids: string[]; next: string | null };

/** What a list has, and whether there is nothing to move without it. */
type ListOf = { schema: z.ZodType; isRequired?: boolean };

/** Reads a page of a list. One that is not served, or that the token may not read, is unavailable. */
async function readPage(
  download: Download,
  name: string,
  path: string,
  { schema, isRequired }: ListOf,
): Promise<Page> {
  const { status, body } = await download.client.get(path);
  if (status !== 200 && isRequired) throw new MoveError(`${path} responded with status ${status}.`);
  if (status !== 200) return { entries: [{ unavailable: { path, status } }], ids: [], next: null };
  const list = parseList(path, body);
  return {
    entries: list.data.map((item) => readEntry(download, name, schema, item)),
    ids: list.data.map(readId),
    next: nextPage(path, list),
  };
}

/** Reads a list page by page into a part of the download, which continues where it was. Throws for a required list. */
export const readList = (download: Download, name: string, path: string, list: ListOf): Promise<void> =>
  usePart<unknown, void>(download, name, async (part) => {
    const checkEnd = createEndGuard(name);
    let next = part.next() === undefined ? path : part.next();
    while (next) {
      const page = await readPage(download, name, next, list);
      checkEnd(next, page);
      download.report(`${name}: ${part.count() + page.entries.length} read`);
      await part.append(page.entries, page.next);
      ({ next } = page);
    }
  });

/** One item to read by itself. */
type Single = { id: string; path: string };

/**
 * Reads items one by one into a part of the download, as far as they are not there. `accept`: whether the first item shows
 * that the service says more here than in its list; otherwise nothing is read. Ends where the service has none of many.
 */
export const readSingles = <Schema extends z.ZodType<{ id: string }>>(
  download: Download,
  name: string,
  singles: Single[],
  schema: Schema,
  accept?: (value: z.output<Schema>) => boolean,
): Promise<void> =>
  usePart<z.output<Schema>, void>(download, name, async (part) => {
    if (part.next() === null) return;
    const open = await listMissing(part, singles);
    let isUseful = part.next() === "more" || (await isAccepted(download, name, open[0], schema, accept));
    for (let start = 0; isUseful && start < open.length; start += CHUNK) {
      const some = open.slice(start, start + CHUNK);
      const entries = await mapAtOnce(some, (one) => readSingle(download, name, one, schema));
      if (open.length > CHUNK) download.report(`${name}: ${start + some.length} of ${open.length} read`);
      await part.append(entries, "more");
      isUseful = entries.some((entry) => "value" in entry);
    }
    await part.append([], null);
  });

async function isAccepted<Schema extends z.ZodType>(
  download: Download,
  name: string,
  first: Single | undefined,
  schema: Schema,
  accept: ((value: z.output<Schema>) => boolean) | undefined,
): Promise<boolean> {
  if (first === undefined || accept === undefined) return first !== undefined;
  const entry = await readSingle(download, name, first, schema);
  return "value" in entry && accept(entry.value);
}

async function listMissing(
  part: Pick<Spool<Entry<{ id: string }>>, "items">,
  singles: Single[],
): Promise<Single[]> {
  const known = new Set<string>();
  for await (const entry of part.items()) {
    if ("value" in entry) known.add(entry.value.id);
    if ("skipped" in entry) known.add(entry.skipped.id);
  }
  return singles.filter(({ id }) => !known.has(id));
}

async function readSingle<Schema extends z.ZodType>(
  download: Download,
  kind: string,
  { id, path }: Single,
  schema: Schema,
): Promise<Entry<z.output<Schema>>> {
  const { status, body } = await download.client.get(path);
  if (status !== 200) return { skipped: { kind, id, reason: `responded with status ${status}` } };
  const item = WireItem.safeParse(body);
  const entry = readEntry(download, kind, schema, item.success ? item.data.data : null);
  return "skipped" in entry ? { skipped: { ...entry.skipped, id } } : entry;
}

/** Reads back what a part of the download has. */
export async function* readValues<Value>(download: Download, name: string): AsyncGenerator<Value> {
  const part = await openPart<Value>(download, name);
  let count = 0;
  try {
    for await (const entry of part.items()) {
      count += 1;
      if (count % ITEMS_OF_WORK === 0) await download.limits?.duringWork();
      if ("value" in entry) yield entry.value;
    }
  } finally {
    await part.close();
  }
}

/** What parts of a download do not have: how many items, the first of them, and paths that are not served. */
type Gaps = { count: number; skipped: Skipped[]; unavailable: Unavailable[] };

/** Reads back what parts of the download do not have, and why. At most `max` items are listed. */
export async function readGaps(download: Download, names: readonly string[], max: number): Promise<Gaps> {
  const gaps: Gaps = { count: 0, skipped: [], unavailable: [] };
  for (const name of names)
    await usePart<unknown, void>(download, name, async (part) => {
      for await (const entry of part.items()) {
        if ("skipped" in entry) gaps.count += 1;
        if ("skipped" in entry && gaps.skipped.length < max) gaps.skipped.push(entry.skipped);
        if ("unavailable" in entry) gaps.unavailable.push(entry.unavailable);
      }
    });
  return gaps;
}
