import { createHash, randomBytes } from "node:crypto";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import {
  countAccountData,
  findAccountIds,
  findEmployeeIds,
  findKnownIds,
  findKnownNames,
  findOwnAddresses,
  findSalt,
  insertErasure,
} from "./queries";
import type { Requester, StoredSubject } from "./schema";

/** Who is to be erased: accounts, and addresses without an account, in lower case. */
export type Person = { userIds: string[]; addresses: string[] };

const KEY_BYTES = 16;
const SALT_BYTES = 16;

/** Hashes an address of an erasure with its salt. */
export const hashAddress = (salt: Uint8Array, address: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(salt).update(address).digest());

/** Collects what the steps of an erasure need to know of a person, before the accounts end. */
export async function findSubject({ userIds, addresses }: Person): Promise<StoredSubject> {
  const [accounts, own] = [
    await Promise.all(userIds.map(findAccountIds)),
    await Promise.all(userIds.map(findOwnAddresses)),
  ];
  const person = { userIds: accounts.flat(), addresses: [...new Set([...addresses, ...own.flat()])] };
  return {
    ...person,
    employeeIds: await findEmployeeIds(person),
    knownIds: await findKnownIds(person),
    knownNames: await findKnownNames(person),
    key: randomBytes(KEY_BYTES).toString("hex"),
  };
}

/** An erasure that is repeated: under its id, with the hashes of all its addresses, and with the accounts that it ended. */
export type Repeated = {
  id: string;
  salt: Uint8Array<ArrayBuffer>;
  digests: Uint8Array<ArrayBuffer>[];
  userIds: string[];
};

/** Makes an erasure of these accounts and addresses. One that is repeated keeps what it had, and gets what came back. */
async function identify(
  { userIds, addresses }: StoredSubject,
  repeated: Repeated | undefined,
): Promise<Repeated> {
  const salt = repeated?.salt ?? (await findSalt()) ?? new Uint8Array(randomBytes(SALT_BYTES));
  const digests = [...(repeated?.digests ?? []), ...addresses.map((address) => hashAddress(salt, address))];
  return {
    id: repeated?.id ?? newId(),
    salt,
    digests: [...new Map(digests.map((digest) => [Buffer.from(digest).toString("hex"), digest])).values()],
    userIds: [...new Set([...(repeated?.userIds ?? []), ...userIds])],
  };
}

/**
 * Records an erasure in the open transaction, before the accounts end in it. From the commit on a job finishes it, whatever
 * happens to this process. Returns its id.
 */
export async function recordErasure(
  person: Person,
  requestedBy: Requester,
  repeated?: Repeated,
): Promise<string> {
  const subject = await findSubject(person);
  const identity = await identify(subject, repeated);
  const now = clock.now();
  const counts = await countAccountData(subject.userIds);
  await insertErasure({ ...identity, requestedBy, subject, counts, createdAt: now, dueAt: now });
  return identity.id;
}
