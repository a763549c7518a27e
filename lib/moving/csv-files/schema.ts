/** The files of a folder, by what they contain. */
export type FileKind = "organization" | "badge_templates" | "badges" | "employees";

/**
 * A row of a file that was not taken, and why. `line` is the line in which the row ends, from 1; null for a record that does
 * not fit although its row could be read.
 */
export type RefusedRow = { file: string; line: number | null; reason: string };

/** What was read from a folder of CSV files, and what was not. */
export type CsvReport = {
  folder: string;
  /** The rows of each file, without its headings. */
  files: { file: string; rows: number; ignored_columns: string[] }[];
  /** Files that the folder could have, and has not. */
  missing: string[];
  refused_count: number;
  refused: RefusedRow[];
  /** What was taken with a difference. */
  notes: string[];
};
