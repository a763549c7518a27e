import { columns } from "@/prisma/generated/columns";

/** A model of the Prisma schema. */
export type Model = keyof typeof columns;

/** A column as PostgreSQL has it. Of the types only those are told apart that JSON or text spells in another way. */
export type Column = { name: string; type: "timestamp" | "date" | "boolean" | "other" };

/** Lists the names of all columns of a model. The table may have more, which a migration of a later version added. */
export const listColumnNames = (model: Model): string[] => listColumns(model).map(({ name }) => name);

/** Lists all columns of a model. */
export const listColumns = (model: Model): Column[] => Object.values<Column>(columns[model]);

/** Returns the column of a field. Throws for a field that the model does not have. */
export function getColumn(model: Model, field: string): Column {
  const found = (columns[model] as Record<string, Column>)[field];
  if (!found) throw new Error(`${model} has no column for ${field}.`);
  return found;
}
