import { COMMANDS } from "@/lib/operations/installation/commands";
import { runCommand } from "@/lib/operations/installation/command-line";
import { createHash } from "node:crypto";
import { flushRequests } from "@/lib/access/api-requests/service";
import { continueErasures } from "@/lib/oversight/erasures/jobs";
import { OTHER_COLUMNS, PERSONAL_COLUMNS } from "@/lib/oversight/erasures/personal-columns";
import { sql } from "../platform/database";
import { sha256, type Marks } from "./filled-rows";

/** The text of every row of every table, by its name: bytes in hexadecimal, as a dump shows them. */
async function readTables(): Promise<Map<string, string>> {
  const tables = [...new Set([...Object.keys(PERSONAL_COLUMNS), ...Object.keys(OTHER_COLUMNS)])];
  const texts = new Map<string, string>();
  for (const table of tables) {
    const [row] = await sql(`SELECT string_agg(t::text, E'\\n') AS text FROM ${table} AS t`);
    texts.set(table, (row?.text as string | null) ?? "");
  }
  return texts;
}

/** How the texts of a person may be stored: in any letters, encoded, or hashed. */
function listForms({ first, last, address }: Marks): string[] {
  const texts = [first, last, address, `second-${address}`].flatMap((text) => [text, text.toLowerCase()]);
  const encoded = texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    return [bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")];
  });
  const hashed = [address, `second-${address}`].flatMap((text) => [
    sha256(text).toString("hex"),
    sha256(text).toString("base64"),
    createHash("md5").update(text).digest("hex"),
  ]);
  return [...new Set([...texts, ...encoded, ...hashed])];
}

/** The tables in which the person stands in some form. */
export async function findPlaces(marks: Marks): Promise<string[]> {
  const forms = listForms(marks).map((form) => form.toLowerCase());
  const tables = [...(await readTables())].map(([table, text]) => [table, text.toLowerCase()] as const);
  return tables.filter(([, text]) => forms.some((form) => text.includes(form))).map(([table]) => table);
}

/** Ends the wait for the second pass, and does it. */
export async function finishErasures(): Promise<void> {
  await flushRequests();
  await sql("UPDATE erasures SET due_at = created_at WHERE finished_at IS NULL");
  while (await continueErasures());
}

/** Runs a command of the operator, and returns what it prints as JSON. */
export async function runAdmin(...args: string[]) {
  const work = (one: (installation: { secretsFile: null }) => Promise<unknown>) => one({ secretsFile: null });
  const outcome = await runCommand([...args, "--json"], COMMANDS, work as Parameters<typeof runCommand>[2]);
  return {
    ...outcome,
    data: (outcome.stdout ? JSON.parse(outcome.stdout) : null) as Record<string, unknown>,
  };
}
