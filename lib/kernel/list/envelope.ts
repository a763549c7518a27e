import { z } from "zod";
import type { Page } from "./page";

export const ListMetadata = z
  .strictObject({
    count: z.int(),
    current_page: z.int(),
    total_count: z.int(),
    total_pages: z.int(),
    per: z.int(),
    previous_page_url: z.string().nullable(),
    next_page_url: z.string().nullable(),
  })
  .meta({ id: "ListMetadata" });
export type ListMetadata = z.infer<typeof ListMetadata>;

const pageUrl = (url: URL, page: number, per: number): string => {
  const target = new URL(url);
  target.searchParams.set("page", String(page));
  if (target.searchParams.has("per")) target.searchParams.set("per", String(per));
  return target.href;
};

/** The `metadata` of a list; `url` is the public address of the request, whose filter, sort and per carry on. */
export function listMetadata({ rows, total, page, per }: Page<unknown>, url: URL): ListMetadata {
  const totalPages = Math.max(1, Math.ceil(total / per));
  return {
    count: rows.length,
    current_page: page,
    total_count: total,
    total_pages: totalPages,
    per,
    previous_page_url: page > 1 ? pageUrl(url, Math.min(page - 1, totalPages), per) : null,
    next_page_url: page < totalPages ? pageUrl(url, page + 1, per) : null,
  };
}
