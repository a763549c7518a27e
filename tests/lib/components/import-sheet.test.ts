import { describe, expect, it } from "vitest";
import { buildPastedFile } from "@/components/console/badge-imports/file-field";
import {
  applyChecks,
  applyEdits,
  fillBlock,
  parseCopiedCells,
  reverseEdits,
  type SheetRow,
} from "@/components/console/badge-imports/sheet/sheet-rows";
import { SheetSaver, type SaveState } from "@/components/console/badge-imports/sheet/sheet-saver";
import type { BadgeImportSheet } from "@/lib/badges/imports/schema";

const row = (number: number, ...cells: string[]): SheetRow => ({
  number,
  cells,
  is_ragged: false,
  status: "ok",
  problems: [],
});
const ROWS = [row(2, "a", "b"), row(3, "c", "d"), row(5, "e", "f")];
const contents = (rows: SheetRow[]) => rows.map(({ number, cells }) => [number, ...cells]);

describe("cells copied from a spreadsheet", () => {
  it.each([
    ["one cell", "Ada", [["Ada"]]],
    [
      "a block with the line end of its last row",
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["empty cells and rows", "\tb\n\nc\t", [["", "b"], [""], ["c", ""]]],
    ["quotes around tabs, line ends and quotes", '"a\tb"\t"c\nd"\t"e ""f"""', [["a\tb", "c\nd", 'e "f"']]],
    ["a quote within a cell", 'Ada "A"\t"half', [['Ada "A"', '"half']]],
  ])("parses %s", (_name, text, cells) => {
    expect(parseCopiedCells(text)).toEqual(cells);
  });

  it("fill downwards and to the right, add rows at the end, and can be taken back", () => {
    const edits = fillBlock(ROWS, ROWS, 2, { number: 5, column: 1 }, [["x", "beyond"], ["y\u0000"]]);
    const filled = applyEdits(ROWS, edits);
    expect(contents(filled)).toEqual([
      [2, "a", "b"],
      [3, "c", "d"],
      [5, "e", "x"],
      [6, "", "y"],
    ]);
    expect(contents(applyEdits(filled, reverseEdits(edits)))).toEqual(contents(ROWS));
  });

  it("fill the shown rows only, and never more rows than a file may have", () => {
    const shown = ROWS.filter(({ number }) => number !== 3);
    const edits = fillBlock(ROWS, shown, 2, { number: 2, column: 0 }, [["x"], ["y"]]);
    expect(edits.map(({ number }) => number)).toEqual([2, 5]);
    const many = Array.from({ length: 10_001 }, () => ["x"]);
    expect(applyEdits(ROWS, fillBlock(ROWS, ROWS, 2, { number: 2, column: 0 }, many))).toHaveLength(10_000);
  });
});

it.each([
  ["ada@example.org\tAda Okafor", "E-mail address\tFull name"],
  ["Ada\tOkafor\t2026-04-01\tada@example.org", "First name\tLast name\tIssued on\tE-mail address"],
  ["ada@example.org\t17\tAda\tOkafor\tHarbor", "E-mail address\tColumn 2\tFirst name\tLast name\tColumn 5"],
])("pasted rows without headings get them: %s", async (text, headings) => {
  expect(await buildPastedFile(text).text()).toBe(`${headings}\n${text}`);
  const complete = `${headings}\n${text}`;
  expect(await buildPastedFile(complete).text()).toBe(complete);
});

it("the result of a check does not replace that of a row which has changed since", () => {
  const checked = ROWS.map((one) => ({ ...one, status: "error" as const }));
  const rows = applyChecks(ROWS, checked, (number) => number === 3);
  expect(rows.map(({ status }) => status)).toEqual(["error", "ok", "error"]);
});

describe("storing the edits of a sheet", () => {
  const edit = (number: number, ...cells: string[]) => ({
    number,
    before: null,
    after: { cells, is_ragged: false },
  });

  function createSaver(send: (numbers: number[]) => Promise<void>) {
    const states: SaveState[] = [];
    const saver = new SheetSaver({
      send: async (changes) => {
        await send(changes.map(({ number }) => number));
        return { rows: [] } as unknown as BadgeImportSheet;
      },
      onChecked: () => undefined,
      onState: (state) => states.push(state),
    });
    return { saver, lastState: () => states.at(-1) };
  }

  it("sends an edit that is made while another one is sent, too", async () => {
    const sent: number[][] = [];
    const { saver, lastState } = createSaver((numbers) => {
      if (sent.length === 0) saver.add([edit(3, "late"), edit(2, "again")]);
      sent.push(numbers);
      return Promise.resolve();
    });
    saver.add([edit(2, "first")]);
    await saver.flush();
    expect(sent).toEqual([[2], [2, 3]]);
    expect(lastState()).toEqual({ isSaved: true, failure: null });
  });

  it("keeps edits that could not be stored, and sends a large block in parts", async () => {
    let isDown = true;
    const sizes: number[] = [];
    const { saver, lastState } = createSaver((numbers) => {
      if (isDown) return Promise.reject(new Error("offline"));
      sizes.push(numbers.length);
      return Promise.resolve();
    });
    saver.add(Array.from({ length: 1_500 }, (_, index) => edit(index + 2, "x")));
    await expect(saver.flush()).rejects.toThrow("offline");
    expect(lastState()).toMatchObject({ isSaved: false, failure: { message: "offline" } });
    isDown = false;
    await saver.flush();
    expect(sizes).toEqual([1_000, 500]);
  });
});
