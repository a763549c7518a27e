import { z } from "zod";
import { lastPage, type Page } from "./page";

export const ListMetadata = z
  .strictObject({
    count: z.int(),
    current_page: z.int(),
    total_count: z.int(),
    total_count_is_minimum: z
      .literal(true)
      .optional()
      .meta({ description: "Present when there are more rows than `total_count`. Pages end there." }),
    total_pages: z.int(),
    per: z.int(),
    previous_page_url: z.string().nullable(),
    next_page_url: z.string().nullable(),
  })
  .meta({ id: "ListMetadata" });
export type ListMetadata = z.infer<typeof ListMetadata>;

/** The number of pages of a list that can be requested; at least 1. */
export const servedPageCount = ({ total, per }: { total: number; per: number }): number =>
  Math.min(Math.max(1, Math.ceil(total / per)), lastPage(per));

const pageUrl = (url: URL, page: number, per: number): string => {
  const target = new URL(url);
  target.searchParams.set("page", String(page));
  if (target.searchParams.has("per")) target.searchParams.set("per", String(per));
  return target.href;
};

/**
 * Builds the `metadata` of a list. `url` is the public URL of the request, whose filter, sort and per are kept.
 * `total_pages` and `next_page_url` end at the last page that can be requested, so clients that follow them get no 400.
 */
export function listMetadata(
  { rows, total, page, per, isTotalMinimum }: Page<unknown>,
  url: URL,
): ListMetadata {
  const totalPages = servedPageCount({ total, per });
  return {
    count: rows.length,
    current_page: page,
    total_count: total,
    ...(isTotalMinimum ? { total_count_is_minimum: true } : {}),
    total_pages: totalPages,
    per,
    previous_page_url: page > 1 ? pageUrl(url, Math.min(page - 1, totalPages), per) : null,
    next_page_url: page < totalPages ? pageUrl(url, page + 1, per) : null,
  };
}
