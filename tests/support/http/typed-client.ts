import { expect } from "vitest";
import type { Answer } from "./client";
import type { Shape } from "./shapes";
import { listMetadata } from "./specified-types";

// A client in a typed language reads every answer into a structure: a key that is missing, a null in place of a list, a
// number that is a text make it fail.

/** Fails with each key that is not of its type. */
export const fits = (name: string, value: unknown, shape: Shape) => expect(shape(value, name)).toEqual([]);

/** An answer with one resource, in the envelope of those. */
export function expectOne(name: string, { status, data, metadata }: Answer, shape: Shape, expected = 200) {
  expect(status, `${name}: ${JSON.stringify(data)}`).toBe(expected);
  expect(metadata).toEqual({});
  fits(name, data, shape);
  return data;
}

/** An answer with a list that is not empty, in the envelope of those. */
export function expectList(name: string, { status, data, metadata }: Answer, shape: Shape, least = 1) {
  expect(status, `${name}: ${JSON.stringify(data)}`).toBe(200);
  fits(`${name} metadata`, metadata, listMetadata);
  expect(data.length).toBeGreaterThanOrEqual(least);
  for (const [index, item] of data.entries()) fits(`${name}[${index}]`, item, shape);
  return data;
}
