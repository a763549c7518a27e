import { badRequest } from "../errors";

export const MAX_PER = 50;
const MAX_OFFSET = 10_000;

/** How many rows of a list a table of them holds at most, and how many of them are read at once. */
export const EXPORTED_ROWS = MAX_OFFSET;
const LONG_PAGE = 1_000;

export type PageRequest = { page: number; per: number };

/**
 * One page of rows, with the number of rows of the whole list; where counting them all would take longer than the
 * page itself, `isTotalMinimum` says that there are at least so many.
 */
export type Page<Row> = PageRequest & { rows: Row[]; total: number; isTotalMinimum?: boolean };

const whole = (query: URLSearchParams, name: string, fallback: number): number => {
  const text = query.get(name);
  if (text === null || text === "") return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw badRequest("invalid_parameter", `${name} must be a whole number from 1.`);
  }
  return Number(text);
};

/** The page of this number for a reader of the whole list: longer than clients may ask for. */
export const longPage = (page: number): PageRequest => ({ page, per: LONG_PAGE });

/**
 * Reads `page` (from 1) and `per` (1 to 50, default 50). Pages past 10,000 rows are refused with 400, because
 * an offset makes the database walk all rows before it.
 */
export function parsePage(query: URLSearchParams): PageRequest {
  const page = whole(query, "page", 1);
  const per = Math.min(whole(query, "per", MAX_PER), MAX_PER);
  if ((page - 1) * per > MAX_OFFSET) {
    throw badRequest(
      "page_too_deep",
      `Pages past ${MAX_OFFSET} rows are not served; narrow the filter, or walk badges with high_volume_issued_badge_search.`,
    );
  }
  return { page, per };
}

/** Number of the last page that is served. */
export const lastPage = (per: number): number => Math.floor(MAX_OFFSET / per) + 1;

/** How many rows the pages of this length reach: nobody needs to count further. */
export const reach = ({ per }: PageRequest): number => lastPage(per) * per;

/** The total of a list whose rows were counted no further than pages reach. */
export const counted = (page: PageRequest, total: number): Pick<Page<never>, "total" | "isTotalMinimum"> => ({
  total,
  isTotalMinimum: total >= reach(page),
});

/** A page out of its two reads, which are made side by side. */
export async function pageOf<Row>(
  page: PageRequest,
  rows: Promise<Row[]>,
  total: Promise<number>,
): Promise<Page<Row>> {
  const [found, number] = await Promise.all([rows, total]);
  return { ...page, rows: found, total: number };
}

/** The same of a list so long that `total` was counted no further than pages reach. */
export async function reachedPageOf<Row>(
  page: PageRequest,
  rows: Promise<Row[]>,
  total: Promise<number>,
): Promise<Page<Row>> {
  const { total: number, ...found } = await pageOf(page, rows, total);
  return { ...found, ...counted(page, number) };
}

/** The part of a query that fetches this page. */
export const slice = ({ page, per }: PageRequest) => ({ skip: (page - 1) * per, take: per });
