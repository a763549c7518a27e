import { isDeepStrictEqual } from "node:util";
import { newId } from "@/lib/kernel/ids";

/**
 * Assigns ids to the parts of a template in a request: a part that equals a stored one in everything but its id takes
 * over that id (each once), every other part gets a new one. So the id of an unchanged part never changes.
 */
export function keepIds<Part extends object>(
  before: readonly (Part & { id: string })[],
  given: readonly Part[],
): (Part & { id: string })[] {
  const free = [...before];
  return given.map((part) => {
    const place = free.findIndex((one) => isDeepStrictEqual(one, { ...part, id: one.id }));
    const [kept] = place < 0 ? [] : free.splice(place, 1);
    return { ...part, id: kept?.id ?? newId() };
  });
}
