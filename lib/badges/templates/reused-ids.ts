import { isDeepStrictEqual } from "node:util";
import { newId } from "@/lib/kernel/ids";

/**
 * Assigns ids to the parts of a template in a request: a part that equals a stored one in everything but its id takes
 * over that id (each once), every other part gets a new one. So the id of an unchanged part never changes.
 */
export function reuseIds<Part extends object>(
  before: readonly (Part & { id: string })[],
  given: readonly Part[],
): (Part & { id: string })[] {
  const free = [...before];
  return given.map((part) => {
    const index = free.findIndex((one) => isDeepStrictEqual(one, { ...part, id: one.id }));
    const [reused] = index < 0 ? [] : free.splice(index, 1);
    return { ...part, id: reused?.id ?? newId() };
  });
}
