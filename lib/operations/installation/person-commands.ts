import { z } from "zod";
import type { ErasureReport } from "@/lib/oversight/erasures/report";
import { emailAddress, line, uuid } from "@/lib/kernel/fields";
import { command, type Command, type ListResult } from "./command-line";
import { createReadStream, existsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createInterface } from "node:readline";
import { ErasureLine } from "@/lib/oversight/erasures/schema";
import {
  erasePerson,
  findPerson,
  getErasureReport,
  listErasures,
  previewErasure,
  repeatErasure,
  searchAddress,
} from "@/lib/oversight/erasures/service";
import { runAsJob } from "@/lib/kernel/db";
import { ApiError, unprocessable } from "@/lib/kernel/errors";

type Key = { user: string } | { email: string };

/** Says what an erasure would erase, and changes nothing. */
const previewPerson = (key: Key): Promise<object> =>
  runAsJob(async () => ({
    changes: "none, this is a dry run",
    ...(await previewErasure(await findPerson(key))),
  }));

/** Erases a person and returns the report. */
const erasePersonByKey = (key: Key): Promise<ErasureReport> =>
  runAsJob(async () => erasePerson(await findPerson(key), "operator"));

/** Lists where an address stands: the columns, and how many rows of each. */
const searchPerson = (email: string): Promise<ListResult<{ column: string; rows: number }>> =>
  runAsJob(async () => {
    const items = Object.entries(await searchAddress(email)).map(([column, rows]) => ({ column, rows }));
    return { items, page: 1, total_pages: 1, total_count: items.length };
  });

const showErasure = (id: string): Promise<ErasureReport> => getErasureReport(id);

function parseLine(text: string, number: number): ErasureLine {
  try {
    return ErasureLine.parse(JSON.parse(text));
  } catch {
    throw unprocessable("invalid_list", `Line ${number} is no line of a list of erasures.`);
  }
}

/** Reads a whole list, so that a wrong line is found before anything is erased or written. */
async function readErasures(path: string): Promise<ErasureLine[]> {
  const lines: ErasureLine[] = [];
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    if (text !== "") lines.push(parseLine(text, lines.length + 1));
  return lines;
}

/**
 * Writes the list of erasures into a file that only its owner can read, and that replaces an earlier list once it is
 * complete. Erasures of the earlier list that the database does not know stay in it: a restored backup is from before them.
 * The list has hashes instead of addresses. Throws 422, and changes nothing, when the file is no list.
 */
