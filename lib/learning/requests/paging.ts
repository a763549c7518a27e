import { z } from "zod";
import { invalidParameters } from "./errors";
import { integerParameter } from "./parameters";
import type { Direction } from "@/lib/kernel/list/sort";

const DEFAULT_PER_PAGE = 10;
const MAX_PER_PAGE = 100;
const MAX_OFFSET = 1_000_000;

/** The pages of the learning edition (specification): `page` times `per_page` is the number of the first item. */
export const PagingParameters = z.object({
  page: integerParameter(0).optional().meta({ description: "Number of the page, from 0." }),
  per_page: integerParameter(1)
    .optional()
    .meta({ description: `Items on a page, at most ${MAX_PER_PAGE}. Default: ${DEFAULT_PER_PAGE}.` }),
  order_direction: z
    .preprocess(
      (value) => (typeof value === "string" ? value.toUpperCase() : value),
      z.enum(["ASC", "DESC"], { error: "must be ASC or DESC" }),
    )
    .optional()
    .meta({ description: "In the order in which items were added. Default: `ASC`." }),
});

export type Paging = { page: number; perPage: number; direction: Direction };

/**
 * The rows of a page and the number of rows on all pages. `warnings` describes, by the names of errors, what went wrong
 * without failing the request.
 */
export type PagedRows<Row> = { rows: Row[]; total: number; warnings?: Record<string, string> };

/**
 * Reads the paging parameters. 400 for pages past a million rows, because with an offset the database reads all rows
 * before it.
 */
export function toPaging({ page = 0, per_page, order_direction }: z.infer<typeof PagingParameters>): Paging {
  const perPage = Math.min(per_page ?? DEFAULT_PER_PAGE, MAX_PER_PAGE);
  if (page * perPage > MAX_OFFSET) {
    throw invalidParameters({ invalid_param_page: `Pages past ${MAX_OFFSET} items are not served.` });
  }
  return { page, perPage, direction: order_direction === "DESC" ? "desc" : "asc" };
}

/**
 * Builds the paging of a response without pages: everything is on the first page. Data that is not an array counts as
 * one result.
 */
export function buildSinglePage(data: unknown): { of: Paging; total: number } {
  const total = Array.isArray(data) ? data.length : 1;
  return { of: { page: 0, perPage: Math.max(total, DEFAULT_PER_PAGE), direction: "asc" }, total };
}

/** Builds the part of a query that selects this page. */
export const pageWindow = ({ page, perPage }: Paging) => ({ skip: page * perPage, take: perPage });

/** Takes a page from rows that are all loaded, in the order added. */
export function slicePage<Row>(all: Row[], { page, perPage, direction }: Paging): PagedRows<Row> {
  const ordered = direction === "desc" ? all.toReversed() : all;
  return { rows: ordered.slice(page * perPage, (page + 1) * perPage), total: all.length };
}

export const PagingMetadata = z
  .strictObject({
    page: z.int(),
    per_page: z.int(),
    order_direction: z.enum(["ASC", "DESC"]),
    multi_result_count: z.int().meta({ description: "Items on all pages." }),
  })
  .meta({ id: "Paging" });
export type PagingMetadata = z.infer<typeof PagingMetadata>;

/** Presents the `paging` of a response. */
export const presentPaging = ({ page, perPage, direction }: Paging, total: number): PagingMetadata => ({
  page,
  per_page: perPage,
  order_direction: direction === "desc" ? "DESC" : "ASC",
  multi_result_count: total,
});
