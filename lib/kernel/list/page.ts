import { badRequest } from "../errors";

export const MAX_PER_PAGE = 50;
const MAX_OFFSET = 10_000;

/** The largest number of rows in a CSV export of a list, and how many are read at once. */
export const MAX_EXPORTED_ROWS = MAX_OFFSET;
const EXPORT_PAGE_SIZE = 1_000;

export type PageRequest = { page: number; per: number };

/**
 * One page of rows, with the number of rows of the whole list. When counting all rows would take longer than reading
 * the page, `isTotalMinimum` says that there are at least this many.
 */
export type Page<Row> = PageRequest & { rows: Row[]; total: number; isTotalMinimum?: boolean };

const readPositiveInteger = (query: URLSearchParams, name: string, fallback: number): number => {
  const text = query.get(name);
  if (text === null || text === "") return fallback;
  // A number that is too large has its own message, so digits are not counted here.
  if (!/^\d+$/.test(text) || Number(text) < 1) {
    throw badRequest("invalid_parameter", `${name} must be a whole number from 1.`);
  }
  return Number(text);
};

/** A page of an export, which is longer than clients may request. */
export const exportPage = (page: number): PageRequest => ({ page, per: EXPORT_PAGE_SIZE });

/**
 * Reads `page` (from 1) and `per` (1 to 50, default 50). Throws 400 for pages past 10,000 rows, because an offset makes
 * the database read all rows before it. `advice` says how to read more.
 */
export function readPageRequest(query: URLSearchParams, advice = "Narrow the filter."): PageRequest {
  const page = readPositiveInteger(query, "page", 1);
  const per = Math.min(readPositiveInteger(query, "per", MAX_PER_PAGE), MAX_PER_PAGE);
  if ((page - 1) * per > MAX_OFFSET) {
    throw badRequest("page_too_deep", `Pages past ${MAX_OFFSET} rows are not served. ${advice}`);
  }
  return { page, per };
}

/** The number of the last page that can be requested. */
export const lastPage = (per: number): number => Math.floor(MAX_OFFSET / per) + 1;

/** The number of rows that pages of this size can reach. There is no need to count further. */
export const maxReachableRows = ({ per }: PageRequest): number => lastPage(per) * per;

/** The total of a list whose rows were counted only as far as pages reach. */
export const cappedTotal = (
  page: PageRequest,
  total: number,
): Pick<Page<never>, "total" | "isTotalMinimum"> => ({
  total,
  isTotalMinimum: total >= maxReachableRows(page),
});

/** Combines the rows and the total of a page, which are read in parallel. */
export async function loadPage<Row>(
  page: PageRequest,
  rows: Promise<Row[]>,
  total: Promise<number>,
): Promise<Page<Row>> {
  const [found, number] = await Promise.all([rows, total]);
  return { ...page, rows: found, total: number };
}

/** The same for a list so long that `total` was counted only as far as pages reach. */
export async function loadCappedPage<Row>(
  page: PageRequest,
  rows: Promise<Row[]>,
  total: Promise<number>,
): Promise<Page<Row>> {
  const { total: number, ...found } = await loadPage(page, rows, total);
  return { ...found, ...cappedTotal(page, number) };
}

/** The `skip` and `take` of a query for this page. */
export const toSkipTake = ({ page, per }: PageRequest) => ({ skip: (page - 1) * per, take: per });
