import { randomText } from "@/lib/kernel/secrets";
import type { Kind } from "@/lib/moving/records/kind";
import type { KindName } from "@/lib/moving/records/schema";
import { findUnauthorized } from "./identity-queries";
import { findAdministrator, findCreatedPeople, findTakenKeys, lockProvedPeople } from "./learning-queries";
import { findTakenNumbers, type NumberColumn } from "./number-queries";
import type { Target } from "./resolve";
import type { Ready } from "./rows";
import type { Refusal } from "./schema";

/** Rows of a batch, those that are not written, and new secrets by the key of the record. */
export type Prepared = {
  ready: Ready[];
  refusals: Refusal[];
  /** How many are left as they are here. */
  left: number;
  /** How many wait for a person here. */
  waiting: number;
  secrets: Map<string, string>;
};

/** Refuses rows for which there is a reason. */
function refuse(kind: Kind, prepared: Prepared, findReason: (ready: Ready) => string | null): Prepared {
  const ready: Ready[] = [];
  const refusals = [...prepared.refusals];
  for (const item of prepared.ready) {
    const reason = findReason(item);
    if (reason === null) ready.push(item);
    else refusals.push({ line: item.line, kind: kind.name, key: item.key, reason });
  }
  return { ...prepared, ready, refusals };
}

/** Refuses badges of templates of other organizations here that did not authorize this one: a source may name any. */
async function refuseUnauthorized(target: Target, kind: Kind, prepared: Prepared): Promise<Prepared> {
  const named = prepared.ready.map(({ newKey, row }) => ({
    id: newKey,
    ownerId: String(row.template_organization_id),
    templateId: String(row.badge_template_id),
  }));
  const unauthorized = await findUnauthorized(target.client, target.organizationId, named);
  return refuse(kind, prepared, ({ newKey, record }) =>
    unauthorized.has(newKey)
      ? `template_organization_id: the organization ${String(record.template_organization_id)} has not authorized this one to issue from the template. Move that organization in, or let it authorize this one.`
      : null,
  );
}

/**
 * Does not let an LMS open an account that was here before, or, if its owner did not connect it, one that proved an address.
 * Only the owner can allow this here. They are asked when they launch next. A connection that is here is theirs, and stays.
 */
async function awaitOwners(target: Target, _kind: Kind, prepared: Prepared): Promise<Prepared> {
  const { client, organizationId } = target;
  const { ready } = prepared;
  const created = await findCreatedPeople(
    client,
    organizationId,
    ready.map(({ record }) => String(record.user_id)),
  );
  const proved = await lockProvedPeople(
    client,
    ready.map(({ row }) => String(row.user_id)),
  );
  const mayOpen = ({ record, row }: Ready): boolean =>
    created.has(String(record.user_id)) && (record.connected_at !== null || !proved.has(String(row.user_id)));
  const closed = ready.filter((item) => !mayOpen(item));
  const waiting = closed.filter(({ isNew }) => isNew).length;
  return { ...prepared, ready: ready.filter(mayOpen), waiting, left: closed.length - waiting };
}

/** Gives new apps another key where theirs is taken. An LMS has to be set up again anyway, because the secret is new. */
async function replaceTakenKeys({ client }: Target, { ready }: Prepared): Promise<void> {
  const fresh = ready.filter(({ isNew }) => isNew);
  const taken = await findTakenKeys(
    client,
    fresh.map(({ row }) => String(row.consumer_key)),
  );
  for (const { row } of fresh) if (taken.has(String(row.consumer_key))) row.consumer_key = randomText(32);
}

/** Lets an administrator stand for accounts that were deleted. */
async function replaceDeleted(
  { client, organizationId }: Target,
  kind: Kind,
  prepared: Prepared,
  column: "owner_id" | "creator_id",
): Promise<Prepared> {
  if (prepared.ready.every(({ row }) => row[column] !== null)) return prepared;
  const administratorId = await findAdministrator(client, organizationId);
  for (const { row } of prepared.ready) row[column] ??= administratorId;
  return refuse(kind, prepared, ({ row }) =>
    row[column] === null
      ? `${column}: the account was deleted, and this organization has no administrator to stand for it. Add one and move in again.`
      : null,
  );
}

/** Keeps the numbers of new rows where they are free. The others get one from the sequence, as null. */
async function chooseNumbers(
  { client, isVouched }: Target,
  { ready }: Prepared,
  numbered: NumberColumn,
): Promise<void> {
  const given = ready.flatMap(({ isNew, row }) => {
    const number = row[numbered.column];
    return isNew && isVouched && typeof number === "number" ? [number] : [];
  });
  const taken = await findTakenNumbers(client, numbered, given);
  const free = new Set(given.filter((number) => !taken.has(number)));
  for (const { isNew, row } of ready)
    if (!isNew || !free.delete(row[numbered.column] as number)) row[numbered.column] = null;
}

type Adapt = (target: Target, kind: Kind, prepared: Prepared) => Promise<Prepared>;

const adaptNumbers =
  (column: string): Adapt =>
  async (target, { table }, prepared) => {
    await chooseNumbers(target, prepared, { table, column });
    return prepared;
  };

const ADAPT: Partial<Record<KindName, Adapt>> = {
  person: adaptNumbers("learning_member_id"),
  badge_template: adaptNumbers("learning_badge_id"),
  issued_badge: refuseUnauthorized,
  learning_app: async (target, kind, prepared) => {
    await replaceTakenKeys(target, prepared);
    return replaceDeleted(target, kind, prepared, "owner_id");
  },
  learning_gradable: (target, kind, prepared) => replaceDeleted(target, kind, prepared, "creator_id"),
  learning_identity: awaitOwners,
};

/** Adapts rows to what is here already, and takes out those that must not be written here. */
export const adaptRows: Adapt = async (target, kind, prepared) =>
  (await ADAPT[kind.name]?.(target, kind, prepared)) ?? prepared;
