import type { Page } from "@/lib/kernel/list/page";

/** A page of a list, as a command prints it. */
export type ListResult<Item> = { items: Item[]; page: number; total_pages: number; total_count: number };

/** Returns the page number and the totals of a list. */
export const pageMetadata = ({ page, per, total }: Page<unknown>): Omit<ListResult<never>, "items"> => ({
  page,
  total_pages: Math.max(1, Math.ceil(total / per)),
  total_count: total,
});
