import { writeFile } from "node:fs/promises";
import helper, { type DMMF } from "@prisma/generator-helper";

// A Prisma generator (prisma/schema/main.prisma). Writes the name and type of each scalar field's column, as given by
// `@map` and `@db`, and the names of all tables.

const columnType = ({ type, nativeType }: DMMF.Field): string => {
  if (type === "DateTime") return nativeType?.[0] === "Date" ? "date" : "timestamp";
  return type === "Boolean" ? "boolean" : "other";
};

const isColumn = ({ kind }: DMMF.Field): boolean => kind === "scalar" || kind === "enum";

const toEntry = (field: DMMF.Field) => [
  field.name,
  { name: field.dbName ?? field.name, type: columnType(field) },
];

helper.generatorHandler({
  onManifest: () => ({ prettyName: "Column map", defaultOutput: "../generated/columns.ts" }),
  onGenerate: async ({ generator, dmmf }) => {
    const models = dmmf.datamodel.models.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.filter(isColumn).map(toEntry)),
    ]);
    const text = JSON.stringify(Object.fromEntries(models), null, 2);
    const tables = JSON.stringify(dmmf.datamodel.models.map(({ name, dbName }) => dbName ?? name));
    await writeFile(
      generator.output?.value ?? "",
      `export const columns = ${text} as const;\nexport const tables: readonly string[] = ${tables};\n`,
    );
  },
});
