import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { listVariables, parseEnv } from "@/lib/kernel/env";
import { buildEnvExample } from "@/lib/operations/installation/environment";

const REQUIRED = {
  DATABASE_URL: "postgresql://localhost/badges",
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  SESSION_SECRET: "x".repeat(32),
};

type Row = { name: string; fallback: string; meaning: string };

/** The rows of a table whose first cell is a name in backticks. The other cells are read without backticks. */
const parseRows = (page: string): Row[] =>
  [...page.replaceAll("`", "").matchAll(/^\| ([A-Z_]+) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, name = "", fallback = "", meaning = ""]) => ({ name, fallback, meaning }),
  );

describe(".env.example", () => {
  it("matches the schema of variables (after a change: npm run env-example)", async () => {
    expect(await readFile(".env.example", "utf8")).toBe(buildEnvExample());
  });

  it("names every variable that the service reads, except NODE_ENV", () => {
    const read = Object.keys(parseEnv({ ...REQUIRED, NODE_ENV: "test" }));
    const named = listVariables().map(({ name }) => name);
    expect(read.filter((name) => /^[A-Z_]+$/.test(name) && !named.includes(name))).toEqual(["NODE_ENV"]);
  });

  it("contains the defaults when it is uncommented", () => {
    const lines = [...buildEnvExample().matchAll(/^# ([A-Z_]+)='?(.*?)'?$/gm)];
    expect(lines).toHaveLength(listVariables().length);
    const given = Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
    expect(parseEnv({ ...given, ...REQUIRED })).toEqual(parseEnv(REQUIRED));
  });
});

describe("DEMONSTRATION", () => {
  it.each([
    ["", undefined, true],
    ["http://localhost:3000", undefined, true],
    ["http://badges.localhost:3000", undefined, true],
    ["http://127.0.0.1:3000", undefined, true],
    ["http://[::1]:3000", undefined, true],
    ["https://badges.example.org", undefined, false],
    ["http://10.0.0.5:3000", undefined, false],
    ["http://localhost.example.org", undefined, false],
    ["https://notlocalhost", undefined, false],
    ["https://badges.example.org", "", false],
    ["https://badges.example.org", "1", true],
    ["http://localhost:3000", "0", false],
  ])("with APP_URL %o and %o is %o", (APP_URL, given, expected) => {
    const variables = { ...REQUIRED, APP_URL, ...(given === undefined ? {} : { DEMONSTRATION: given }) };
    expect(parseEnv(variables).DEMONSTRATION).toBe(expected);
  });
});

describe("the table of docs/operating.md", () => {
  it("has the same variables in the same order, with their descriptions and defaults", async () => {
    const rows = parseRows(await readFile("docs/operating.md", "utf8"));
    const named = ({ name, meaning }: Pick<Row, "name" | "meaning">) => `${name}: ${meaning}`;
    expect(rows.map(named)).toEqual(listVariables().map(named));
    const fixed = listVariables().filter(({ fallback }) => fallback !== "");
    const shown = rows.filter((row) => fixed.some(({ name }) => name === row.name));
    expect(shown.map(({ fallback }) => fallback)).toEqual(fixed.map(({ fallback }) => fallback));
  });
});

describe("READ_DATABASE_URL", () => {
  const given = { ...REQUIRED, READ_DATABASE_URL: "postgresql://replica/badges" };

  it("is refused without REDIS_URL, with a line that names what is missing", () => {
    expect(() => parseEnv(given)).toThrow(/^ {2}REDIS_URL: is required together with READ_DATABASE_URL/m);
    expect(parseEnv({ ...given, REDIS_URL: "redis://localhost" }).READ_DATABASE_LAG_MS).toBe(3_000);
  });
});
