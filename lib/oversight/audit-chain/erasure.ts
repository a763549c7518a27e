import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { transaction } from "@/lib/kernel/db";
import {
  countPersonalEntries,
  emptyEntries,
  findPersonalEntries,
  saveErasedLinks,
  waitForChains,
  type AuditPerson,
  type ErasedLink,
  type PersonalEntry,
} from "./erasure-queries";
import { eraseFields } from "./record";
import type { PersonalField } from "./schema";

const ACTOR_FIELDS = ["actor_name", "address", "browser"] as const satisfies PersonalField[];

/** Counts the entries from which a person would be erased. */
export const countEntriesOfPerson = (person: AuditPerson): Promise<number> => countPersonalEntries(person);

function buildErasedLink(row: PersonalEntry): ErasedLink[] {
  // Entries that wait for their link get one of what is left of them.
  if (!row.salts) return [];
  const fields: PersonalField[] = [
    ...(row.isActor ? ACTOR_FIELDS : []),
    ...(row.isInChanges ? (["changes"] as const) : []),
  ];
  const link = { salts: row.salts, erased: row.erased };
  return [{ entry_id: row.id, ...eraseFields(presentAuditEntry(row), fields, link) }];
}

/**
 * Erases a person from up to `limit` audit entries of all organizations, in one transaction: the name, the address and
 * browser of what the person did, and changes of values that contain an address. The chains still verify (decision 0124).
 * Returns how many entries.
 */
export function eraseFromAuditEntries(person: AuditPerson, limit: number): Promise<number> {
  return transaction(async () => {
    await waitForChains();
    const entries = await findPersonalEntries(person, limit);
    const links = entries.flatMap(buildErasedLink);
    if (links.length > 0) await saveErasedLinks(links);
    if (entries.length > 0)
      await emptyEntries(
        entries.filter(({ isActor }) => isActor).map(({ id }) => id),
        entries.filter(({ isInChanges }) => isInChanges).map(({ id }) => id),
      );
    return entries.length;
  });
}
