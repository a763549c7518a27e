import { isDeepStrictEqual } from "node:util";
import { newId } from "@/lib/kernel/ids";

/**
 * Gives ids to the parts of a template as a request lists them: a part that the template has already, equal in all but
 * its id, keeps that id (each once), every other one gets a new one. So an id stays as long as what it names.
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
