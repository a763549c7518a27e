import { digest } from "@/lib/kernel/secrets";
import { MoveError } from "@/lib/moving/imports/schema";

/** How many pages without items may follow each other. */
const MAX_EMPTY_PAGES = 10;

/** Notices a list that never ends: a page that was read before, or one without anything new although others follow. */
export function createEndGuard(name: string) {
  const paths = new Set<string>();
  const ids = new Set<string>();
  let empty = 0;
  return (path: string, { ids: found, next }: { ids: string[]; next: string | null }): void => {
    // A path can be much longer than its digest, and a list can have hundreds of thousands of pages.
    const key = digest(path).toString("base64");
    empty = found.length > 0 ? 0 : empty + 1;
    const hasNothingNew = found.length > 0 ? found.every((id) => ids.has(id)) : empty > MAX_EMPTY_PAGES;
    if ((paths.has(key) || hasNothingNew) && next !== null)
      throw new MoveError(`The list ${name} of the other service has no end: ${path} has nothing new.`);
    paths.add(key);
    for (const id of found) ids.add(id);
  };
}
