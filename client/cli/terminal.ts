import { styleText } from "node:util";

/** A message for the person at the terminal, and the exit code. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const EXIT = { failed: 1, usage: 2, credential: 3, connection: 4, interrupted: 130 } as const;

export const usageError = (message: string): CommandError => new CommandError(message, EXIT.usage);

/** Removes what a terminal would carry out: control characters in what the server sent. */
export const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "");

/** Writes a line of results to the standard output. */
export const printLine = (text: string): void => void process.stdout.write(`${withoutControls(text)}\n`);

/** Escapes a character as JSON does. */
const escapeUnits = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Writes a value as one line of JSON. Control characters, of which JSON allows some, are escaped. */
export const printJson = (value: unknown): void => {
  const json = JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}]/gu, escapeUnits);
  process.stdout.write(`${json}\n`);
};

/** Writes a note about the progress to the standard error, apart from the results. */
export const printNote = (text: string): void => void process.stderr.write(`${withoutControls(text)}\n`);

type Style = "green" | "red" | "dim";

/** Colors a word when the standard output is a terminal and NO_COLOR is not set. The word has no control characters. */
export function paint(style: Style, text: string): string {
  const clean = withoutControls(text);
  const isPlain = !process.stdout.isTTY || (process.env.NO_COLOR ?? "") !== "" || process.env.TERM === "dumb";
  return isPlain ? clean : styleText(style, clean);
}

/** Writes a line of which parts have been colored with `paint`. The other parts must be clean (`withoutControls`). */
export const printPainted = (parts: string[]): void => void process.stdout.write(`${parts.join("  ")}\n`);

/** Writes rows as a table with aligned columns. */
export function printTable(headings: string[], rows: string[][]): void {
  const clean = [headings, ...rows].map((row) => row.map(withoutControls));
  const widths = headings.map((_, column) => Math.max(...clean.map((row) => (row[column] ?? "").length)));
  for (const row of clean)
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
