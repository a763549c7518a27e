import { createHash, randomUUID } from "node:crypto";
import { BadgesApiError, type BadgesClient, type BatchResult, type NewBadge } from "../../src/client.ts";
import { text, type Command, type Values } from "../command.ts";
import { connect } from "../connect.ts";
import { listProblems, readPeople, type Fields, type Row } from "../people-file.ts";
import { EXIT, printJson, printLine, printNote, usageError } from "../terminal.ts";

/** The most badges of one request. Small, so that progress shows and an interruption loses little time. */
const CHUNK_SIZE = 100;
const ALREADY = "already has this badge";

const FIELD_OPTIONS = {
  template: "badge_template_id",
  email: "recipient_email",
  "first-name": "issued_to_first_name",
  "last-name": "issued_to_last_name",
  "issued-at": "issued_at",
  "expires-at": "expires_at",
  locale: "locale",
} as const;
const PERSON = ["email", "first-name", "last-name"] as const;
const BEHAVIORS = ["deny", "allow", "replace"] as const;

function readFields(values: Values): Fields {
  const given = Object.entries(FIELD_OPTIONS).flatMap(([option, field]) => {
    const value = text(values, option);
    return value === undefined ? [] : [[field, value] as const];
  });
  return { issued_at: new Date().toISOString().slice(0, 10), ...Object.fromEntries(given) };
}

type Extras = Pick<NewBadge, "duplicate_behavior" | "suppress_badge_notification_email">;

function readExtras(values: Values): Extras {
  const given = text(values, "duplicates");
  const behavior = BEHAVIORS.find((one) => one === given);
  if (given !== undefined && behavior === undefined)
    throw usageError(`--duplicates is ${BEHAVIORS.join(", ")}.`);
  return {
    ...(behavior === undefined ? {} : { duplicate_behavior: behavior }),
    ...(values["no-email"] === true ? { suppress_badge_notification_email: true } : {}),
  };
}

async function issueOne(values: Values, signal: AbortSignal): Promise<number> {
  const fields = readFields(values);
  const problems = listProblems(fields);
  if (problems.length > 0)
    throw usageError(`Nothing was issued: ${problems.join(", ")}. See “badges issue --help”.`);
  const badge = { ...(fields as NewBadge), ...readExtras(values) };
  if (values["dry-run"] === true) {
    printNote("Nothing was issued (--dry-run).");
    printJson(badge);
    return 0;
  }
  const issued = await (await connect()).issueBadge(badge, { signal });
  if (values.json === true) printJson(issued);
  else
    printLine(
      `Issued ${issued.badge_template.name} to ${issued.recipient_email}: ${issued.id} (${issued.state})`,
    );
  return 0;
}

/** The same rows of the same file give the same key, so that the service recognises a second run. */
const chunkKey = (organizationId: string, rows: Row[], isAgain: boolean): string =>
  isAgain
    ? randomUUID()
    : `badges-file-${createHash("sha256")
        .update(JSON.stringify([organizationId, rows.map(({ badge }) => badge)]))
        .digest("hex")}`;

type Outcome = "issued" | "before" | "failed";

function judge({ status, error }: BatchResult, isReplayed: boolean): Outcome {
  if (status === 201) return isReplayed ? "before" : "issued";
  return error?.message.includes(ALREADY) || error?.errors.some(({ message }) => message.includes(ALREADY))
    ? "before"
    : "failed";
}

const explain = ({ error }: BatchResult): string =>
  error?.errors.map(({ field, message }) => `${field} ${message}`).join(", ") ||
  (error?.message ?? "refused");

function report(values: Values, { line, badge }: Row, result: BatchResult, outcome: Outcome): void {
  const email = badge.recipient_email;
  if (values.json === true)
    printJson({
      line,
      recipient_email: email,
      outcome,
      badge_id: result.badge?.id ?? null,
      error: result.error ?? null,
    });
  else if (outcome === "failed") printLine(`Line ${line}: ${email} was not issued: ${explain(result)}`);
}

type Counts = Record<Outcome, number>;

