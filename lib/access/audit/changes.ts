import { truncateText } from "@/lib/kernel/truncate-text";
import type { FieldChange } from "./schema";

const MAX_CHANGES = 50;
const MAX_LENGTH = 300;

/** Presents a value in one line; null for none. */
function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? null : truncateText(value.join(", "), MAX_LENGTH);
  return truncateText(typeof value === "string" ? value : JSON.stringify(value), MAX_LENGTH);
}

type Options = {
  /** Fields that follow from others, or change with each write. They are left out. */
  ignored?: readonly string[];
  /** Fields whose values are secret or personal. Only their names are kept. */
  withoutValues?: readonly string[];
};

/** Lists the fields that differ between two presentations of one thing, in the order of the fields; at most 50. */
export function listChanges(before: object, after: object, options: Options = {}): FieldChange[] {
  const { ignored = [], withoutValues = [] } = options;
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([field]) => !ignored.includes(field))
    .filter(([field, value]) => JSON.stringify(earlier.get(field)) !== JSON.stringify(value))
    .slice(0, MAX_CHANGES)
    .map(([field, value]) =>
      withoutValues.includes(field)
        ? { field, from: null, to: null }
        : { field, from: formatValue(earlier.get(field)), to: formatValue(value) },
    );
}
