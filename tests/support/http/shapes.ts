// Types of JSON values as a client in a typed language declares them.

/** Lists the mismatches of a value, each with its path. Empty when there are none. */
export type Shape = (value: unknown, path: string) => string[];

export const scalar =
  (name: string, fits: (value: unknown) => boolean): Shape =>
  (value, path) =>
    fits(value) ? [] : [`${path} is ${JSON.stringify(value) ?? "missing"}, not ${name}`];

const matching = (name: string, pattern: RegExp): Shape =>
  scalar(name, (value) => typeof value === "string" && pattern.test(value));

export const text = scalar("a string", (value) => typeof value === "string");
export const bool = scalar("a boolean", (value) => typeof value === "boolean");
export const integer = scalar("an integer", Number.isInteger);
export const uuid = matching("a UUID", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const timestamp = matching("a timestamp", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const date = matching("a date", /^\d{4}-\d\d-\d\d$/);
export const address = matching("an address", /^https?:\/\/\S+$/);

export const oneOf = (...words: string[]): Shape =>
  scalar(words.join(" or "), (value) => words.includes(value as string));

export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? [] : shape(value, path);

export const object =
  (fields: Record<string, Shape>): Shape =>
  (value, path) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(fields).flatMap(([key, shape]) =>
          shape((value as Record<string, unknown>)[key], `${path}.${key}`),
        )
      : [`${path} is ${JSON.stringify(value) ?? "missing"}, not an object`];

export const list =
  (item: Shape): Shape =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item(one, `${path}[${index}]`))
      : [`${path} is ${JSON.stringify(value) ?? "missing"}, not an array`];

export const anything: Shape = (value, path) => (value === undefined ? [`${path} is missing`] : []);

/** The members of an object that have one type. Their names are separated by spaces. */
export const fields = (shape: Shape, names: string): Record<string, Shape> =>
  Object.fromEntries(names.split(" ").map((name) => [name, shape]));

export const texts = (names: string) => fields(text, names);
export const optionalTexts = (names: string) => fields(orNull(text), names);
export const booleans = (names: string) => fields(bool, names);
export const timestamps = (names: string) => fields(timestamp, names);
