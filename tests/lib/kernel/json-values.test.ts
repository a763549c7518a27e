import { expect, it } from "vitest";
import { parseBody } from "@/lib/http/endpoints/body";
import { hasTooManyValues, MAX_JSON_VALUES } from "@/lib/kernel/json-values";

const repeat = (part: string, count: number): string => part.repeat(count);

it.each([
  ["numbers", (count: number) => `[${repeat("1,", count - 1)}1]`],
  ["nested lists", (count: number) => repeat("[", count) + repeat("]", count)],
  ["nested objects", (count: number) => `${repeat('{"a":', count)}1${repeat("}", count)}`],
])("counts %s", (_name, build) => {
  expect(hasTooManyValues(build(MAX_JSON_VALUES - 1))).toBe(false);
  expect(hasTooManyValues(build(MAX_JSON_VALUES + 1))).toBe(true);
});

it.each([
  ["commas", repeat(",", 300_000)],
  ["escaped quotes", repeat('\\",', 300_000)],
  ["backslashes at the end", `${repeat("[", 300_000)}\\\\`],
])("does not count %s in a text", (_name, text) => {
  expect(hasTooManyValues(`{"a":"${text}","b":[1]}`)).toBe(false);
});

it("counts after a text that ends in a backslash, and to the end of a text without an end", () => {
  expect(hasTooManyValues(`["\\\\",${repeat("1,", MAX_JSON_VALUES)}1]`)).toBe(true);
  expect(hasTooManyValues(`["${repeat("[", 300_000)}`)).toBe(false);
});

it("400: a body with too many values", () => {
  const body = `{"a":[${repeat("1,", MAX_JSON_VALUES)}1]}`;
  expect(() => parseBody(body, "application/json", "")).toThrow("at most 120000 values");
});
