import { open, stat, truncate, type FileHandle } from "node:fs/promises";
import { readLines } from "@/lib/moving/imports/file";

/** The mark after the items of a page: where the next one is. Null: there is none. */
type Mark = { next: string | null };
type Line<Item> = { item: Item } | Mark;

/** A part of a download: the items of pages that were read, and where the next page is. */
export type Spool<Item> = {
  /** Undefined before the first page; null after the last one. */
  next: () => string | null | undefined;
  /** How many items it has. */
  count: () => number;
  /** Adds a page. A process that is ended in it leaves the part as it was. */
  append: (items: Item[], next: string | null) => Promise<void>;
  items: () => AsyncGenerator<Item>;
  close: () => Promise<void>;
};

/** Parses a line. Null for the end of a page that was written when the process ended. */
function parseLine<Item>(line: Buffer): Line<Item> | null {
  try {
    return JSON.parse(line.toString()) as Line<Item>;
  } catch {
    return null;
  }
}

/** Finds the last complete page of a part. */
async function findEnd<Item>(
  path: string,
): Promise<{ bytes: number; count: number; next: string | null | undefined }> {
  const { size } = await stat(path);
  let [read, end, next]: [number, number, string | null | undefined] = [0, 0, undefined];
  let [items, count] = [0, 0];
  for await (const text of readLines(path)) {
    const line = parseLine<Item>(text);
    read += text.length + 1;
    if (line === null || read > size) break;
    if ("next" in line) [end, next, count] = [read, line.next, items];
    else items += 1;
  }
  return { bytes: end, count, next };
}

async function* readItems<Item>(path: string): AsyncGenerator<Item> {
  for await (const text of readLines(path)) {
    const line = parseLine<Item>(text);
    if (line && "item" in line) yield line.item;
  }
}

/** Opens a part of a download, which continues after its last complete page. */
export async function openSpool<Item>(path: string): Promise<Spool<Item>> {
  const file: FileHandle = await open(path, "a", 0o600);
  const end = await findEnd(path);
  await truncate(path, end.bytes);
  let { next, count } = end;
  return {
    next: () => next,
    count: () => count,
    append: async (items, after) => {
      const lines = [...items.map((item) => ({ item })), { next: after }];
      await file.appendFile(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
      next = after;
      count += items.length;
    },
    items: () => readItems<Item>(path),
    close: () => file.close(),
  };
}
