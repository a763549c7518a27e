import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listColumnNames, type Model } from "@/lib/kernel/columns";
import { KINDS, listStoredFields } from "@/lib/moving/records/kinds";
import { KIND_NAMES } from "@/lib/moving/records/schema";

const document = readFileSync("docs/operating/moving-out.md", "utf8");

/** The names in the first column of a table below a heading. */
function listNames(heading: string): string[] {
  const part = document.slice(document.indexOf(`## ${heading}\n`)).split("\n## ")[0] ?? "";
  const cells = [...part.matchAll(/^\| (`[^|]*`) +\|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name));
}

/** Each table with its columns, from the Prisma schema. */
function listTables(): Map<string, string[]> {
  const files = readdirSync("prisma/schema", { recursive: true, encoding: "utf8" });
  const schema = files
    .filter((name) => name.endsWith(".prisma"))
    .map((name) => readFileSync(`prisma/schema/${name}`, "utf8"))
    .join("\n");
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)];
  return new Map(
    models.map(([, model = "", body = ""]) => {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
      return [table, listColumnNames(model as Model)];
    }),
  );
}

/** The addresses of a person are a list in the record of the person, and the requirements of a rule in that of the rule. */
const NESTED = {
  user_emails: ["id", "user_id", "email", "primary", "confirmed_at", "created_at"],
  learning_rule_requirements: [
    "rule_id",
    "integration_id",
    "gradable_id",
    "position",
    "operator",
    "value",
    "rank",
  ],
};

/** The columns that records contain, by table. */
const exported = new Map<string, string[]>([
  ...KINDS.map((kind): [string, string[]] => [
    kind.table,
    [...listStoredFields(kind).map(({ column }) => column), kind.organizationColumn ?? ""],
  ]),
  ...Object.entries(NESTED),
]);

it("every table and column is exported, or is listed with the reason why not", () => {
  const excluded = new Set(listNames("What is not exported"));
  const missing = [...listTables()].flatMap(([table, columns]) => {
    const fields = exported.get(table);
    if (!fields) return excluded.has(table) ? [] : [table];
    return columns
      .filter((column) => !fields.includes(column))
      .map((column) => `${table}.${column}`)
      .filter((name) => !excluded.has(name));
  });
  expect(missing).toEqual([]);
});

it("the list names nothing that is exported, or does not exist", () => {
  const tables = listTables();
  const wrong = listNames("What is not exported").filter((name) => {
    const [table = "", column] = name.split(".");
    if (column === undefined) return !tables.has(table) || exported.has(table);
    return !tables.get(table)?.includes(column) || exported.get(table)?.includes(column);
  });
  expect(wrong).toEqual([]);
});

it("the document describes the kinds in their order", () => {
  expect(listNames("Format")).toEqual(KIND_NAMES);
  expect(KINDS.map(({ name }) => name)).toEqual(KIND_NAMES);
});
