import { readFile } from "node:fs/promises";
import { parse, CsvError } from "csv-parse/sync";
import type { NewBadge } from "../src/client.ts";
import { usageError } from "./terminal.ts";

const COLUMNS = {
  email: "recipient_email",
  recipient_email: "recipient_email",
  first_name: "issued_to_first_name",
  issued_to_first_name: "issued_to_first_name",
  last_name: "issued_to_last_name",
  issued_to_last_name: "issued_to_last_name",
  template: "badge_template_id",
  badge_template_id: "badge_template_id",
  issued_at: "issued_at",
  expires_at: "expires_at",
  locale: "locale",
  issuer_earner_id: "issuer_earner_id",
} as const;

type Field = (typeof COLUMNS)[keyof typeof COLUMNS];
export type Fields = Partial<Record<Field, string>>;

/** A row of the file, with the number of its line. */
export type Row = { line: number; badge: NewBadge };

const REQUIRED = {
  badge_template_id: "the template (a column “template”, or --template)",
  recipient_email: "the e-mail address (a column “email”)",
  issued_to_first_name: "the first name (a column “first_name”)",
  issued_to_last_name: "the last name (a column “last_name”)",
  issued_at: "the date of issue (a column “issued_at”)",
} as const;

const MOST_PROBLEMS = 20;

type Parsed = { record: string[]; info: { lines: number } };

function parseTable(file: string, content: string): Parsed[] {
  try {
    return parse(content, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) throw usageError(`${file} is not a valid CSV file: ${error.message}`);
    throw error;
  }
}

function readHeadings(file: string, names: string[]): Field[] {
  const fields = names.map((name) => {
    const field = COLUMNS[name.toLowerCase().replaceAll(" ", "_") as keyof typeof COLUMNS];
    if (field) return field;
    throw usageError(`${file} has an unknown column “${name}”. Known: ${Object.keys(COLUMNS).join(", ")}.`);
  });
  const repeated = names.find((_, index) => fields.indexOf(fields[index] as Field) !== index);
  if (repeated !== undefined) throw usageError(`${file} has two columns for “${repeated}”.`);
  return fields;
}

/** Lists what is missing or impossible in the fields of one badge. */
export function listProblems(fields: Fields): string[] {
  const missing = Object.entries(REQUIRED)
    .filter(([field]) => (fields[field as Field] ?? "") === "")
    .map(([, words]) => `${words} is missing`);
  const email = fields.recipient_email ?? "";
  const isAddress = email === "" || /^[^\s@]+@[^\s@]+$/.test(email);
  return isAddress ? missing : [...missing, `“${email}” is not an e-mail address`];
}

/** Finds rows that ask for the same badge as an earlier row. */
function listRepetitions(rows: { line: number; fields: Fields }[]): string[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, fields }) => {
    const key = JSON.stringify([fields.badge_template_id, fields.recipient_email?.toLowerCase()]);
    const earlier = first.get(key);
    if (earlier !== undefined) return [`Line ${line}: the same recipient and template as line ${earlier}`];
    first.set(key, line);
    return [];
  });
}

/**
 * Reads a CSV file of people. Values of the row replace the `defaults`. Everything is checked before anything is issued:
 * throws with exit code 2 and the lines that are wrong.
 */
export async function readPeople(file: string, defaults: Fields): Promise<Row[]> {
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${file} cannot be read (${error.code ?? error.message}).`);
  });
  const [heading, ...body] = parseTable(file, content);
  if (!heading || body.length === 0)
    throw usageError(`${file} needs a line with headings and a line for each person.`);
  const names = readHeadings(file, heading.record);
  const rows = body.map(({ record, info }) => {
    const own = names.flatMap((name, index) => {
      const value = record[index] ?? "";
      return value === "" ? [] : [[name, value] as const];
    });
    return { line: info.lines, fields: { ...defaults, ...(Object.fromEntries(own) as Fields) } };
  });
  const problems = rows
    .flatMap(({ line, fields }) => listProblems(fields).map((problem) => `Line ${line}: ${problem}`))
    .concat(listRepetitions(rows));
  if (problems.length > 0) {
    const more = problems.length - MOST_PROBLEMS;
    const shown = [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])];
    throw usageError(`Nothing was issued. Correct ${file}:\n  ${shown.join("\n  ")}`);
  }
  return rows.map(({ line, fields }) => ({ line, badge: fields as NewBadge }));
}
