import type { Caller } from "@/lib/access/callers/caller";
import { allows } from "@/lib/access/callers/rights";
import { KINDS } from "./queries";

/**
 * Finds an id of the organization for each of these names, such as `badge_template_id`, that the caller may read: the
 * newest. One statement for each name. Names of no kind, and kinds of which there is none, are left out.
 */
export async function findSampleIds(
  caller: Caller,
  names: readonly string[],
): Promise<Record<string, string>> {
  const found = await Promise.all(
    [...new Set(names)].map(async (name): Promise<[string, string][]> => {
      const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
      if (!kind || !allows(caller, kind.scope, "read")) return [];
      const row = await kind.find(caller.organizationId);
      return row ? [[name, String(row.id)]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
