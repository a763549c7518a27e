import { parseInstant, throughDay } from "@/lib/kernel/dates";
import type { Column } from "./columns";

/** What is wrong with a row. */
export class RowRefused extends Error {}

const TRUE = new Set(["1", "true", "yes", "y"]);
const FALSE = new Set(["", "0", "false", "no", "n"]);

/** A table of this product has an empty cell for false. */
function readFlag(text: string, path: string): boolean {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw new RowRefused(`${path}: “${text}” is neither true nor false`);
}

function readList(text: string, path: string): unknown {
  if (text === "") return [];
  if (!/^[[{]/.test(text))
    return text
      .split(/[,;|]/)
      .map((part) => part.trim())
      .filter((part) => part !== "");
  try {
    return [JSON.parse(text) as unknown].flat();
  } catch {
    throw new RowRefused(`${path}: is not JSON`);
  }
}

/** Whether a column says until when something is valid: a badge, or by its template. */
const isEnd = (path: string): boolean => path.endsWith("expires_at");

function readTime(text: string, path: string): string {
  const time = parseInstant(text.replace(/ UTC$/, "Z"));
  if (time) return (isEnd(path) ? throughDay(time) : time).at.toISOString();
  throw new RowRefused(`${path}: “${text}” is not a date. Use 2026-12-31 or 2026-12-31T09:41:00Z`);
}

/** Tables of this product have a quote before text that a spreadsheet would run as a formula. */
const readText = (text: string): string => text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, "");

function readCell({ path, type }: Column, text: string): unknown {
  // Only this flag is weaker when it is true: an empty cell does not say that a badge is public.
  if (path === "is_private_badge" && text === "") return undefined;
  if (type === "flag") return readFlag(text, path);
  if (type === "list") return readList(readText(text), path);
  if (text === "") return null;
  if (type === "time") return readTime(text, path);
  return type === "day" ? readTime(text, path).slice(0, 10) : readText(text);
}

export type Item = Record<string, unknown>;

function setValue(item: Item, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let inner = item;
  for (const name of names) inner = (inner[name] ??= {}) as Item;
  inner[last] = value;
}

/** Whether a column is of an object inside the item, such as `user.id`. */
const isInner = ({ path }: Column): boolean => path.includes(".");

/** The objects of a row of which a cell is not empty. */
const presentObjects = (cells: Map<Column, string>): Set<string> =>
  new Set([...cells].filter(([, text]) => text !== "").map(([{ path }]) => path.replace(/\.[^.]*$/, "")));

/**
 * Builds the item of the interface that a row of a table stands for: `user.id` is a field of the object `user`. An object
 * without a value is null. Throws `RowRefused`.
 */
export function buildItem(cells: Map<Column, string>): Item {
  const objects = presentObjects(cells);
  const item: Item = {};
  for (const [column, text] of cells) {
    if (isInner(column) && !objects.has(column.path.replace(/\.[^.]*$/, ""))) {
      item[column.path.replace(/\..*$/, "")] ??= null;
      continue;
    }
    const value = readCell(column, text);
    // The only text of a design that is never null.
    setValue(item, column.path, column.path.endsWith("design.ribbon") ? (value ?? "") : value);
  }
  return item;
}
