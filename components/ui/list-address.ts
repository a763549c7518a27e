import { cutText } from "@/lib/kernel/cut-text";

/** The state of a list as its address holds it: filters, sort and page, so that it can be shared and Back works. */
export type ListAddress = { path: string; params: Record<string, string> };

/** The address of the list with some parameters changed; an empty one is left out, and the page starts over. */
export function listHref({ path, params }: ListAddress, changes: Record<string, string>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...params, page: "", ...changes })) {
    if (value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Free text for a filter: `|` and control characters end the filter, or the database's patience. */
export const searchWords = (text: string): string => cutText(text.replace(/[|\p{Cc}]/gu, " ").trim(), 200);
