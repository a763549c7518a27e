import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { transaction } from "@/lib/kernel/db";
import { eraseImportCells } from "@/lib/oversight/erasures/step-queries";
import type { Subject } from "@/lib/oversight/erasures/schema";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { createCheckedImport, encodeFile } from "../../support/badges/badge-imports";
import { sql } from "../../support/platform/database";

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
    erasureId: newId(),
    before: new Date(Date.now() + 60_000),
  };
}

const countRowsAbout = async (address: string): Promise<number> => {
  const rows = await sql(
    "SELECT count(*)::int AS count FROM badge_import_rows WHERE strpos(lower(array_to_string(cells, ' ')), $1) > 0",
    [address],
  );
  return Number(rows[0]?.count);
};

describe("cells of imports", () => {
  it("are found and emptied in batches", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const subject = await importRowsAbout(address);
    const erased: number[] = [];
    let found: number;
    do {
      found = await transaction(() => eraseImportCells(subject, LIMIT));
      erased.push(found);
      expect(await countRowsAbout(address)).toBe(
        IMPORTS * ROWS_IN_IMPORT - erased.reduce((one, other) => one + other),
      );
    } while (found === LIMIT);
    expect(erased).toEqual([LIMIT, LIMIT, 7]);
    expect(await countRowsAbout(address)).toBe(0);
  });

  it("of a batch that did not end are erased by its repetition, once", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const subject = await importRowsAbout(address);
    const isUndone = transaction(async () => {
      await eraseImportCells(subject, 1_000);
      throw new Error("The process ends.");
    });
    await expect(isUndone).rejects.toThrow("The process ends.");
    expect(await countRowsAbout(address)).toBe(IMPORTS * ROWS_IN_IMPORT);
    const first = await transaction(() => eraseImportCells(subject, 1_000));
    expect(first).toBe(IMPORTS * ROWS_IN_IMPORT);
    const second = await transaction(() => eraseImportCells(subject, 1_000));
    expect(second).toBe(0);
  });

  it.each([
    ["beside the recipient", "bo@example.org", "ADDRESS"],
    ["in capital letters", "bo@example.org", "Ask <ADDRESS>", true],
    ["that ends with the recipient", "PART", "ADDRESS"],
    ["in a recipient that is no address", "'ADDRESS", ""],
    ["twice, as the recipient and beside it", "ADDRESS", "ADDRESS"],
    ["in a row without a recipient", "", "write to ADDRESS"],
  ])("are found by the index: %s", async (_case, recipient, note, isUpper = false) => {
    const address = `ann1${nextSerial()}@example.org`.toLowerCase();
    const write = (text: string) =>
      text.replace("PART", address.slice(1)).replace("ADDRESS", isUpper ? address.toUpperCase() : address);
    const subject = { ...(await importRowsAbout(`eve${nextSerial()}@example.org`)), addresses: [address] };
    const file = ["email,note", `${write(recipient)},${write(note)}`, ""].join("\n");
    await createCheckedImport(organization, { file: encodeFile(file) });
    expect(await transaction(() => eraseImportCells(subject, LIMIT))).toBe(1);
    expect(await countRowsAbout(address)).toBe(0);
    expect(await transaction(() => eraseImportCells(subject, LIMIT))).toBe(0);
  });
});
