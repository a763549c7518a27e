import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { transaction } from "@/lib/kernel/db";
import {
  countPersonalEntries,
  emptyEntries,
  findEntryRangeEnd,
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
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Entries that one transaction reads. */
const RANGE_SIZE = 5_000;

/** Counts the entries from which a person would be erased. Reads all entries. */
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
 * Erases a person from the next 5,000 audit entries of all organizations, in one transaction: the name, the address and
 * browser of what the person did, and changes of values that contain an address. The chains still verify (decision 0124).
 * `after` is the position that the last call returned. Returns how many entries, and the position; null at the end.
 */
export function eraseFromAuditEntries(
  person: AuditPerson,
  after: string | null,
): Promise<{ erased: number; position: string | null }> {
  return transaction(async () => {
    await waitForChains();
    const start = after ?? FIRST_ID;
    const end = await findEntryRangeEnd(start, RANGE_SIZE);
    const entries = await findPersonalEntries(person, { after: start, end });
    const links = entries.flatMap(buildErasedLink);
    if (links.length > 0) await saveErasedLinks(links);
    if (entries.length > 0)
      await emptyEntries(
        entries.filter(({ isActor }) => isActor).map(({ id }) => id),
        entries.filter(({ isInChanges }) => isInChanges).map(({ id }) => id),
      );
    return { erased: entries.length, position: end };
  });
}
