import { beforeAll, describe, expect, it } from "vitest";
import { db, queryTextRows, transaction } from "@/lib/kernel/db";
import { PLAN_EACH_TIME } from "@/lib/kernel/statement-names";
import { Prisma } from "@/prisma/generated/client";

// Prepared statements belong to a connection.
beforeAll(() => {
  process.env.DATABASE_POOL = "1";
});

const runText = (text: string): Promise<unknown> => queryTextRows(Prisma.raw(text));

const countPrepared = async (like: string): Promise<number> => {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE ${like}`;
  return row?.count ?? 0;
};

async function runVariants(from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) await runText(`SELECT 'variant ${number}'`);
}

describe("prepared statements", () => {
  it("are few, whatever the number of texts", async () => {
    await runText("SELECT 'early'");
    await runVariants(0, 400);
    expect(await countPrepared("SELECT 'early'")).toBe(1);
    expect(await countPrepared("SELECT 'variant%'")).toBeLessThan(260);
  });

  it("include one that is used often, however late it appears, and keep it", async () => {
    const late = "SELECT 'late'";
    await runText(late);
    expect(await countPrepared(late)).toBe(0);
    for (let use = 0; use < 5; use += 1) await runText(late);
    expect(await countPrepared(late)).toBe(1);
    // Others run meanwhile. It is still executed by its name, which the server counts.
    await runVariants(400, 500);
    await runText(late);
    const [row] = await db().$queryRaw<{ uses: number }[]>`
      SELECT (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement = ${late}`;
    expect(row?.uses).toBeGreaterThanOrEqual(4);
  });

  it("are also bounded when many texts are used often, and exclude those that are planned for each call", async () => {
    for (let number = 1_000; number < 1_600; number += 1) {
      for (let use = 0; use < 4; use += 1) await runText(`SELECT 'often ${number}'`);
    }
    const anew = `${PLAN_EACH_TIME} SELECT 'anew'`;
    for (let use = 0; use < 5; use += 1) await runText(anew);
    const counts = await transaction(async () => [
      await countPrepared("%"),
      await countPrepared("%SELECT 'anew'"),
    ]);
    expect(counts[0]).toBeLessThan(510);
    expect(counts[1]).toBe(0);
  });
});
