import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  dateParameter,
  fileParameter,
  idParameter,
  integerParameter,
  jsonParameter,
  textParameter,
  textListParameter,
  UploadedFile,
} from "@/lib/learning/requests/parameters";

/** Parses a value inside an object with a schema. Returns the result or the first error. */
function read(schema: z.ZodType, value?: unknown): unknown {
  const result = z.object({ it: schema }).safeParse(value === undefined ? {} : { it: value });
  return result.success ? (result.data as { it?: unknown }).it : result.error.issues[0]?.message;
}

const bytes = (text: string) => new UploadedFile(Buffer.from(text));
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("parameters", () => {
  it.each([
    ["7", 7],
    [7, 7],
    [" 7 ", 7],
    ["-7", -7],
    ["2147483647", 2_147_483_647],
    ["2147483648", "must be an integer from -2147483648 to 2147483647"],
    ["1.5", "must be an integer from -2147483648 to 2147483647"],
    ["1e3", "must be an integer from -2147483648 to 2147483647"],
    ["", "must be an integer from -2147483648 to 2147483647"],
    [[7], "must be an integer from -2147483648 to 2147483647"],
  ])("an integer: %j", (value, expected) => {
    expect(read(integerParameter(), value)).toBe(expected);
  });

  it("an id: from 1", () => {
    expect([read(idParameter(), "1"), read(idParameter(), "0")]).toEqual([
      1,
      "must be an integer from 1 to 2147483647",
    ]);
  });

  it("a text: may be a number, but must not contain NUL or lone surrogates", () => {
    const values = ["a", 12, "  a ", " ", "a\u0000", "\ud800", ["a"]];
    expect(values.map((value) => read(textParameter(), value))).toEqual([
      "a",
      "12",
      "a",
      "can't be blank",
      "contains characters that are not allowed",
      "contains characters that are not allowed",
      expect.stringContaining("expected string"),
    ]);
  });

  it("texts: one or several up to a maximum; optional ones may be missing", () => {
    expect(read(textListParameter(), "a")).toEqual(["a"]);
    expect(read(textListParameter(), ["a", 2])).toEqual(["a", "2"]);
    expect(read(textListParameter(1), ["a", "b"])).toContain("Too big");
    expect(read(textListParameter(), { a: "b" })).toContain("expected string");
    expect(read(textListParameter().optional())).toBeUndefined();
  });

  it("a date: only in the specification's formats", () => {
    expect(read(dateParameter(), "Fri, 01 Dec 2017 09:51:11 +0000")).toEqual(
      new Date("2017-12-01T09:51:11Z"),
    );
    expect(read(dateParameter(), "soon")).toContain("must be a date");
    expect(read(dateParameter(), ["2017-12-01"])).toBe("must be a date");
  });

  it("JSON: as a text, or already nested", () => {
    const list = jsonParameter(z.array(z.object({ id: z.string() })));
    expect(read(list, '[{"id":"new"}]')).toEqual([{ id: "new" }]);
    expect(read(list, [{ id: "new" }])).toEqual([{ id: "new" }]);
    expect(read(list, "[{")).toContain("expected array");
  });

  const table = "extern_id,first\n7,Ada";
  it.each([
    ["a plain part", bytes(table)],
    ["a part with a byte order mark", bytes(`\ufeff${table}`)],
    ["a part in base64", bytes(base64(table))],
    ["base64 in lines", bytes(base64(table).replace(/(.{8})/g, "$1\r\n"))],
    ["base64 as a text", base64(table)],
    ["an address of data", `data:text/csv;base64,${base64(table)}`],
    ["the text itself", table],
  ])("a file: %s", (_name, value) => {
    expect(read(fileParameter(), value)).toBe(table);
  });

  it("a file: must be text", () => {
    const message = "must be a text file, plain or in base64";
    const png = new UploadedFile(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]));
    for (const value of [png, ["a"], { a: "b" }, 7]) expect(read(fileParameter(), value)).toBe(message);
  });
});
