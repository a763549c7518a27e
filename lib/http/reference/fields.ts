import { resolved, type ApiDocument, type JsonSchema } from "./document";
import type { ReferenceField } from "./schema";

/** Objects deeper than this are named without their fields, because no table can show them. */
const DEEPEST = 4;
const WORDS_SHOWN = 40;

const nameOf = (schema: JsonSchema): string | undefined => schema.$ref?.split("/").at(-1);

const isNull = (schema: JsonSchema): boolean => schema.type === "null";

/** Lists the shapes that a value can have, without null. "true" and "false" as text count as booleans. */
function shapesOf(document: ApiDocument, schema: JsonSchema): JsonSchema[] {
  const plain = resolved<JsonSchema>(document, schema as { $ref: string });
  const choices = plain.anyOf ?? plain.oneOf;
  if (!choices) return isNull(plain) ? [] : [plain];
  const shapes = choices.flatMap((choice) => shapesOf(document, choice));
  const isFlag = shapes.some(({ type }) => type === "boolean");
  const isWord = ({ enum: words }: JsonSchema) => words?.includes("true") || words?.includes("false");
  return isFlag ? shapes.filter((shape) => !isWord(shape)) : shapes;
}

const isNullable = (document: ApiDocument, schema: JsonSchema): boolean => {
  const plain = resolved<JsonSchema>(document, schema as { $ref: string });
  if (Array.isArray(plain.type) && plain.type.includes("null")) return true;
  const choices = plain.anyOf ?? plain.oneOf ?? [];
  return isNull(plain) || choices.some((choice) => isNullable(document, choice));
};

function wordOf(document: ApiDocument, shape: JsonSchema): string {
  if (shape.items) return `list of ${typeOf(document, shape.items)}`;
  if (shape.properties) return "object";
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  const types = [shape.type ?? "anything"].flat().filter((type) => type !== "null");
  return shape.format ? `${types.join(" or ")} (${shape.format})` : types.join(" or ");
}

/** Formats the type: `string`, `list of object`, `boolean or null`. */
function typeOf(document: ApiDocument, schema: JsonSchema): string {
  const words = shapesOf(document, schema).map((shape) => wordOf(document, shape));
  return [...new Set(words), ...(isNullable(document, schema) ? ["null"] : [])].join(" or ");
}

const wordsOf = (words: unknown[]): string => {
  const more = words.length > WORDS_SHOWN ? ` and ${words.length - WORDS_SHOWN} more` : "";
  return `one of ${words.slice(0, WORDS_SHOWN).map(String).join(", ")}${more}`;
};

const said = (value: number | undefined, words: (value: number) => string): string[] =>
  value === undefined || value === 0 || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? [] : [words(value)];

const limitsOfShape = (shape: JsonSchema): string[] => [
  ...(shape.enum ? [wordsOf(shape.enum)] : []),
  ...said(shape.minLength === 1 ? 0 : shape.minLength, (length) => `at least ${length} characters`),
  ...said(shape.maxLength, (length) => `at most ${length} characters`),
  ...said(shape.minimum, (value) => `from ${value}`),
  ...said(shape.maximum, (value) => `to ${value}`),
  ...said(shape.minItems, (count) => `at least ${count}`),
  ...said(shape.maxItems, (count) => `at most ${count}`),
  ...(shape.default === undefined ? [] : [`${JSON.stringify(shape.default)} when not given`]),
];

/** Builds a row of the reference from a schema, with the fields of the object or list below it. */
export function fieldOf(
  document: ApiDocument,
  name: string,
  schema: JsonSchema,
  { required = false, above = [] as string[] } = {},
): ReferenceField {
  const shapes = shapesOf(document, schema);
  const below = [...above, nameOf(schema) ?? name];
  return {
    name,
    type: typeOf(document, schema),
    required,
    description: schema.description ?? shapes.find(({ description }) => description)?.description ?? null,
    limits: [...new Set(shapes.flatMap((shape) => limitsOfShape(shape)))],
    fields: fieldsOf(document, schema, below),
  };
}

const joined = (one: string, other: string): string =>
  [...new Set([...one.split(" or "), ...other.split(" or ")])].join(" or ");

/** Merges the fields of several choices into one list. None of them is required, because not all choices have it. */
function mergedFields(lists: ReferenceField[][]): ReferenceField[] {
  if (lists.length < 2) return lists[0] ?? [];
  const fields = new Map<string, ReferenceField>();
  for (const field of lists.flat()) {
    const known = fields.get(field.name);
    const type = known ? joined(known.type, field.type) : field.type;
    const limits = [...new Set([...(known?.limits ?? []), ...field.limits])];
    fields.set(field.name, { ...(known ?? field), type, limits, required: false });
  }
  return [...fields.values()];
}

/** Builds the fields of an object, of the items of a list, or of several choices. */
export function fieldsOf(document: ApiDocument, schema: JsonSchema, above: string[] = []): ReferenceField[] {
  const name = nameOf(schema);
  if (above.length > DEEPEST || (name && above.slice(0, -1).includes(name))) return [];
  const shapes = shapesOf(document, schema);
  const lists = shapes.map((shape) => {
    if (shape.items) return fieldsOf(document, shape.items, [...above, nameOf(shape.items) ?? "items"]);
    return Object.entries(shape.properties ?? {}).map(([key, value]) =>
      fieldOf(document, key, value, { required: shape.required?.includes(key) ?? false, above }),
    );
  });
  return mergedFields(lists.filter(({ length }) => length > 0));
}
