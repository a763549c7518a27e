import { type ApiError, notFound, unprocessable } from "@/lib/kernel/errors";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { isUuid, newId } from "@/lib/kernel/ids";
import {
  countAccountData,
  findAccount,
  findAddressOwner,
  findAddressesByDigest,
  findDigests,
  findErasure,
  findOwnAddresses,
} from "./queries";
import { endAccount, lockAccountData } from "./account";
import { presentCounts, presentErasure, type ErasureReport } from "./report";
import {
  continueErasure,
  withErasure,
  findSubject,
  hashAddress,
  recordErasure,
  type Person,
  type Repeated,
} from "./run";
import { countInPersonalColumns } from "./search-queries";
import type { Counts, ErasureLine, Requester } from "./schema";
import { addCounts, countToCheck, STEPS } from "./steps";

/** The operator in the place of the person, who leaves the organizations. */
const asOperator = (userId: string): Earner => ({
  userId,
  actor: { type: "System", id: "admin", name: "Operator of the installation" },
});

/**
 * Finds a person by an account or an address. The account of a confirmed or primary address is erased as a whole. An address
 * without an account is erased where organizations wrote it. Throws 404 for an unknown account.
 */
export async function findPerson(key: { user: string } | { email: string }): Promise<Person> {
  if ("email" in key) {
    const owner = await findAddressOwner(key.email);
    return { userIds: owner === null ? [] : [owner], addresses: [key.email] };
  }
  const id = isUuid(key.user) ? await findAccount(key.user.toLowerCase()) : await findAddressOwner(key.user);
  if (id === null) throw notFound(`There is no user ${key.user}.`);
  return { userIds: [id], addresses: [] };
}

/** Says what an erasure would erase, and changes nothing. Reads whole tables. */
export async function previewErasure(person: Person): Promise<ReturnType<typeof presentCounts>> {
  const subject = withErasure(await findSubject(person), { id: newId(), createdAt: clock.now() });
  let counts: Counts = addCounts(await countAccountData(subject.userIds), await countToCheck(subject));
  for (const step of STEPS) counts = addCounts(counts, await step.count(subject));
  return presentCounts(counts);
}

/**
 * Erases a person (decision 0126): ends the accounts in one transaction with the record of the erasure, then erases the
 * rest in batches. If it ends early, the job `erase-persons` continues. Returns the report. Throws 422 for the last
 * administrator of an organization.
 */
export async function erasePerson(
  person: Person,
  requestedBy: Exclude<Requester, "person">,
  repeated?: Repeated,
): Promise<ErasureReport> {
  const id = await transaction(async () => {
    const locked = new Map<string, string[]>();
    for (const userId of person.userIds.toSorted()) locked.set(userId, await lockAccountData(userId));
    const erasure = await recordErasure(person, requestedBy, repeated);
    for (const [userId, organizations] of locked) await endAccount(asOperator(userId), organizations);
    return erasure;
  });
  while (await continueErasure(id));
  return getErasureReport(id);
}

/**
 * Counts where an address still stands, by `table.column`, in the columns that can hold personal data. Reads whole tables.
 */
export const searchAddress = (email: string): Promise<Record<string, number>> =>
  countInPersonalColumns(email);

/** Returns the report of an erasure. Throws 404 for an unknown one. */
export async function getErasureReport(id: string): Promise<ErasureReport> {
  const row = isUuid(id) ? await findErasure(id) : null;
  if (!row) throw notFound(`There is no erasure ${id}.`);
  return presentErasure(row);
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const toBytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, "hex"));

/** Lists all erasures for a file outside of the database, without personal data. */
export const listErasures = async (): Promise<ErasureLine[]> =>
  (await findDigests()).map(({ id, createdAt, salt, digests, userIds }) => ({
    id,
    created_at: createdAt.toISOString(),
    salt: toHex(salt),
    digests: digests.map(toHex),
    user_ids: userIds,
  }));

/** Whether an account has no address that the erased person did not have. */
async function isSamePerson(userId: string, { salt, digests }: Repeated): Promise<boolean> {
  const known = new Set(digests.map(toHex));
  const addresses = await findOwnAddresses(userId);
  return addresses.every((address) => known.has(toHex(hashAddress(salt, address))));
}

function otherAddresses(userId: string): ApiError {
  const what = `The account ${userId} has an address of the erased person, and others which they did not have.`;
  return unprocessable("other_addresses", `${what} If it is theirs, erase it with --user ${userId}.`);
}

/**
 * Finds the person of an erasure that a restored backup undid: the accounts that the erasure ended, with all addresses that
 * they have in the backup, and its addresses. There an address can also belong to somebody who gave it up before the erased
 * person had it. It is left to them if the account of the person is known; otherwise throws 422.
 */
async function findReturned(repeated: Repeated): Promise<Person> {
  const found = await Promise.all(repeated.userIds.map(findAccount));
  const userIds = new Set(found.filter((id) => id !== null));
  const isKnown = userIds.size > 0;
  const addresses: string[] = [];
  for (const address of await findAddressesByDigest(repeated.salt, repeated.digests)) {
    const owner = await findAddressOwner(address);
    const isTheirs = owner === null || userIds.has(owner) || (await isSamePerson(owner, repeated));
    if (!isTheirs && !isKnown) throw otherAddresses(owner);
    if (!isTheirs) continue;
    if (owner !== null) userIds.add(owner);
    addresses.push(address);
  }
  return { userIds: [...userIds], addresses };
}

/**
 * Repeats an erasure that a restored backup undid, under its id. One that the database knows was not undone, and is not
 * repeated: what has its address now was written since. One whose accounts and addresses are nowhere is not recorded, so
 * that a later repetition looks again. Throws 422 for an account that also has addresses of somebody else.
 */
export async function repeatErasure(line: ErasureLine): Promise<"repeated" | "known" | "not_found"> {
  if (await findErasure(line.id)) return "known";
  const repeated = {
    id: line.id,
    salt: toBytes(line.salt),
    digests: line.digests.map(toBytes),
    userIds: line.user_ids,
  };
  const person = await findReturned(repeated);
  if (person.addresses.length === 0 && person.userIds.length === 0) return "not_found";
  await erasePerson(person, "repetition", repeated);
  return "repeated";
}
