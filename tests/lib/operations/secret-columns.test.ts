import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SECRET_COLUMNS } from "@/lib/operations/stored-secrets/columns";
import { keyProbes } from "@/lib/operations/stored-secrets/key-probe";

/** Values of these columns expire within a day, so they are not encrypted again. */
const EXPIRING = ["idempotency_keys.body"];

it("every encrypted column is encrypted again when the key changes", () => {
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const text = files.map((file) => readFileSync(`lib/${file}`, "utf8"));
  const defined = text.flatMap((source) =>
    [...source.matchAll(/= defineEncryptedColumn\(\s*"(\w+)",\s*"(\w+)"/g)].map(
      ([, table, column]) => `${table}.${column}`,
    ),
  );
  const known = [...SECRET_COLUMNS, keyProbes].map(({ table, column }) => `${table}.${column}`);
  expect(defined.toSorted()).toEqual([...known, ...EXPIRING].toSorted());
});
