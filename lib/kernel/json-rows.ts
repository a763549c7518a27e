// The columns of statements written in SQL, taken from a Prisma select or the fields of a model, so that a new field is
// written once. Rows are read as nested JSON in one statement, because a Prisma query for the same rows takes several
// times the processor time (decision 0036).

import { getColumn, type Model } from "./columns";

type Select = Record<string, unknown>;

const scalarFields = (select: Select): string[] =>
  Object.keys(select).filter((name) => select[name] === true);

/** The scalar fields of a select as columns of `table`, each under its name in the select. */
export const selectedColumns = (model: Model, select: Select, table: string): string =>
  scalarFields(select)
    .map((name) => `${table}.${getColumn(model, name).name} AS "${name}"`)
    .join(", ");

/** A subquery for the single row of `source` as JSON; NULL when there is none. */
export const jsonRow = (columns: string, source: string): string =>
  `(SELECT to_json(nested) FROM (SELECT ${columns} FROM ${source}) AS nested)`;

/** A subquery for all rows of `source`, in their order, as a JSON list. */
export const jsonRows = (columns: string, source: string): string =>
  `(SELECT COALESCE(json_agg(nested), '[]') FROM (SELECT ${columns} FROM ${source}) AS nested)`;

/** Returns a function that converts the texts of dates and timestamps in such rows to dates, in place. */
export function createDateParser(model: Model, select: Select): <Row extends object>(row: Row) => Row {
  const names = scalarFields(select).filter((name) =>
    ["date", "timestamp"].includes(getColumn(model, name).type),
  );
  return (row) => {
    const fields = row as Record<string, unknown>;
    for (const name of names) {
      const text = fields[name];
      if (typeof text === "string") fields[name] = new Date(text);
    }
    return row;
  };
}

/** The columns of these fields, as an INSERT lists them. */
export const columnNames = (model: Model, fields: readonly string[]): string =>
  fields.map((field) => `"${getColumn(model, field).name}"`).join(", ");

/** Converts the fields of a model to a row for `jsonb_populate_record`. Dates without a time keep their calendar date only. */
export const toDatabaseRow = (model: Model, fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]: [string, unknown]) => {
      const { name, type } = getColumn(model, field);
      return [name, type === "date" && value instanceof Date ? value.toISOString().slice(0, 10) : value];
    }),
  );

/** The fields of a model as columns of `table` that are read as text: timestamps in UTC, booleans as `true` and `false`. */
export const textColumns = (model: Model, fields: readonly string[], table: string): string =>
  fields
    .map((field) => {
      const { name, type } = getColumn(model, field);
      const column = `${table}.${name}`;
      if (type === "timestamp") return `${column} AT TIME ZONE 'UTC'`;
      return type === "boolean" ? `${column}::text` : column;
    })
    .join(", ");
