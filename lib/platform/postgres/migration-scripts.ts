// What the runner has to know about the text of a script.

const removeComments = (sql: string): string => sql.replace(/\/\*.*?\*\//gs, "").replace(/--.*$/gm, "");

/** Whether a script cannot run in a transaction: its statement builds an index concurrently, or commits by itself. */
export const mustRunAlone = (sql: string): boolean => /\b(CONCURRENTLY|COMMIT)\b/i.test(removeComments(sql));

const NAME = String.raw`("(?:[^"]|"")+"|[\w$]+)`;
const BUILD = new RegExp(
  String.raw`^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?!IF\s|ON\s)${NAME}\s+ON\s`,
  "i",
);
const REMOVAL = new RegExp(
  String.raw`^(\s*DROP\s+INDEX\s+CONCURRENTLY\s+)(?:IF\s+EXISTS\s+)?(${NAME}\s*(?:RESTRICT\s*)?;?\s*)$`,
  "i",
);

/** The index that a script builds concurrently, as SQL writes its name; null if the script does something else. */
export const findBuiltIndex = (sql: string): string | null => BUILD.exec(removeComments(sql))?.[1] ?? null;

/** A script that drops an index concurrently, as one that also succeeds when the index is gone; null for another script. */
export const toRepeatableRemoval = (sql: string): string | null =>
  REMOVAL.test(removeComments(sql)) ? removeComments(sql).replace(REMOVAL, "$1IF EXISTS $2") : null;

// Only one migration is unfinished while a script runs: the runner has closed the records of all earlier attempts.
const RECORD =
  "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL;";
const END_OF_BLOCK = /\bEND\s*;?\s*(\$\w*\$)\s*;?\s*$/i;

/** A block that commits in batches, with the record in its last transaction; null for another script. */
const recordInBlock = (sql: string): string | null => {
  const script = removeComments(sql);
  // EXECUTE, because the block may have variables with the names of these columns.
  return /^\s*DO\b/i.test(script) && END_OF_BLOCK.test(script)
    ? script.replace(END_OF_BLOCK, (_, quote: string) => `EXECUTE '${RECORD}'; END ${quote};`)
    : null;
};

/**
 * Adds to a script that the migration is finished, so that both are committed together. Otherwise a runner that dies
 * after the script and before its record would leave a migration that can be neither repeated nor continued. Returns
 * null for a statement that PostgreSQL refuses to run in a transaction.
 */
export const recordWithScript = (sql: string): string | null =>
  mustRunAlone(sql) ? recordInBlock(sql) : `${sql}\n;${RECORD}`;

/** Whether a script can be repeated wherever its process was killed. `tests/lib/platform/migration-rules.test.ts` */
export const isRepeatable = (sql: string): boolean =>
  recordWithScript(sql) !== null || findBuiltIndex(sql) !== null || toRepeatableRemoval(sql) !== null;
