import { clock } from "@/lib/kernel/clock";
import {
  findEndingCertificates,
  findEndingLearningTokens,
  findEndingTokens,
  findFailingDomains,
  findFailingEndpoints,
  type EndingToken,
  type Search,
} from "./queries";
import { recordNotices, type NewNotice } from "./record";

/** How many notices a turn makes, each for up to 20 members. */
const BATCH_SIZE = 200;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** A notice to make, with the id of the row that it is about. */
type Due = { id: string; notice: NewNotice };

const toTokenNotice =
  (credential: "authorization_token" | "learning_token") =>
  ({ id, organizationId, key, name, endsAt }: EndingToken): Due => ({
    id,
    notice: {
      kind: "token_ending",
      organizationId,
      key,
      data: { credential, id, name, ends_at: endsAt.toISOString() },
    },
  });

const SOURCES: ((search: Search) => Promise<Due[]>)[] = [
  async (search) =>
    (await findFailingEndpoints(search)).map(({ id, key, failingSince }) => ({
      id,
      notice: {
        kind: "webhooks_failing",
        organizationId: id,
        key,
        data: { failing_since: failingSince.toISOString() },
      },
    })),
  async (search) => (await findEndingTokens(search)).map(toTokenNotice("authorization_token")),
  async (search) => (await findEndingLearningTokens(search)).map(toTokenNotice("learning_token")),
  async (search) =>
    (await findFailingDomains(search)).map(({ id, key, domain, endsAt }) => ({
      id,
      notice: {
        kind: "domain_failing",
        organizationId: id,
        key,
        data: { event: "proof_missing", domain, ends_at: endsAt.toISOString() },
      },
    })),
  async (search) =>
    (await findEndingCertificates(search)).map(({ id, key, domain, endsAt }) => ({
      id,
      notice: {
        kind: "domain_failing",
        organizationId: id,
        key,
        data: { event: "certificate_ending", domain, ends_at: endsAt.toISOString() },
      },
    })),
];

/** Makes a batch of notices of one kind. Returns where the next batch continues; null when there is none. */
async function makeBatch(find: (search: Search) => Promise<Due[]>, after: string): Promise<string | null> {
  const due = await find({ after, now: clock.now(), limit: BATCH_SIZE });
  await recordNotices(due.map(({ notice }) => notice));
  return due.length === BATCH_SIZE ? (due.at(-1)?.id ?? null) : null;
}

const begin = (): (string | null)[] => SOURCES.map(() => FIRST_ID);

/**
 * Where the next turn of this process continues with each kind; null for one that is done. A new process begins again and
 * finds only what has no notice yet.
 */
let positions = begin();

/**
 * Makes notices of what is about to end or has failed for a day. A turn makes a batch of each kind, each in one
 * transaction. True when more may be left.
 */
export async function makeDueNotices(): Promise<boolean> {
  for (const [index, find] of SOURCES.entries()) {
    const after = positions[index] ?? null;
    if (after !== null) positions[index] = await makeBatch(find, after);
  }
  if (positions.some((position) => position !== null)) return true;
  positions = begin();
  return false;
}
