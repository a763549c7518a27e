import type pg from "pg";
import { REMINDER_DAYS } from "@/lib/badges/issued/choices";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import type { Kind } from "@/lib/moving/records/kinds";
import { saveKnown } from "./identity-queries";
import { writePeople } from "./people";
import type { Target } from "./resolve";
import type { Ready } from "./rows";
import { countBadges, markReminded, requestSigning, writeOrganization, writeRows } from "./write-queries";

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

async function writeKind(target: Target, kind: Kind, ready: Ready[]): Promise<void> {
  const [first] = ready;
  if (!first) return;
  const rows = ready.map(({ row }) => row);
  const notGiven = target.notGiven[kind.name] ?? [];
  if (kind.name === "person") return writePeople(target, ready);
  if (kind.name === "organization") return writeOrganization(target.client, kind, first.row, notGiven);
  await writeRows(target.client, kind, rows, notGiven);
  if (kind.name === "issued_badge") await writeBadgeEffects(target, ready);
}

async function writeAndRemember(target: Target, kind: Kind, ready: Ready[]): Promise<void> {
  const isOwned = ({ isMatched }: Ready): boolean => kind.name !== "person" || !isMatched;
  await writeKind(target, kind, ready.filter(isOwned));
  await saveKnown(
    target.client,
    target.organizationId,
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
  // 21: one statement would change a row twice; 22: values that do not fit; 23: constraints.
  return /^(21|22|23)/.test(error.code) ? error.message : null;
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
