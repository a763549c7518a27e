import type pg from "pg";
import { withAuditEntry } from "@/lib/access/audit/service";
import type { Caller } from "@/lib/access/callers/caller";
import { addCounts, NONE, processBatch, type Outcome } from "./batch";
import { checkFile, readBatches, type CheckedFile } from "./file";
import {
  createMovedOrganization,
  findMovedOrganization,
  finishRun,
  lockSource,
  lockTarget,
  saveOrigin,
  saveProgress,
  startRun,
  withMoveClient,
} from "./queries";
import type { Target } from "./resolve";
import {
  MAX_REFUSALS,
  MoveError,
  type KindCounts,
  type MoveReport,
  type NewSecret,
  type Progress,
} from "./schema";

export type MoveOptions = {
  /** An export file (docs/operating/moving-out.md). */
  path: string;
  /** The organization that it is moved into; null: the one of an earlier run, or a new one. */
  organizationId: string | null;
  /** Whether it was read from another service, which may claim any id. */
  isFromService: boolean;
  /** Reports what would be written, and writes nothing. */
  isDryRun: boolean;
  /** Who is named in the audit log of an organization. */
  author: (organizationId: string) => Caller;
  /** Called when everything is written. */
  onWritten: (organizationId: string) => Promise<void>;
  /** Gets a line about the progress. */
  report: (line: string) => void;
};

/** A run, with what it did so far. */
export type Run = { target: Target; progress: Progress; secrets: NewSecret[] };

/** Adds the outcome of a batch to what a run did. */
export function addOutcome({ progress, secrets }: Run, outcome: Outcome, position: number): void {
  progress.counts[outcome.kind] = addCounts(progress.counts[outcome.kind] ?? NONE, outcome.counts);
  progress.refusals.push(...outcome.refusals.slice(0, MAX_REFUSALS - progress.refusals.length));
  progress.position = position;
  secrets.push(...outcome.secrets);
}

/** Sorts new secrets by what they belong to. Those of a dry run are valid nowhere. */
function presentSecrets(secrets: NewSecret[], isDryRun: boolean) {
  const listOf = (kind: NewSecret["kind"]) =>
    secrets
      .filter((one) => one.kind === kind)
      .map(({ name, id, secret }) => ({ name, id, secret: isDryRun ? "" : secret }));
  return {
    applications: listOf("oauth_application").map(({ name, id, secret }) => ({
      name,
      client_id: id,
      client_secret: secret,
    })),
    learning_apps: listOf("learning_app").map(({ name, id, secret }) => ({
      name,
      api_key: id,
      app_secret: secret,
    })),
  };
}

function summarize({ target, progress, secrets }: Run, isDryRun: boolean): MoveReport {
  const sum = (name: keyof KindCounts): number =>
    Object.values(progress.counts).reduce((total, counts) => total + counts[name], 0);
  return {
    organization_id: target.organizationId,
    dry_run: isDryRun,
    created: sum("created"),
    changed: sum("changed"),
    unchanged: sum("unchanged"),
    refused: sum("refused"),
    waiting: sum("waiting"),
    kinds: progress.counts,
    refusals: progress.refusals,
    ...presentSecrets(secrets, isDryRun),
  };
}

export async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

const describeCounts = ({ created, changed, unchanged, refused, waiting }: KindCounts): string =>
  `${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused` +
  (waiting > 0 ? `, ${waiting} waiting` : "");

async function processFile(
  file: CheckedFile,
  run: Run,
  isDryRun: boolean,
  report: (line: string) => void,
): Promise<void> {
  const { client } = run.target;
  for await (const batch of readBatches(file, run.progress.position)) {
    const work = async (): Promise<void> => {
      addOutcome(run, await processBatch(run.target, batch), batch.position);
      await saveProgress(client, run.progress);
    };
    await (isDryRun ? work() : inTransaction(client, work));
    report(`${batch.kind ?? "unknown"}: ${describeCounts(run.progress.counts[batch.kind ?? ""] ?? NONE)}`);
  }
}

/**
 * Finds the organization that an earlier run moved this one into. Throws `MoveError` if it came from elsewhere than this
 * service: ids of organizations are public, so another service can claim one.
 */
async function findEarlier(
  client: pg.Client,
  { header }: CheckedFile,
  { origin, isFromService }: { origin: string; isFromService: boolean },
): Promise<string | null> {
  const found = await findMovedOrganization(client, header.organization_id, origin);
  if (found && isFromService && !found.isSameOrigin)
    throw new MoveError(
      `An organization with the id ${header.organization_id} was moved in, but not from ${origin}. If it is the same one, name it with --organization ${found.id}.`,
    );
  return found?.id ?? null;
}

async function startMove(
  client: pg.Client,
  file: CheckedFile,
  { organizationId: given, isFromService }: MoveOptions,
): Promise<Run> {
  const sourceId = file.header.organization_id;
  const { origin } = new URL(file.header.base_url);
  const organizationId =
    given ??
    (await findEarlier(client, file, { origin, isFromService })) ??
    (await createMovedOrganization(client, file.organization));
  await saveOrigin(client, organizationId, origin);
  const progress = await startRun(client, organizationId, file.digest);
  const target = { client, organizationId, sourceId, isVouched: true, notGiven: file.header.not_given ?? {} };
  return { target, progress, secrets: [] };
}

/** Does everything in one transaction, and undoes it. */
async function rehearse(client: pg.Client, file: CheckedFile, options: MoveOptions): Promise<MoveReport> {
  await client.query("BEGIN");
  try {
    const run = await startMove(client, file, options);
    await processFile(file, run, true, options.report);
    return summarize(run, true);
  } finally {
    await client.query("ROLLBACK");
  }
}

async function move(client: pg.Client, file: CheckedFile, options: MoveOptions): Promise<MoveReport> {
  const run = await inTransaction(client, async () => {
    const started = await startMove(client, file, options);
    await lockTarget(client, started.target.organizationId);
    return started;
  });
  const { organizationId } = run.target;
  await processFile(file, run, false, options.report);
  await options.onWritten(organizationId);
  await withAuditEntry(options.author(organizationId), "organization.move_in", organizationId, () =>
    finishRun(run.progress.id),
  );
  return summarize(run, false);
}

/** Does something about a source while no other command does. Throws `MoveError` while another one does. */
export const withLockedSource = <Result>(sourceId: string, work: () => Promise<Result>): Promise<Result> =>
  withMoveClient(async (client) => {
    await lockSource(client, sourceId);
    return work();
  });

/**
 * Moves an export into an organization: only what is new or has changed since an earlier run. It can be ended at any moment
 * and repeated: a batch of records is one transaction with the position after it. Nobody is notified, and there are no
 * events. Throws `MoveError` for a file that is incomplete, and while the same organization is being moved in already.
 */
export async function moveInFile(options: MoveOptions): Promise<MoveReport> {
  const file = await checkFile(options.path);
  return withMoveClient(async (client) => {
    await lockSource(client, file.header.organization_id);
    return options.isDryRun ? rehearse(client, file, options) : move(client, file, options);
  });
}
