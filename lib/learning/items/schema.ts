import { z } from "zod";
import { textParameter } from "@/lib/learning/requests/parameters";

/** What deletes everything, in the place of extern ids. */
const ALL = "all";
const SEPARATOR = ";";
/** Characters; a body has no room for more. */
const LONGEST_LIST = 1_048_576;

/** The id that the LMS gives an item: one that a deletion can name, and that names nothing else there. */
export const externId = () =>
  textParameter().refine(
    (id) => id !== ALL && !id.includes(SEPARATOR),
    `must not be "${ALL}" and must not contain a semicolon`,
  );

/** The items that a deletion names, each once, or all that there are. */
export type Wanted = string[] | "all";

const wantedOf = (text: string): Wanted => {
  if (text === ALL) return ALL;
  const ids = text.split(SEPARATOR).map((id) => id.trim());
  return [...new Set(ids.filter((id) => id !== ""))];
};

export const DeletionParameters = z.object({
  extern_id: textParameter(LONGEST_LIST)
    .transform(wantedOf)
    .refine((wanted) => wanted.length > 0, {
      error: "names nothing",
      params: { error: "missing_param_extern_id" },
    })
    .meta({ description: "Extern ids, separated by semicolons, or `all`." }),
});
export type DeletionParameters = z.infer<typeof DeletionParameters>;

/** The answer to a deletion: each item of it when 100 or fewer were asked for. */
export const deletedItems = <One extends z.ZodType>(item: One) =>
  z.strictObject({ deleted_count: z.int(), deleted: z.array(item).optional() });
