import { join } from "node:path";
import type { z } from "zod";
import { MoveError } from "@/lib/moving/imports/schema";
import type { SourceClient } from "./client";
import { WireItem, WireList, type Skipped } from "./schema";
import { openSpool, type Spool } from "./spool";

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
};

/** Requests that are sent at once: a service that is in use has to serve others too. */
const AT_ONCE = 4;
const CHUNK = 40;

/** Opens a part of a download. */
export const openPart = <Value>({ folder }: Download, name: string): Promise<Spool<Entry<Value>>> =>
  openSpool<Entry<Value>>(join(folder, `${name}.ndjson`));

/** Does the work for each item, a few at once, and returns the results in the order of the items. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const drain = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift())
      results[one[0]] = await work(one[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drain));
  return results;
}

const readId = (item: unknown): string =>
  typeof item === "object" && item !== null && "id" in item ? String(item.id) : "";

/** Reads an item as far as it is moved, or says why it cannot be. */
export function readEntry<Schema extends z.ZodType>(
  kind: string,
  schema: Schema,
  item: unknown,
): Entry<z.output<Schema>> {
  const parsed = schema.safeParse(item);
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

type Page = { entries: Entry<unknown>[]; next: string | null };

/** What a list has, and whether there is nothing to move without it. */
type ListOf = { schema: z.ZodType; isRequired?: boolean };

/** Reads a page of a list. One that is not served, or that the token may not read, is unavailable. */
async function readPage(
  { client }: Download,
  name: string,
  path: string,
  { schema, isRequired }: ListOf,
): Promise<Page> {
  const { status, body } = await client.get(path);
  if (status !== 200 && isRequired) throw new MoveError(`${path} responded with status ${status}.`);
  if (status !== 200) return { entries: [{ unavailable: { path, status } }], next: null };
  const list = parseList(path, body);
  return { entries: list.data.map((item) => readEntry(name, schema, item)), next: nextPage(path, list) };
}

/** Reads a list page by page into a part of the download, which continues where it was. Throws for a required list. */
export async function readList(download: Download, name: string, path: string, list: ListOf): Promise<void> {
  const part = await openPart<unknown>(download, name);
  let count = 0;
  let next = part.next() === undefined ? path : part.next();
  while (next) {
    const page = await readPage(download, name, next, list);
    await part.append(page.entries, page.next);
    ({ next } = page);
    count += page.entries.length;
    download.report(`${name}: ${count} read`);
  }
  await part.close();
}

/** One item to read by itself. */
type Single = { id: string; path: string };

/**
 * Reads items one by one into a part of the download, as far as they are not there. `accept`: whether the first item shows
 * that the service says more here than in its list; otherwise nothing is read. Ends where the service has none of many.
 */
export async function readSingles<Schema extends z.ZodType<{ id: string }>>(
  download: Download,
  name: string,
  singles: Single[],
  schema: Schema,
  accept?: (value: z.output<Schema>) => boolean,
): Promise<void> {
  const part = await openPart<z.output<Schema>>(download, name);
  if (part.next() !== null) {
    const open = await listMissing(part, singles);
    let isUseful = part.next() === "more" || (await isAccepted(download, name, open[0], schema, accept));
    for (let start = 0; isUseful && start < open.length; start += CHUNK) {
      const some = open.slice(start, start + CHUNK);
      const entries = await mapAtOnce(some, (one) => readSingle(download, name, one, schema));
      await part.append(entries, "more");
      isUseful = entries.some((entry) => "value" in entry);
      if (open.length > CHUNK) download.report(`${name}: ${start + some.length} of ${open.length} read`);
    }
    await part.append([], null);
  }
  await part.close();
}

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
  { client }: Download,
  kind: string,
  { id, path }: Single,
  schema: Schema,
): Promise<Entry<z.output<Schema>>> {
  const { status, body } = await client.get(path);
  if (status !== 200) return { skipped: { kind, id, reason: `responded with status ${status}` } };
  const item = WireItem.safeParse(body);
  const entry = readEntry(kind, schema, item.success ? item.data.data : null);
  return "skipped" in entry ? { skipped: { ...entry.skipped, id } } : entry;
}

/** Reads back what a part of the download has. */
export async function* readValues<Value>(download: Download, name: string): AsyncGenerator<Value> {
  const part = await openPart<Value>(download, name);
  for await (const entry of part.items()) if ("value" in entry) yield entry.value;
  await part.close();
}

/** Reads back what parts of the download do not have, and why. */
export async function readGaps(
  download: Download,
  names: readonly string[],
): Promise<{ skipped: Skipped[]; unavailable: Unavailable[] }> {
  const gaps: { skipped: Skipped[]; unavailable: Unavailable[] } = { skipped: [], unavailable: [] };
  for (const name of names) {
    const part = await openPart<unknown>(download, name);
    for await (const entry of part.items()) {
      if ("skipped" in entry) gaps.skipped.push(entry.skipped);
      if ("unavailable" in entry) gaps.unavailable.push(entry.unavailable);
    }
    await part.close();
  }
  return gaps;
}
