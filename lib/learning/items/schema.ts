import { z } from "zod";
import { textParameter } from "@/lib/learning/requests/parameters";

/** The value that stands for all items, instead of extern ids. */
const ALL = "all";
const SEPARATOR = ";";
/** In characters. A body cannot be longer. */
const MAX_LIST_LENGTH = 1_048_576;

/** The id that the LMS gives an item. It must be usable in a deletion, where `all` and semicolons have a meaning. */
export const externId = () =>
  textParameter().refine(
    (id) => id !== ALL && !id.includes(SEPARATOR),
    `must not be "${ALL}" and must not contain a semicolon`,
  );

/** The items to delete, each once, or all. */
export type ItemSelection = string[] | "all";

const parseItemSelection = (text: string): ItemSelection => {
  if (text === ALL) return ALL;
  const ids = text.split(SEPARATOR).map((id) => id.trim());
  return [...new Set(ids.filter((id) => id !== ""))];
};

export const DeletionParameters = z.object({
  extern_id: textParameter(MAX_LIST_LENGTH)
    .transform(parseItemSelection)
    .refine((selection) => selection.length > 0, {
      error: "names nothing",
      params: { error: "missing_param_extern_id" },
    })
    .meta({ description: "External IDs, separated by semicolons, or `all`." }),
});
export type DeletionParameters = z.infer<typeof DeletionParameters>;

/** The response to a deletion; it lists the items when at most 100 were requested. */
export const deletedItems = <One extends z.ZodType>(item: One) =>
  z.strictObject({ deleted_count: z.int(), deleted: z.array(item).optional() });
