import type pg from "pg";
import { scopeId } from "@/lib/moving/records/ids";
import { getKind } from "@/lib/moving/records/kinds";
import type { AnyRecord, KindName } from "@/lib/moving/records/schema";
import { processBatch } from "./batch";
import { checkFile, readBatches, type Batch, type CheckedFile, type FileRecord } from "./file";
import { finishRun, lockTarget, saveProgress, startRun, withMoveClient } from "./queries";
import type { Progress } from "./schema";
import { addOutcome, inTransaction, type Run } from "./service";

/** What is taken of a record: a record, the reason why it is refused, or nothing. */
type Taken = { record: AnyRecord } | { reason: string } | null;

type StepOptions = {
  path: string;
  organizationId: string;
  /** Fields that are left as they are here, besides those of the file. */
  notGiven: Readonly<Record<string, readonly string[]>>;
  take: (record: AnyRecord) => Taken;
  /** Called in the transaction of each batch, before anything is written. Throws if the run may write no more. */
  beforeBatch: (client: pg.Client) => Promise<void>;
  /** Called after each batch. Throws to continue in another turn. */
  afterBatch: (progress: Progress) => Promise<void>;
};

/** Replaces the id of a record, and those that it refers to, by ids that only this source has. */
function scopeRecord(record: AnyRecord, source: string): AnyRecord {
  const { references, key } = getKind(record.kind);
  const fields: [string, KindName][] = [
    ...(key.includes("id") ? [["id", record.kind] as [string, KindName]] : []),
    ...Object.entries(references).map(([field, { kind }]) => [field, kind] as [string, KindName]),
  ];
  const scoped: Record<string, unknown> = { ...record };
  for (const [field, kind] of fields) {
    const value = scoped[field];
    if (kind !== "organization" && typeof value === "string") scoped[field] = scopeId(source, kind, value);
  }
  return scoped as AnyRecord;
}

/** Replaces the records of a batch by what is taken of them. */
function takeBatch(batch: Batch, take: StepOptions["take"], source: string): Batch {
  const records = batch.records.flatMap((item): FileRecord[] => {
    if (!("record" in item)) return [item];
    const taken = take(item.record);
    if (taken === null) return [];
    if ("record" in taken) return [{ ...item, record: scopeRecord(taken.record, source) }];
    const { kind, id } = item.record;
    return [{ line: item.line, kind, key: typeof id === "string" ? id : "", reason: taken.reason }];
  });
  return { ...batch, records };
}

async function openRun(client: pg.Client, file: CheckedFile, options: StepOptions): Promise<Run> {
  const { organizationId } = options;
  const progress = await startRun(client, organizationId, file.digest);
  const notGiven = { ...file.header.not_given };
  for (const [kind, fields] of Object.entries(options.notGiven))
    notGiven[kind] = [...(notGiven[kind] ?? []), ...fields];
  const target = {
    client,
    organizationId,
    sourceId: file.header.organization_id,
    isVouched: false,
    notGiven,
  };
  return { target, progress, secrets: [] };
}

/**
 * Moves records of a file into an organization for which no operator vouches, from where an earlier call was ended. A batch is
 * one transaction with the position after it. Returns what the whole run did, to be completed with `finishSteps`.
 */
export async function moveInSteps(options: StepOptions): Promise<Progress> {
  const file = await checkFile(options.path);
  return withMoveClient(async (client) => {
    await lockTarget(client, options.organizationId);
    const run = await inTransaction(client, () => openRun(client, file, options));
    const source = `${new URL(file.header.base_url).origin} ${file.header.organization_id}`;
    for await (const batch of readBatches(file, run.progress.position)) {
      await inTransaction(client, async () => {
        await options.beforeBatch(client);
        addOutcome(
          run,
          await processBatch(run.target, takeBatch(batch, options.take, source)),
          batch.position,
        );
        await saveProgress(client, run.progress);
      });
      await options.afterBatch(run.progress);
    }
    return run.progress;
  });
}

/** Stores that a run is complete, in the open transaction. */
export const finishSteps = async ({ id }: Progress): Promise<void> => {
  await finishRun(id);
};
