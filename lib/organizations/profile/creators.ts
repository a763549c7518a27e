import type { Actor } from "@/lib/access/callers/caller";
import { isUuid } from "@/lib/kernel/ids";
import { findCreators } from "./queries";

/** The columns that identify the creator of a credential. */
type CreatorColumns = { createdById: string | null; createdByType: string };

/** Returns the creator columns for what an actor creates. The id is a UUID for every kind of actor. */
export const creatorColumns = ({ type, id, uuid, name }: Actor) => ({
  createdById: uuid ?? id,
  createdByType: type,
  createdByName: name,
});

/** Adds to each row whether its creator is still in the organization, in one query for all of them. */
export async function withCreators<Row extends CreatorColumns>(
  organizationId: string,
  rows: readonly Row[],
): Promise<(Row & { isCreatorAvailable: boolean })[]> {
  const creatorIds = (type: Actor["type"]): string[] => {
    const ofType = rows.filter((row) => row.createdByType === type);
    return [...new Set(ofType.flatMap(({ createdById: id }) => (id !== null && isUuid(id) ? [id] : [])))];
  };
  const ids = {
    users: creatorIds("User"),
    tokens: creatorIds("AuthorizationToken"),
    applications: creatorIds("OAuthApplication"),
  };
  const found = rows.length === 0 ? [] : await findCreators(organizationId, ids);
  const present = new Set(found.map(({ type, id }) => `${type} ${id}`));
  return rows.map((row) => ({
    ...row,
    isCreatorAvailable: present.has(`${row.createdByType} ${row.createdById}`),
  }));
}

/** Adds to one row whether its creator is still in the organization. */
export async function withCreator<Row extends CreatorColumns>(
  organizationId: string,
  row: Row,
): Promise<Row & { isCreatorAvailable: boolean }> {
  const [found] = await withCreators(organizationId, [row]);
  return found ?? { ...row, isCreatorAvailable: false };
}
