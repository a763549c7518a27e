// Reads rows as nested JSON in one statement. A Prisma query for the same rows takes several times the processor time
// (decision 0036). The columns are those of a Prisma select, so both queries return the same rows.

type Select = Record<string, unknown>;

const scalarFields = (select: Select): string[] =>
  Object.keys(select).filter((name) => select[name] === true);

const toColumnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The scalar fields of a select as columns of `table`, each under its name in the select. */
export const jsonColumns = (select: Select, table: string): string =>
  scalarFields(select)
    .map((name) => `${table}.${toColumnName(name)} AS "${name}"`)
    .join(", ");

/** A subquery for the single row of `source` as JSON; NULL when there is none. */
export const jsonRow = (columns: string, source: string): string =>
  `(SELECT to_json(nested) FROM (SELECT ${columns} FROM ${source}) AS nested)`;

/** A subquery for all rows of `source`, in their order, as a JSON list. */
export const jsonRows = (columns: string, source: string): string =>
  `(SELECT COALESCE(json_agg(nested), '[]') FROM (SELECT ${columns} FROM ${source}) AS nested)`;

/**
 * Returns a function that converts the date texts of such rows to dates, in place. Date fields are those whose names
 * end in `At` or `Date`; no other fields do.
 */
export function createDateParser(select: Select): <Row extends object>(row: Row) => Row {
  const names = scalarFields(select).filter((name) => /(At|Date)$/.test(name));
  return (row) => {
    const fields = row as Record<string, unknown>;
    for (const name of names) {
      const text = fields[name];
      if (typeof text === "string") fields[name] = new Date(text);
    }
    return row;
  };
}
