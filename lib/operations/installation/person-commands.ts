import { z } from "zod";
import type { ErasureReport } from "@/lib/oversight/erasures/report";
import { emailAddress, line, uuid } from "@/lib/kernel/fields";
import { command, type Command } from "./command-line";
import {
  erasePersonByKey,
  previewPerson,
  repeatErasures,
  saveErasures,
  searchPerson,
  showErasure,
} from "./persons";

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
