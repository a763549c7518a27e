import { describe, expect, it } from "vitest";
import { readCells, readTable } from "@/lib/platform/files/table";

const COLUMNS = { extern_id: ["id"], first: ["firstname"], email: [] } as const;
const read = (text: string) => readTable(text, COLUMNS);

/** The cells of each row, in the order of the columns, or the error. */
const cells = (text: string): unknown => {
  const table = read(text);
  return "rows" in table ? table.rows.map((row) => Object.values(row.cells)) : table.errors;
};

const ADA = ["7", "Ada", "ada@example.org"];

describe("a table", () => {
  it.each([
    ["commas", "extern_id,first,email\n7,Ada,ada@example.org\n"],
    ["semicolons", "extern_id;first;email\n7;Ada;ada@example.org"],
    ["tabs", "extern_id\tfirst\temail\n7\tAda\tada@example.org\n"],
    ["a byte order mark", "\ufeffextern_id,first,email\n7,Ada,ada@example.org"],
    ["CRLF", "extern_id,first,email\r\n7,Ada,ada@example.org\r\n"],
    ["CR", "extern_id,first,email\r7,Ada,ada@example.org\r"],
    ["ends of lines of several kinds", "extern_id,first,email\r\n7,Ada,ada@example.org\n\n"],
    ["any order, other names, and more columns", "EMail,x,First Name,ID\nada@example.org,y,Ada,7"],
    ["a better name beside another one", "id,extern_id,first,email\n99,7,Ada,ada@example.org"],
    ["quotes", '"extern_id","first","email"\n"7", "Ada" ,"ada@example.org"'],
    ["empty lines and empty rows", "\n\nextern_id,first,email\n\n,,\n7,Ada,ada@example.org\n , ,\n"],
    ["empty cells after the last", "extern_id,first,email\n7,Ada,ada@example.org,,"],
    ["a line that names the separator", "sep=;\r\nextern_id;first;email\r\n7;Ada;ada@example.org\r\n"],
    ["another separator in such a line", '\ufeff"sep=|"\nextern_id|first|email\n7|Ada|ada@example.org'],
    ["a title", "Participants 2026\n\nextern_id;first;email\n7;Ada;ada@example.org"],
    [
      "a title with separators",
      "Spring, summer, autumn, winter\nextern_id;first;email\n7;Ada;ada@example.org",
    ],
    ["a title in each column", "Report,5/11/2026,page 1\n,,\nextern_id,first,email\n7,Ada,ada@example.org"],
  ])("is read with %s", (_, text) => {
    expect(cells(text)).toEqual([ADA]);
  });

  it("lists the columns that it leaves out, and may lack optional ones", () => {
    const table = readTable("ID,Shoe size,,email\n7,38,,ada@example.org", COLUMNS, ["first"]);
    expect(table).toMatchObject({
      ignored: ["Shoe size"],
      rows: [{ cells: { extern_id: "7", first: "", email: "ada@example.org" } }],
    });
    expect(readTable("ID\n7", COLUMNS, ["first"])).toEqual({
      errors: { missing_column_email: "The table has no column email." },
    });
  });

  it("preserves separators, quotes and line breaks inside quotes", () => {
    const text = 'extern_id,first,email\n"7,8;9","say ""Ada""\nLovelace",a\n8,Robert "Bob",b\n';
    expect(cells(text)).toEqual([
      ["7,8;9", 'say "Ada"\nLovelace', "a"],
      ["8", 'Robert "Bob"', "b"],
    ]);
  });

  it("numbers rows as a spreadsheet does, where a line that names the separator is no row", () => {
    expect(readCells("sep=;\nemail;x\na;b")).toMatchObject({ rows: [{ number: 2 }] });
    expect(readCells("A title\n\nemail,x\na,b")).toMatchObject({
      head: ["email", "x"],
      rows: [{ number: 4 }],
    });
  });

  it.each([
    ["unknown headings below a title", "Deltagere\nE-postadr,Navn\na@example.org,Ann", ["E-postadr", "Navn"]],
    ["one column", "email\na@example.org\nb@example.org", ["email"]],
    ["one unknown column", "Adresser\na@example.org\nb@example.org", ["Adresser"]],
    ["no headings, with one short row", "a@example.org\nb@example.org,Bo", ["a@example.org"]],
    [
      "cells that are headings elsewhere",
      "email,name\na@example.org,First\nb@example.org,Group",
      ["email", "name"],
    ],
  ])("finds the headings of a table with %s", (_, text, head) => {
    expect(readCells(text)).toMatchObject({ head });
  });

  it("accepts cells with semicolons when commas are the separators", () => {
    expect(cells("extern_id,first,email\n7,a;b;c;d,e")).toEqual([["7", "a;b;c;d", "e"]]);
  });

  it("reports the line of a row, and rows that do not match the headings", () => {
    const table = read("extern_id,first,email\n7\n\n8,Okafor, Jr,ada@example.org");
    expect(table).toEqual({
      ignored: [],
      rows: [
        { number: 1, cells: { extern_id: "7", first: "", email: "" }, isRagged: false },
        { number: 2, cells: { extern_id: "8", first: "Okafor", email: "Jr" }, isRagged: true },
      ],
    });
  });

  it("reports all missing columns", () => {
    expect(cells("first;mail\nAda;a")).toEqual({
      missing_column_extern_id: "The table has no column extern_id.",
      missing_column_email: "The table has no column email.",
    });
  });

  it.each([
    ["nothing", ""],
    ["no rows", "extern_id,first,email\n\n,,\n"],
    ["a quote that is not closed", 'extern_id,first,email\n"7,Ada,a\n8,B,b'],
    ["text after a quote", 'extern_id,first,email\n"7"8,Ada,a'],
  ])("is refused with %s", (_, text) => {
    expect(cells(text)).toEqual({ invalid_csv: expect.any(String) });
  });

  it("is refused when one row is as long as a table", () => {
    expect(cells(`extern_id,first,email\n${",".repeat(60_000)}\n`)).toEqual({
      invalid_csv: expect.any(String),
    });
  });

  it("has at most 50,000 rows", () => {
    const rows = (count: number) => `extern_id,first,email\n${"7,a,b\n".repeat(count)}`;
    expect(cells(rows(50_000))).toHaveLength(50_000);
    expect(cells(rows(50_001))).toEqual({ invalid_csv: "A table takes at most 50000 rows." });
  });
});
