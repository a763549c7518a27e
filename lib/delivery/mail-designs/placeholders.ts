import { writePlaceholder } from "./choices";

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu;
const DOUBLE_BRACE = /\{\{|\}\}/u;

/** Joins names as a sentence lists them: "a, b or c". */
const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" })
    .format(names.map(writePlaceholder))
    .replace(", or ", " or ");

/** Returns what is wrong with the placeholders of a text, as the end of a sentence; null if nothing is. */
export function findPlaceholderProblem(text: string, allowed: readonly string[]): string | null {
  const unknown = [...text.matchAll(PLACEHOLDER)].find(([, name = ""]) => !allowed.includes(name.trim()));
  if (unknown) return `has the unknown placeholder ${unknown[0]}. Use ${listNames(allowed)}`;
  if (DOUBLE_BRACE.test(text.replace(PLACEHOLDER, "")))
    return `has double braces that are not a placeholder. Use ${listNames(allowed)}`;
  return null;
}

/**
 * Replaces the placeholders of a text, once: values that contain braces themselves stay as they are. A placeholder
 * without a value stays visible.
 */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (written, name: string) => {
    const key = name.trim();
    return Object.hasOwn(values, key) ? (values[key] ?? written) : written;
  });
