import { newId } from "@/lib/kernel/ids";
import { getKind } from "@/lib/moving/records/kinds";
import type { Known } from "./identity-queries";
import {
  findAddressOwners,
  findLivePeople,
  findTakenAddressIds,
  findTakenSlugs,
  insertPeople,
  updateUnusedPeople,
  type PersonRecord,
} from "./people-queries";
import { chooseIds, type Pending, type Target } from "./resolve";
import type { Ready } from "./rows";
import type { Row } from "./write-queries";

const toPerson = ({ record }: Pick<Pending, "record">): PersonRecord => record as PersonRecord;

/** Returns the account that a person has here already: that of a proved address, or of the primary one. */
function findOwner({ addresses }: PersonRecord, owners: Map<string, string>): string | undefined {
  const ordered = addresses.toSorted(
    (one, other) =>
      Number(other.confirmed_at !== null) - Number(one.confirmed_at !== null) ||
      Number(other.primary) - Number(one.primary),
  );
  return ordered.map(({ email }) => owners.get(email)).find((owner) => owner !== undefined);
}

/** Whether an earlier run wrote the account: without a digest, only its id is reserved. */
const isWritten = (known: Pending["known"]): known is Known => Boolean(known?.digest);

/** Returns the account of a person, and whether a move created it and it still exists. */
function findAccount({ known }: Pending, owner: string | undefined, live: Set<string>) {
  if (isWritten(known) && !live.has(known.newId)) return { id: owner ?? known.newId, isOwn: false };
  return { id: known?.newId ?? owner, isOwn: known?.isCreated ?? false };
}

/**
 * Returns the ids of people here. A person who has an account here keeps it (`matched`): a move does not change it. The
 * others get accounts without passwords. One whose account was deleted here gets no other one: they are linked to the
 * account that their address belongs to now, or else stay linked to the deleted one.
 */
export async function identifyPeople(
  target: Target,
  pending: Pending[],
): Promise<{ ids: Map<string, string>; matched: Set<string> }> {
  const ids = new Map<string, string>();
  const matched = new Set<string>();
  const emails = pending.flatMap((item) => toPerson(item).addresses.map(({ email }) => email));
  const owners = await findAddressOwners(target.client, emails);
  const live = await findLivePeople(
    target.client,
    pending.flatMap(({ known }) => (isWritten(known) ? [known.newId] : [])),
  );
  for (const item of pending) {
    const found = findAccount(item, findOwner(toPerson(item), owners), live);
    if (found.id === undefined) continue;
    ids.set(item.key, found.id);
    if (!found.isOwn) matched.add(item.key);
  }
  const fresh = pending.filter(({ key }) => !ids.has(key)).map(({ key }) => key);
  for (const [key, here] of await chooseIds(target, getKind("person"), fresh)) ids.set(key, here);
  return { ids, matched };
}

/** Writes people: new accounts with their addresses, and changes of accounts that are unused. */
export async function writePeople({ client, notGiven }: Target, ready: Ready[]): Promise<void> {
  const kind = getKind("person");
  const fresh = ready.filter(({ isNew }) => isNew);
  const people = fresh.map(({ row }) => row);
  const slugs = await findTakenSlugs(
    client,
    people.map((row) => String(row.vanity_slug)),
  );
  for (const row of people)
    if (slugs.has(String(row.vanity_slug))) row.vanity_slug = `u-${String(row.id).slice(-12)}`;
  const addresses = fresh.flatMap(({ record, row }) =>
    toPerson({ record }).addresses.map((address): Row => ({ ...address, user_id: row.id })),
  );
  const taken = await findTakenAddressIds(
    client,
    addresses.map(({ id }) => String(id)),
  );
  for (const address of addresses) if (taken.has(String(address.id))) address.id = newId();
  await insertPeople(client, kind, people, addresses);
  await updateUnusedPeople(
    client,
    ready.filter(({ isNew }) => !isNew).map(({ row }) => row),
    notGiven.person ?? [],
  );
}
