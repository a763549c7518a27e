import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { db, transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { withClient } from "@/lib/platform/postgres/database";

const ADDRESS = "nobody-should-read@this.example";
const before = { level: log.level, stream: Reflect.get(log, pino.symbols.streamSym) as unknown };
const lines: string[] = [];

beforeEach(() => {
  log.level = "info";
  Reflect.set(log, pino.symbols.streamSym, { write: (line: string) => void lines.push(line) });
});
afterEach(() => {
  log.level = before.level;
  Reflect.set(log, pino.symbols.streamSym, before.stream);
});

const CREATE = `CREATE TEMP TABLE people (email text CONSTRAINT only_known CHECK (email = 'known')) ON COMMIT DROP`;
const INSERT = `INSERT INTO people VALUES ('${ADDRESS}')`;
const failures: Record<string, () => Promise<unknown>> = {
  "of Prisma": () =>
    transaction(async () => {
      await db().$executeRawUnsafe(CREATE);
      await db().$executeRawUnsafe(INSERT);
    }),
  "of pg": () => withClient(env().DATABASE_URL, (client) => client.query(`BEGIN; ${CREATE}; ${INSERT}`)),
};

it.each(Object.entries(failures))("an error %s has no values of the row that failed", async (_name, fail) => {
  const error: unknown = await fail().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(JSON.stringify(error), "the error has them").toContain(ADDRESS);
  log.error({ err: error }, "request failed");
  const [line = ""] = lines.splice(0);
  expect(line).toContain("only_known");
  expect(line).not.toContain(ADDRESS);
});
