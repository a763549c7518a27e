import type { Actor } from "@/lib/access/callers/caller";
import { isUuid } from "@/lib/kernel/ids";
import { findCreators } from "./creator-queries";

/** Who created a credential, as its columns keep it. */
type CreatorColumns = { createdById: string | null; createdByType: string };

/** The columns of what an actor creates; the id is a UUID whatever the actor is. */
export const creatorColumns = ({ type, id, uuid, name }: Actor) => ({
  createdById: uuid ?? id,
  createdByType: type,
  createdByName: name,
});

/** Adds whether the creator of each row is still in the organization, in one query for all of them. */
export async function withCreators<Row extends CreatorColumns>(
  organizationId: string,
  rows: readonly Row[],
): Promise<(Row & { isCreatorAvailable: boolean })[]> {
  const idsOf = (type: Actor["type"]): string[] => {
    const own = rows.filter((row) => row.createdByType === type);
    return [...new Set(own.flatMap(({ createdById: id }) => (id !== null && isUuid(id) ? [id] : [])))];
  };
  const ids = {
    users: idsOf("User"),
    tokens: idsOf("AuthorizationToken"),
    applications: idsOf("OAuthApplication"),
  };
  const found = rows.length === 0 ? [] : await findCreators(organizationId, ids);
  const present = new Set(found.map(({ type, id }) => `${type} ${id}`));
  return rows.map((row) => ({
    ...row,
    isCreatorAvailable: present.has(`${row.createdByType} ${row.createdById}`),
  }));
}

/** The same for one row. */
export async function withCreator<Row extends CreatorColumns>(
  organizationId: string,
  row: Row,
): Promise<Row & { isCreatorAvailable: boolean }> {
  const [found] = await withCreators(organizationId, [row]);
  return found ?? { ...row, isCreatorAvailable: false };
}
