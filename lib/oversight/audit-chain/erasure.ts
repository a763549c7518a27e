import type { Actor } from "@/lib/access/callers/caller";
import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { buildAuditEntry, insertNewAuditEntries } from "@/lib/access/audit/service";
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
import { buildErasureChanges, ERASE_ACTION, type ErasedPositions } from "./erasure-records";
import { eraseFields } from "./record";
import type { PersonalField } from "./schema";

const ERASER: Actor = { type: "System", id: "erasure", name: "Erasure of a person" };
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

/** Collects which fields of which positions were erased, by the organization. */
function listErasedPositions(rows: PersonalEntry[], links: ErasedLink[]): Map<string, ErasedPositions> {
  const before = new Map(rows.map((row) => [row.id, row]));
  const organizations = new Map<string, ErasedPositions>();
  for (const { entry_id: id, erased } of links) {
    const row = before.get(id);
    if (!row || row.position === null) continue;
    const positions = organizations.get(row.organizationId) ?? new Map<string, number[]>();
    organizations.set(row.organizationId, positions);
    for (const field of Object.keys(erased ?? {}))
      if (row.erased?.[field] === undefined)
        positions.set(field, [...(positions.get(field) ?? []), row.position]);
  }
  return organizations;
}

/** Records the erasure in the log of each organization: without that entry, empty fields are a change (decision 0124). */
async function recordErasedFields(
  erasureId: string,
  organizations: Map<string, ErasedPositions>,
): Promise<void> {
  const entries = [...organizations].map(([organizationId, positions]) => ({
    ...buildAuditEntry({ organizationId, actor: ERASER }, ERASE_ACTION, organizationId),
    // Not those of the person who erases an own account.
    address: null,
    requestId: null,
    changes: buildErasureChanges(erasureId, positions),
  }));
  await insertNewAuditEntries(entries);
}

/**
 * Erases a person from up to `limit` audit entries of all organizations, in one transaction: the name, the address and
 * browser of what the person did, and changes of values that contain an address. The chains still verify (decision 0124).
 * Returns how many entries.
 */
export function eraseFromAuditEntries(
  person: AuditPerson,
  erasureId: string,
  limit: number,
): Promise<number> {
  return transaction(async () => {
    await waitForChains();
    const entries = await findPersonalEntries(person, limit);
    const links = entries.flatMap(buildErasedLink);
    if (links.length > 0) {
      await saveErasedLinks(links);
      await recordErasedFields(erasureId, listErasedPositions(entries, links));
    }
    if (entries.length > 0)
      await emptyEntries(
        entries.filter(({ isActor }) => isActor).map(({ id }) => id),
        entries.filter(({ isInChanges }) => isInChanges).map(({ id }) => id),
      );
    return entries.length;
  });
}
