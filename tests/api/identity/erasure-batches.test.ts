import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "@/lib/kernel/db";
import { eraseImportCells } from "@/lib/identity/erasures/import-queries";
import type { Subject } from "@/lib/identity/erasures/schema";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { createCheckedImport, encodeFile } from "../../support/badges/badge-imports";
import { sql } from "../../support/platform/database";

type Batch = Awaited<ReturnType<typeof eraseImportCells>>;

const IMPORTS = 3;
const ROWS_IN_IMPORT = 9;
const LIMIT = 10;

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createTestOrganization();
});

/** Imports three files whose rows all name an address. Returns whom to erase. */
async function importRowsAbout(address: string): Promise<Subject> {
  const row = (number: number) => `bo${number}@example.org,<${address}>`;
  const rows = Array.from({ length: ROWS_IN_IMPORT }, (_row, index) => row(index));
  for (let count = 0; count < IMPORTS; count += 1)
    await createCheckedImport(organization, { file: encodeFile(["email,note", ...rows, ""].join("\n")) });
  return {
    userIds: [],
    addresses: [address],
    employeeIds: [],
    knownIds: [],
    knownNames: [],
    key: "",
    before: new Date(Date.now() + 60_000),
  };
}

const countRowsAbout = async (address: string): Promise<number> => {
  const rows = await sql(
    "SELECT count(*)::int AS count FROM badge_import_rows WHERE strpos(array_to_string(cells, ' '), $1) > 0",
    [address],
  );
  return Number(rows[0]?.count);
};

describe("cells of imports", () => {
  it("are read in batches, each of which changes no more rows than it may read", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const subject = await importRowsAbout(address);
    const [{ total } = { total: 0 }] = await sql("SELECT count(*)::int AS total FROM badge_import_rows");
    expect(total).toBe(IMPORTS * ROWS_IN_IMPORT);
    const erased: number[] = [];
    let position: string | null = null;
    do {
      const start: string | null = position;
      const batch: Batch = await transaction(() => eraseImportCells(subject, start, LIMIT));
      erased.push(batch.erased);
      position = batch.position;
      // A process that dies continues behind what is done: nothing is left before the position.
      expect(await countRowsAbout(address)).toBe(Number(total) - erased.reduce((one, other) => one + other));
    } while (position !== null);
    expect(erased).toEqual([LIMIT, LIMIT, 7]);
    expect(await countRowsAbout(address)).toBe(0);
  });

  it("of a batch that did not end are erased by its repetition, once", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const subject = await importRowsAbout(address);
    const isUndone = transaction(async () => {
      await eraseImportCells(subject, null, 1_000);
      throw new Error("The process ends.");
    });
    await expect(isUndone).rejects.toThrow("The process ends.");
    expect(await countRowsAbout(address)).toBe(IMPORTS * ROWS_IN_IMPORT);
    const first = await transaction(() => eraseImportCells(subject, null, 1_000));
    expect(first).toEqual({ erased: IMPORTS * ROWS_IN_IMPORT, position: null });
    const second = await transaction(() => eraseImportCells(subject, null, 1_000));
    expect(second).toEqual({ erased: 0, position: null });
  });
});
