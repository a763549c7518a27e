import { readFile, stat } from "node:fs/promises";
import { emailAddress } from "@/lib/kernel/fields";
import { isRecipient, isWrittenRecipient, type Recipient } from "@/lib/credentials/verification/open-badge";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { MoveError } from "@/lib/moving/imports/schema";
import { decodeFile, describeChoices } from "@/lib/platform/files/decode-file";
import { HEADINGS } from "@/lib/platform/files/headings";
import { countColumns, readCells, readTable } from "@/lib/platform/files/table";
import { listEmployeeAddresses, type Person } from "./queries";
import { FileRefused } from "./schema";

/** Each hashed recipient is compared with each address. */
const MAX_ADDRESSES = 100_000;
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** A person, with the address as it was written: a service may have hashed it like that. */
type Candidate = Person & { written: string };

type Row = { number: number; email: string; firstName: string; lastName: string };

function listRows(text: string, path: string): Row[] {
  const fail = (errors: Record<string, string>): never => {
    throw new MoveError(`${path}: ${Object.values(errors).join(" ")}`);
  };
  const { email, first_name, last_name } = HEADINGS;
  const columns = { email, first_name, last_name };
  const cells = readCells(text, undefined, countColumns(columns));
  if ("errors" in cells) return fail(cells.errors);
  // Without headings: an address in each line.
  if (cells.head[0]?.includes("@"))
    return [{ number: 1, cells: cells.head }, ...cells.rows].map(({ number, cells: [email = ""] }) => ({
      number,
      email,
      firstName: "",
      lastName: "",
    }));
  const table = readTable<keyof typeof columns>(text, columns, ["first_name", "last_name"]);
  if ("errors" in table) return fail(table.errors);
  return table.rows.map((row, index) => ({
    number: cells.rows[index]?.number ?? row.number,
    email: row.cells.email,
    firstName: row.cells.first_name,
    lastName: row.cells.last_name,
  }));
}

/** Reads a file of addresses: one in each line, or a table with a heading for them. Throws `MoveError`. */
async function readAddressFile(path: string): Promise<Candidate[]> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) throw new MoveError(`${path} is not a file that can be read.`);
  if (info.size > MAX_FILE_BYTES) throw new MoveError(`${path} is larger than 20 MiB.`);
  const decoded = decodeFile(await readFile(path));
  if (decoded === null) throw new MoveError(`${path} is not a text file.`);
  if ("choices" in decoded) throw new MoveError(`${path}: ${describeChoices(decoded.choices)}`);
  return listRows(decoded.text, path).map((row) => {
    const email = emailAddress().safeParse(row.email);
    if (!email.success)
      throw new MoveError(`${path}, line ${row.number}: “${row.email}” is not an e-mail address.`);
    const names = { firstName: row.firstName || null, lastName: row.lastName || null };
    return { email: email.data, written: row.email, ...names };
  });
}

/** Finds who a badge was issued to. Throws `FileRefused` for a recipient who is not known, and for more than one. */
export type FindRecipient = (recipients: readonly Recipient[] | BadgeRefused) => Person;

const HASHED = /^[\w-]+\$/;

/** Reads an address that is not hashed. */
function readPlain(identity: string): string {
  const email = emailAddress().safeParse(identity.replace(/^mailto:/i, ""));
  if (email.success) return email.data;
  throw new FileRefused("The recipient of this badge is not an e-mail address.");
}

const isWritten = (recipient: Recipient, { email, written }: Candidate): boolean =>
  isWrittenRecipient(recipient, email) || (written !== email && isWrittenRecipient(recipient, written));

/** Finds a recipient in a list: first as its addresses are written, which is quick, then in any other spelling. */
function findIn(list: Iterable<Candidate>, recipient: Recipient): Candidate | null {
  for (const one of list) if (isWritten(recipient, one)) return one;
  for (const one of list) if (isRecipient(recipient, one.email)) return one;
  return null;
}

/** Returns the only recipient. Throws `FileRefused` when there is none, or more than one. */
function requireRecipient(recipients: readonly Recipient[] | BadgeRefused): Recipient {
  if (recipients instanceof BadgeRefused) throw new FileRefused(recipients.message);
  const [recipient, ...others] = recipients;
  if (recipient && others.length === 0) return recipient;
  throw new FileRefused("The badge names more than one recipient.");
}

function createFinder(candidates: readonly Candidate[]): FindRecipient {
  const byAddress = new Map(candidates.map((one) => [one.email, one]));
  // Earners have several badges.
  const found = new Set<Candidate>();
  return (recipients) => {
    const recipient = requireRecipient(recipients);
    if (!HASHED.test(recipient.identity)) {
      const email = readPlain(recipient.identity);
      return byAddress.get(email) ?? { email, firstName: null, lastName: null };
    }
    const person = findIn(found, recipient) ?? findIn(candidates, recipient);
    if (!person)
      throw new FileRefused(
        "The recipient is a hash of an address that is not known. Add the address with --addresses.",
      );
    found.add(person);
    return person;
  };
}

/**
 * Collects the addresses that hashed recipients are compared with: those of a file, and of the employees of the organization.
 * Throws `MoveError` for a file that is no list of addresses, and for too many.
 */
export async function createRecipientFinder(
  organizationId: string,
  file: string | null,
): Promise<FindRecipient> {
  const given = file === null ? [] : await readAddressFile(file);
  const employees = await listEmployeeAddresses(organizationId, MAX_ADDRESSES);
  const candidates = [...given, ...employees.map((one) => ({ ...one, written: one.email }))];
  if (candidates.length > MAX_ADDRESSES)
    throw new MoveError(`There are more than ${MAX_ADDRESSES} addresses of employees and of --addresses.`);
  return createFinder(candidates);
}