async function issueChunk(
  client: BadgesClient,
  rows: Row[],
  values: Values,
  signal: AbortSignal,
): Promise<Counts> {
  const idempotencyKey = chunkKey(await client.organizationId(), rows, values.again === true);
  const badges = rows.map(({ badge }) => badge);
  const { results, isReplayed } = await client.issueBadges(badges, { idempotencyKey, signal });
  const counts = { issued: 0, before: 0, failed: 0 };
  for (const result of results) {
    const row = rows[result.index];
    const outcome = judge(result, isReplayed);
    counts[outcome] += 1;
    if (row) report(values, row, result, outcome);
  }
  return counts;
}

const HOW_TO_CONTINUE = "Run the same command again to continue. No person gets the badge twice.";

async function issueFile(file: string, values: Values, signal: AbortSignal): Promise<number> {
  const extras = readExtras(values);
  const fields = readFields(values);
  const rows = (await readPeople(file, fields)).map(({ line, badge }) => ({
    line,
    badge: { ...badge, ...extras },
  }));
  if (values["dry-run"] === true) {
    printNote(`${rows.length} rows can be sent. Nothing was issued (--dry-run).`);
    return 0;
  }
  const client = await connect();
  const total: Counts = { issued: 0, before: 0, failed: 0 };
  try {
    for (let start = 0; start < rows.length; start += CHUNK_SIZE) {
      const counts = await issueChunk(client, rows.slice(start, start + CHUNK_SIZE), values, signal);
      for (const name of ["issued", "before", "failed"] as const) total[name] += counts[name];
      printNote(`${Math.min(start + CHUNK_SIZE, rows.length)} of ${rows.length}`);
    }
  } catch (error) {
    const isRefused = error instanceof BadgesApiError && error.status < 500 && error.status !== 429;
    if (!isRefused) printNote(HOW_TO_CONTINUE);
    throw error;
  }
  printNote(`Issued: ${total.issued}. Had the badge before: ${total.before}. Not issued: ${total.failed}.`);
  return total.failed > 0 ? EXIT.failed : 0;
}

function checkFileOptions(values: Values): void {
  const personal = PERSON.filter((option) => values[option] !== undefined);
  if (personal.length > 0) throw usageError(`With --file, leave out --${personal.join(", --")}.`);
  const behavior = text(values, "duplicates") ?? "deny";
  if (behavior !== "deny" && values["issued-at"] === undefined)
    throw usageError(`With --duplicates ${behavior}, set --issued-at, by which a second run is recognised.`);
}

export const issue: Command = {
  name: "issue",
  summary: "Issue a badge, or one for each row of a CSV file",
  help: `Usage: badges issue --template ID --email ADDRESS --first-name NAME --last-name NAME [options]
       badges issue --template ID --file people.csv [options]

The file has the columns email, first_name and last_name, and optionally template, issued_at, expires_at, locale and
issuer_earner_id. It is checked completely before the first badge is issued. If the command is interrupted, run it
again: people who have the badge do not get it twice.

Options:
  --template ID         The badge template (“badges templates” lists them)
  --issued-at DATE      Default: today
  --expires-at DATE     Default: as the template says
  --locale CODE         Language of the e-mail, for example fr
  --no-email            Do not send an e-mail to the recipient
  --duplicates WHAT     deny (default), allow or replace, when the recipient has the badge
  --again               Do not recognise an earlier run of the same file, for example after its badges were revoked
  --dry-run             Check and issue nothing
  --json                The badge, or one result per row, as JSON

Examples:
  badges issue --template 3f0e… --email ada@example.org --first-name Ada --last-name Lovelace
  badges issue --template 3f0e… --file people.csv --no-email

Exit code 1 means that at least one badge was not issued. The reason of each is printed.`,
  options: {
    ...Object.fromEntries(Object.keys(FIELD_OPTIONS).map((name) => [name, { type: "string" as const }])),
    file: { type: "string" },
    duplicates: { type: "string" },
    "no-email": { type: "boolean" },
    again: { type: "boolean" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  run(values, signal) {
    const file = text(values, "file");
    if (file === undefined) return issueOne(values, signal);
    checkFileOptions(values);
    return issueFile(file, values, signal);
  },
};
