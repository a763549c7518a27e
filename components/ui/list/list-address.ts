import { truncateText } from "@/lib/kernel/truncate-text";

/** The state of a list in its address: filters, sort and page. So it can be shared, and the Back button works. */
export type ListAddress = { path: string; params: Record<string, string> };

/** Builds the list's address with some parameters changed. Empty ones are left out, and the page returns to 1. */
export function listHref({ path, params }: ListAddress, changes: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...params, page: "", ...changes })) {
    if (value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Cleans free text for a filter: at most 200 characters, no control characters, no `|` (it separates filters). */
export const cleanSearchText = (text: string): string =>
  truncateText(text.replace(/[|\p{Cc}]/gu, " ").trim(), 200);
