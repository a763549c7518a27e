import { expect } from "vitest";
import type { TestResponse } from "./client";
import type { Shape } from "./shapes";
import { listMetadata } from "./specified-types";

// A client in a typed language reads every response into a structure. A missing key, a null in place of a list or a
// number as a text makes it fail.

/** Fails for each key whose value has the wrong type. */
export const expectShape = (name: string, value: unknown, shape: Shape) =>
  expect(shape(value, name)).toEqual([]);

/** Checks a response with one resource in its envelope. */
export function expectResource(
  name: string,
  { status, data, metadata }: TestResponse,
  shape: Shape,
  expected = 200,
) {
  expect(status, `${name}: ${JSON.stringify(data)}`).toBe(expected);
  expect(metadata).toEqual({});
  expectShape(name, data, shape);
  return data;
}

/** Checks a response with a non-empty list in its envelope. */
export function expectList(name: string, { status, data, metadata }: TestResponse, shape: Shape, least = 1) {
  expect(status, `${name}: ${JSON.stringify(data)}`).toBe(200);
  expectShape(`${name} metadata`, metadata, listMetadata);
  expect(data.length).toBeGreaterThanOrEqual(least);
  for (const [index, item] of data.entries()) expectShape(`${name}[${index}]`, item, shape);
  return data;
}