async function saveErasures(path: string): Promise<{ file: string; erasures: number }> {
  const earlier = existsSync(path) ? await readErasures(path) : [];
  const byId = new Map([...earlier, ...(await listErasures())].map((line) => [line.id, line]));
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile([...byId.values()].map((line) => `${JSON.stringify(line)}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return { file: path, erasures: byId.size };
}

type Repetition = {
  repeated: string[];
  /** Ids of erasures whose address is no longer in the database. */
  not_found: string[];
  known: number;
  refused: { id: string; reason: string }[];
};

/**
 * Repeats the erasures of a list that a restored backup undid, in their order. One that is refused, such as that of the last
 * administrator of an organization, does not keep the others from being repeated.
 */
const repeatErasures = (path: string): Promise<Repetition> =>
  runAsJob(async () => {
    const lines = await readErasures(path);
    const result: Repetition = { repeated: [], not_found: [], known: 0, refused: [] };
    for (const line of lines) {
      try {
        const outcome = await repeatErasure(line);
        if (outcome === "known") result.known += 1;
        else result[outcome].push(line.id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        result.refused.push({ id: line.id, reason: error.message });
      }
    }
    return result;
  });

const textOption = () => line(4_000).min(1, "can't be blank");

type Given = {
  email?: string | undefined;
  user?: string | undefined;
  confirm?: string | undefined;
  repeat?: string | undefined;
  "dry-run": boolean;
};

const keyOf = ({ email, user }: Given): string => email ?? user ?? "";

function findConflict(given: Given): { option: string; message: string } | null {
  const chosen = [given.email, given.user, given.repeat].filter((one) => one !== undefined);
  if (chosen.length !== 1) return { option: "email", message: "give one of --email, --user and --repeat" };
  if (given.repeat !== undefined || given["dry-run"]) return null;
  return given.confirm?.toLowerCase() === keyOf(given).toLowerCase()
    ? null
    : {
        option: "confirm",
        message: "this cannot be undone: repeat the address or id here, after a --dry-run",
      };
}

const erase = (given: Given): Promise<object> => {
  if (given.repeat !== undefined) return repeatErasures(given.repeat);
  const key = given.email === undefined ? { user: keyOf(given) } : { email: given.email };
  return given["dry-run"] ? previewPerson(key) : erasePersonByKey(key);
};

type Shown = Partial<ErasureReport> & Record<string, unknown>;

const formatFact = (value: unknown): string => {
  if (value === null || value === undefined) return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Formats a report in sentences. */
function formatReport({
  erased = [],
  kept = [],
  elsewhere = [],
  to_check: toCheck = [],
  ...facts
}: Shown): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name.padEnd(14)} ${formatFact(value)}`);
  const list = (title: string, items: string[]) =>
    items.length > 0 ? ["", title, ...items.map((one) => `  ${one}`)] : [];
  return [
    ...lines,
    ...list(
      "Erased:",
      erased.map(({ count, what }) => `${what}: ${count}`),
    ),
    ...list("Look at:", toCheck),
    ...list(
      "Kept:",
      kept.map(({ what, why }) => `${what}. ${why}`),
    ),
    ...list(
      "Copies elsewhere:",
      elsewhere.map(({ what, until }) => `${what}: ${until}`),
    ),
  ].join("\n");
}

/** The commands that erase persons. */
export const PERSON_COMMANDS: Command[] = [
  command({
    name: "person erase",
    usage: "(--email ADDRESS | --user ID|ADDRESS) (--dry-run | --confirm ADDRESS|ID) | --repeat FILE",
    help: `Erases a person: the account, and the name and address wherever organizations wrote them. Issuers keep the fact that
they issued a badge, for a pseudonym, and its credential is revoked. --email also erases an address without an account.
--dry-run counts what would be erased, and changes nothing. The work is done in batches; if it is interrupted, the running
service finishes it. --repeat erases again whom a restored backup brought back, by the list of "person save-list".
docs/operating/erasure.md has the steps.`,
    given: {
      email: emailAddress().optional(),
      user: textOption().optional(),
      confirm: textOption().optional(),
      repeat: textOption().optional(),
      "dry-run": z.boolean().default(false),
    },
    findConflict,
    run: erase,
    isFailure: (result: { refused?: unknown[] }) => (result.refused ?? []).length > 0,
    format: (result) => formatReport(result as Shown),
  }),
  command({
    name: "person search",
    usage: "--email ADDRESS",
    help: `Lists the columns of the database in which an address stands, and how many rows of each. Reads every table with personal
data, so it can take minutes. After an erasure has finished, it finds nothing but contacts of organizations.`,
    given: { email: emailAddress() },
    run: ({ email }) => searchPerson(email),
  }),
  command({
    name: "person report",
    usage: "--id ID",
    help: "Shows what an erasure erased, what is kept and why, and where copies remain. It names no person.",
    given: { id: uuid() },
    run: ({ id }) => showErasure(id),
    format: (result) => formatReport(result as Shown),
  }),
  command({
    name: "person save-list",
    usage: "--file FILE",
    help: `Writes the list of erasures into FILE, with hashes instead of addresses. Keep it where the backups are not, and write it
again each hour. Erasures in FILE that the database does not know stay in it. "person erase --repeat" reads it after a restore.`,
    given: { file: textOption() },
    run: ({ file }) => saveErasures(file),
  }),
];
