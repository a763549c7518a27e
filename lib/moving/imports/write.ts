import type pg from "pg";
import { REMINDER_DAYS } from "@/lib/badges/issued/choices";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import type { Kind } from "@/lib/moving/records/kind";
import { saveKnown } from "./identity-queries";
import { replaceRequirements } from "./learning-queries";
import { writePeople } from "./people";
import type { Target } from "./resolve";
import type { Ready } from "./rows";
import {
  countBadges,
  markReminded,
  replaceTemplateImages,
  requestSigning,
  writeOrganization,
  writeRows,
  type Row,
  type WrittenRow,
} from "./write-queries";

/** Writes what follows from new badges: counts, and the request to sign those that are accepted. No event and no mail. */
async function writeBadgeEffects(
  { client, organizationId, notGiven }: Target,
  ready: Ready[],
): Promise<void> {
  const created = ready.filter(({ isNew }) => isNew);
  if (created.length > 0 && notGiven.issued_badge?.includes("expiry_reminded_for"))
    await markReminded(
      client,
      created.map(({ newKey }) => newKey),
      new Date(clock.now().getTime() + REMINDER_DAYS * 24 * 3_600_000),
    );
  if (created.length > 0)
    await countBadges(
      client,
      created.map(({ row }) => String(row.badge_template_id)),
    );
  const accepted = ready.filter(({ row }) => row.state === "accepted").map(({ newKey }) => newKey);
  if (accepted.length > 0)
    await requestSigning(
      client,
      organizationId,
      accepted,
      accepted.map(() => newId()),
    );
}

/** Accounts that an administrator stands for if they were deleted at the source. */
const STAND_INS = ["owner_id", "creator_id"];

/** The fields that the source of a record does not give: what is here stays. */
const listKept = ({ notGiven }: Target, kind: Kind, { record }: Ready): string[] => {
  const own = Array.isArray(record.not_given) ? record.not_given.map(String) : [];
  const deleted = STAND_INS.filter((field) => record[field] === null);
  return [...new Set([...(notGiven[kind.name] ?? []), ...own, ...deleted])].toSorted();
};

/** A number that was free was taken before it was written. The record is refused, and gets another one when it is moved again. */
class NumberTaken extends Error {
  /** unique_violation */
  readonly code = "23505";
}

/** Throws `NumberTaken` unless all new rows with numbers of the source were inserted. */
function requireInserted(kind: Kind, items: Ready[], written: WrittenRow[]): void {
  if (kind.numbers !== "kept") return;
  const inserted = new Set(written.filter(({ isInserted }) => isInserted).map(({ key }) => key));
  if (items.some(({ isNew, newKey }) => isNew && !inserted.has(newKey)))
    throw new NumberTaken("id: another record got this number at the same time. Move in again.");
}

/** Writes the requirements of the rules that were written. */
async function writeRequirements({ client }: Target, rules: Row[], written: WrittenRow[]): Promise<void> {
  const keys = new Set(written.map(({ key }) => key));
  await replaceRequirements(
    client,
    rules.filter(({ id }) => keys.has(String(id))),
  );
}

/** Groups records by the fields that stay: one statement writes a group. */
function groupByKept(target: Target, kind: Kind, ready: Ready[]): { kept: string[]; items: Ready[] }[] {
  const groups = new Map<string, { kept: string[]; items: Ready[] }>();
  for (const item of ready) {
    const kept = listKept(target, kind, item);
    const key = kept.join(" ");
    const group = groups.get(key) ?? { kept, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Lets the organization's templates show the pictures that replaced theirs. */
async function showReplacedImages({ client, organizationId }: Target, ready: Ready[]): Promise<void> {
  const replaced = ready.flatMap(({ previousKey, newKey }) =>
    previousKey === null || previousKey === newKey ? [] : [{ old_id: previousKey, new_id: newKey }],
  );
  if (replaced.length > 0) await replaceTemplateImages(client, organizationId, replaced);
}

async function writeKind(target: Target, kind: Kind, ready: Ready[]): Promise<void> {
  const [first] = ready;
  if (!first) return;
  if (kind.name === "person") return writePeople(target, ready);
  if (kind.name === "organization")
    return writeOrganization(target.client, kind, first.row, listKept(target, kind, first));
  for (const { kept, items } of groupByKept(target, kind, ready)) {
    const rows = items.map(({ row }) => row);
    const written = await writeRows(target.client, kind, rows, kept);
    requireInserted(kind, items, written);
    if (kind.name === "learning_rule") await writeRequirements(target, rows, written);
  }
  if (kind.name === "issued_badge") await writeBadgeEffects(target, ready);
  if (kind.name === "image") await showReplacedImages(target, ready);
}

async function writeAndRemember(target: Target, kind: Kind, ready: Ready[]): Promise<void> {
  const isOwned = ({ isMatched }: Ready): boolean => kind.name !== "person" || !isMatched;
  await writeKind(target, kind, ready.filter(isOwned));
  await saveKnown(
    target,
    kind.name,
    ready.map(({ key, newKey, digest, isMatched }) => ({
      oldId: key,
      newId: newKey,
      digest,
      isCreated: !isMatched,
    })),
  );
}

/** Runs `work` so that an error undoes only what it did. */
export async function withSavepoint<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("SAVEPOINT batch");
  try {
    const result = await work();
    await client.query("RELEASE SAVEPOINT batch");
    return result;
  } catch (error) {
    await client.query("ROLLBACK TO SAVEPOINT batch");
    throw error;
  }
}

/** Describes an error that the data of a record caused; null for every other error. */
export function describeDataError(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  // 21: one statement would change a row twice; 22: values that do not fit; 23: constraints; 54: too long for an index.
  return /^(21|22|23|54)/.test(error.code) ? error.message : null;
}

/** Writes records together, or one by one if one of them cannot be written. Returns the reasons of those. */
export async function writeRecords(
  target: Target,
  kind: Kind,
  ready: Ready[],
): Promise<{ refused: Ready; reason: string }[]> {
  if (ready.length === 0) return [];
  try {
    await withSavepoint(target.client, () => writeAndRemember(target, kind, ready));
    return [];
  } catch (error) {
    const reason = describeDataError(error);
    if (reason === null) throw error;
    const [only, second] = ready;
    if (only && !second) return [{ refused: only, reason }];
  }
  const refusals: { refused: Ready; reason: string }[] = [];
  for (const item of ready) refusals.push(...(await writeRecords(target, kind, [item])));
  return refusals;
}
