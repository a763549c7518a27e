import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import {
  lockDueErasure,
  lockErasure,
  postponeErasure,
  saveFinish,
  saveProgress,
  countAccountData,
  findAccountIds,
  findEmployeeIds,
  findKnownIds,
  findKnownNames,
  findOwnAddresses,
  findSalt,
  insertErasure,
} from "./queries";
import { Counts, StoredSubject, type Subject, type Requester } from "./schema";
import type { ErasureRow } from "./serializer";
import { addCounts, countToCheck, STEPS } from "./steps";
import { createHash, randomBytes } from "node:crypto";
import { newId } from "@/lib/kernel/ids";

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

/** After this time nothing is being written any more that began before the erasure. */
const SECOND_PASS_MS = 10 * 60_000;
const PASSES = 2;
const RETRY_MS = 55 * 60_000;

/** Machines may differ by this much in time. */
const CLOCK_MARGIN_MS = 60_000;

/** Adds the erasure with its time: it erases what was written before, and in the minute after. */
export const withErasure = (
  subject: StoredSubject,
  { id, createdAt }: { id: string; createdAt: Date },
): Subject => ({
  ...subject,
  erasureId: id,
  before: new Date(createdAt.getTime() + CLOCK_MARGIN_MS),
});

/** Does one batch, and stores where the erasure continues. Returns true when more is to be done now. */
async function eraseBatch(row: ErasureRow): Promise<boolean> {
  const subject = withErasure(StoredSubject.parse(row.subject), row);
  const step = STEPS[row.step];
  if (!step) return endPass(row, subject);
  const { counts, position } = await step.erase(subject, row.position);
  await saveProgress(row.id, {
    step: position === null ? row.step + 1 : row.step,
    position,
    passes: row.passes,
    counts: addCounts(Counts.parse(row.counts), counts),
  });
  return true;
}

/** Ends a pass over all steps: the first waits for what was being written meanwhile, the second ends the erasure. */
async function endPass(row: ErasureRow, subject: Subject): Promise<boolean> {
  const counts = { ...Counts.parse(row.counts), ...(await countToCheck(subject)) };
  const passes = row.passes + 1;
  const dueAt = new Date(row.createdAt.getTime() + SECOND_PASS_MS);
  if (passes < PASSES) await saveProgress(row.id, { step: 0, position: null, passes, counts, dueAt });
  else {
    await saveFinish(row.id, counts, clock.now());
    log.info({ erasure: row.id }, "person erased");
  }
  return false;
}

/**
 * Continues an erasure with its next batch, in one transaction with the record of its progress: a process that dies leaves
 * the batch undone, and the next one repeats it. Returns true while the pass has more to do, false also when another process
 * works on the erasure.
 */
export const continueErasure = (id: string): Promise<boolean> =>
  transaction(async () => {
    const row = await lockErasure(id);
    return row ? eraseBatch(row) : false;
  });

/**
 * Continues the oldest erasure that is due with one batch. One that fails is tried again in an hour, so that it does not keep
 * others from being done. Returns true when more may be left.
 */
export async function continueDueErasure(): Promise<boolean> {
  let id: string | null = null;
  try {
    return await transaction(async () => {
      const row = await lockDueErasure(clock.now());
      if (!row) return false;
      ({ id } = row);
      await eraseBatch(row);
      return true;
    });
  } catch (error) {
    if (id === null) throw error;
    log.warn({ err: error, erasure: id }, "erasure failed; trying again in an hour");
    await postponeErasure(id, new Date(clock.now().getTime() + RETRY_MS));
    return true;
  }
}
