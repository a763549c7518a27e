import { hash, randomBytes } from "node:crypto";
import type { AuditEntry } from "@/lib/access/audit/schema";
import { type ChainLink, type PersonalField, PERSONAL_FIELDS } from "./schema";
import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import {
  findChains,
  findQueuedIds,
  findUnchainedEntries,
  insertLinks,
  lockChains,
  removeFromQueue,
  type NewLink,
  type QueuedEntry,
} from "./queries";
import { toHex } from "./serializer";

// What is hashed (decision 0124). Every hash is of a record with a type and a version, so that no record can be taken
// for one of another type. A change of these records needs a new version beside this one.

const VERSION = 1;
const SALT_BYTES = 16;

/** The hash before the first link. */
export const FIRST_HASH = "0".repeat(64);

/** The name of an erased actor. */
export const ERASED_NAME = "Deleted account";

type Json = string | number | null | Json[] | { [name: string]: Json };

/** Serializes JSON in its canonical form (RFC 8785). Numbers are integers here. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

const digest = (type: string, record: { [name: string]: Json }): string =>
  hash("sha256", canonicalJson({ ...record, type, version: VERSION }), "hex");

/** Returns the value of a personal field; null for none. */
function personalValue({ actor, address, browser, changes }: AuditEntry, field: PersonalField): Json {
  const values = { actor_name: actor.name, address, browser, changes };
  const value = values[field];
  return value === null || value.length === 0 ? null : value;
}

/** Hashes the value of a personal field with its salt: without the salt, the hash does not tell the value. */
export const hashField = (entryId: string, field: PersonalField, salt: string, value: Json): string =>
  digest("audit-field", { entry_id: entryId, field, salt, value });

/** Creates a salt for each personal field that has a value. */
const createSalts = (entry: AuditEntry): Record<string, string> =>
  Object.fromEntries(
    PERSONAL_FIELDS.filter((field) => personalValue(entry, field) !== null).map((field) => [
      field,
      randomBytes(SALT_BYTES).toString("base64url"),
    ]),
  );

type Salted = Pick<ChainLink, "salts" | "erased">;

/**
 * Erases fields of an entry from its link: the hash of each field stays, and its salt goes. Call it with the values that
 * the entry still has, which become empty in the same transaction.
 */
export function eraseFields(entry: AuditEntry, fields: readonly PersonalField[], link: Salted): Salted {
  const erasable = fields.filter(
    (field) => personalValue(entry, field) !== null && link.erased?.[field] === undefined,
  );
  const hashes = erasable.map((field) => [
    field,
    hashField(entry.id, field, link.salts[field] ?? "", personalValue(entry, field)),
  ]);
  const salts = Object.entries(link.salts).filter(([field]) => !erasable.includes(field as PersonalField));
  return {
    salts: Object.fromEntries(salts),
    erased: hashes.length > 0 ? { ...link.erased, ...Object.fromEntries(hashes) } : link.erased,
  };
}

function hashPersonalField(
  entry: AuditEntry,
  field: PersonalField,
  { salts, erased }: Salted,
): string | null {
  const stored = erased?.[field];
  if (stored !== undefined) return stored;
  const value = personalValue(entry, field);
  return value === null ? null : hashField(entry.id, field, salts[field] ?? "", value);
}

/**
 * Hashes an entry. Personal fields count by a hash with a salt of their own, so that one can be erased: its hash stays,
 * and its salt and value go.
 */
export function hashEntry(organizationId: string, entry: AuditEntry, salted: Salted): string {
  const { id, occurred_at, action, subject_id, request_id, actor } = entry;
  const personal = Object.fromEntries(
    PERSONAL_FIELDS.map((field) => [field, hashPersonalField(entry, field, salted)]),
  );
  return digest("audit-entry", {
    organization_id: organizationId,
    id,
    occurred_at,
    action,
    subject_id,
    request_id,
    actor: { type: actor.type, id: actor.id },
    personal,
  });
}

/** Whether each erased field has the value of an erased one, so that an erasure cannot hide another value. */
export const areErasuresEmpty = (entry: AuditEntry, { erased }: Salted): boolean =>
  PERSONAL_FIELDS.filter((field) => erased?.[field] !== undefined).every((field) =>
    field === "actor_name" ? entry.actor.name === ERASED_NAME : personalValue(entry, field) === null,
  );

/** Hashes a link with the hash of the link before. */
export const hashLink = (
  organizationId: string,
  previous: string,
  link: Pick<ChainLink, "position" | "entry_id" | "occurred_at" | "content">,
): string =>
  digest("audit-link", {
    organization_id: organizationId,
    previous,
    position: link.position,
    entry_id: link.entry_id,
    occurred_at: link.occurred_at,
    content: link.content,
  });

const BATCH_SIZE = 1_000;

type End = { position: number; hash: string };

/** Builds the link of an entry behind the end of its chain. */
function buildLink(row: QueuedEntry, end: End): NewLink {
  const { organizationId } = row;
  const entry = presentAuditEntry(row);
  const salts = createSalts(entry);
  const link = {
    organization_id: organizationId,
    position: end.position + 1,
    entry_id: entry.id,
    occurred_at: entry.occurred_at,
    content: hashEntry(organizationId, entry, { salts, erased: null }),
    salts,
  };
  return { ...link, hash: hashLink(organizationId, end.hash, link) };
}

async function buildLinks(entries: QueuedEntry[]): Promise<NewLink[]> {
  const chains = await findChains([...new Set(entries.map(({ organizationId }) => organizationId))]);
  const ends = new Map<string, End>(
    chains.map(({ organizationId, position, hash }) => [organizationId, { position, hash: toHex(hash) }]),
  );
  return entries.map((entry) => {
    const link = buildLink(entry, ends.get(entry.organizationId) ?? { position: 0, hash: FIRST_HASH });
    ends.set(entry.organizationId, link);
    return link;
  });
}

/**
 * Appends entries that wait to the chains of their organizations, up to 1,000 in one transaction. Only one process does
 * so at a time. Returns true when more may be left.
 */
export const appendWaitingEntries = (): Promise<boolean> =>
  transaction(async () => {
    if (!(await lockChains())) return false;
    const ids = await findQueuedIds(BATCH_SIZE);
    if (ids.length === 0) return false;
    const links = await buildLinks(await findUnchainedEntries(ids));
    if (links.length > 0) await insertLinks(links);
    const removed = ids.length - links.length;
    // They were removed because of their age, or moved between partitions.
    if (removed > 0) log.info({ removed }, "queued audit entries that need no link");
    await removeFromQueue(ids);
    return ids.length === BATCH_SIZE;
  });
