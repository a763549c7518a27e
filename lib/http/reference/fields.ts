import { resolveReference, type ApiDocument, type JsonSchema } from "./document";
import type { ReferenceField } from "./schema";

/** Objects deeper than this are named without their fields, because no table can show them. */
const MAX_DEPTH = 4;
const MAX_CHOICES = 40;

const schemaName = (schema: JsonSchema): string | undefined => schema.$ref?.split("/").at(-1);

const isNull = (schema: JsonSchema): boolean => schema.type === "null";

/** Matches the words and numbers that a field for true and false also takes. */
const FLAG_VALUES = /^(true|false|[01])$/i;

/** Lists the shapes that a value can have, without null. Words and numbers for true and false count as booleans. */
function listShapes(document: ApiDocument, schema: JsonSchema): JsonSchema[] {
  const resolvedSchema = resolveReference<JsonSchema>(document, schema as { $ref: string });
  const choices = resolvedSchema.anyOf ?? resolvedSchema.oneOf;
  if (!choices) return isNull(resolvedSchema) ? [] : [resolvedSchema];
  const shapes = choices.flatMap((choice) => listShapes(document, choice));
  const isFlag = shapes.some(({ type }) => type === "boolean");
  const isFlagValues = ({ enum: values }: JsonSchema) =>
    values?.every((value) => FLAG_VALUES.test(String(value)));
  return isFlag ? shapes.filter((shape) => !isFlagValues(shape)) : shapes;
}

const isNullable = (document: ApiDocument, schema: JsonSchema): boolean => {
  const resolvedSchema = resolveReference<JsonSchema>(document, schema as { $ref: string });
  if (Array.isArray(resolvedSchema.type) && resolvedSchema.type.includes("null")) return true;
  const choices = resolvedSchema.anyOf ?? resolvedSchema.oneOf ?? [];
  return isNull(resolvedSchema) || choices.some((choice) => isNullable(document, choice));
};

function shapeType(document: ApiDocument, shape: JsonSchema): string {
  if (shape.items) return `list of ${formatType(document, shape.items)}`;
  if (shape.properties) return "object";
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  const types = [shape.type ?? "anything"].flat().filter((type) => type !== "null");
  return shape.format ? `${types.join(" or ")} (${shape.format})` : types.join(" or ");
}

/** Formats the type: `string`, `list of object`, `boolean or null`. */
function formatType(document: ApiDocument, schema: JsonSchema): string {
  const words = listShapes(document, schema).map((shape) => shapeType(document, shape));
  return [...new Set(words), ...(isNullable(document, schema) ? ["null"] : [])].join(" or ");
}

const formatChoices = (words: unknown[]): string => {
  const more = words.length > MAX_CHOICES ? ` and ${words.length - MAX_CHOICES} more` : "";
  return `one of ${words.slice(0, MAX_CHOICES).map(String).join(", ")}${more}`;
};

const formatLimit = (value: number | undefined, words: (value: number) => string): string[] =>
  value === undefined || value === 0 || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? [] : [words(value)];

const shapeLimits = (shape: JsonSchema): string[] => [
  ...(shape.enum ? [formatChoices(shape.enum)] : []),
  ...formatLimit(shape.minLength === 1 ? 0 : shape.minLength, (length) => `at least ${length} characters`),
  ...formatLimit(shape.maxLength, (length) => `at most ${length} characters`),
  ...formatLimit(shape.minimum, (value) => `from ${value}`),
  ...formatLimit(shape.maximum, (value) => `to ${value}`),
  ...formatLimit(shape.minItems, (count) => `at least ${count}`),
  ...formatLimit(shape.maxItems, (count) => `at most ${count}`),
  ...(shape.default === undefined ? [] : [`${JSON.stringify(shape.default)} when not given`]),
];

/** Builds a row of the reference from a schema, with the fields of the object or list below it. */
export function buildField(
  document: ApiDocument,
  name: string,
  schema: JsonSchema,
  { required = false, above: ancestors = [] as string[] } = {},
): ReferenceField {
  const shapes = listShapes(document, schema);
  const path = [...ancestors, schemaName(schema) ?? name];
  return {
    name,
    type: formatType(document, schema),
    required,
    description: schema.description ?? shapes.find(({ description }) => description)?.description ?? null,
    limits: [...new Set(shapes.flatMap((shape) => shapeLimits(shape)))],
    fields: buildFields(document, schema, path),
  };
}

const joinTypes = (one: string, other: string): string =>
  [...new Set([...one.split(" or "), ...other.split(" or ")])].join(" or ");

/** Merges the fields of several choices into one list. None of them is required, because not all choices have it. */
function mergeFields(lists: ReferenceField[][]): ReferenceField[] {
  if (lists.length < 2) return lists[0] ?? [];
  const fields = new Map<string, ReferenceField>();
  for (const field of lists.flat()) {
    const known = fields.get(field.name);
    const type = known ? joinTypes(known.type, field.type) : field.type;
    const limits = [...new Set([...(known?.limits ?? []), ...field.limits])];
    fields.set(field.name, { ...(known ?? field), type, limits, required: false });
  }
  return [...fields.values()];
}

/** Builds the fields of an object, of the items of a list, or of several choices. */
export function buildFields(
  document: ApiDocument,
  schema: JsonSchema,
  ancestors: string[] = [],
): ReferenceField[] {
  const name = schemaName(schema);
  if (ancestors.length > MAX_DEPTH || (name && ancestors.slice(0, -1).includes(name))) return [];
  const shapes = listShapes(document, schema);
  const lists = shapes.map((shape) => {
    if (shape.items)
      return buildFields(document, shape.items, [...ancestors, schemaName(shape.items) ?? "items"]);
    return Object.entries(shape.properties ?? {}).map(([key, value]) =>
      buildField(document, key, value, {
        required: shape.required?.includes(key) ?? false,
        above: ancestors,
      }),
    );
  });
  return mergeFields(lists.filter(({ length }) => length > 0));
}
