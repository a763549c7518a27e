import { z } from "zod";
import { MAX_EXPORTED_ROWS, MAX_PER_PAGE } from "@/lib/kernel/list/page";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";

const page = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "Number of the page, from 1.", param: { id: "page" } });
const per = z
  .int()
  .min(1)
  .max(MAX_PER_PAGE)
  .optional()
  .meta({ description: `Items on a page. Default: ${MAX_PER_PAGE}.`, param: { id: "per" } });
const format = z
  .literal("csv")
  .optional()
  .meta({
    description: `\`csv\` returns all rows as a table, at most ${MAX_EXPORTED_ROWS}. \`page\` and \`per\` are ignored.`,
    param: { id: "format" },
  });
const columns = z
  .string()
  .optional()
  .meta({
    description:
      "With `format=csv`: the fields of the table, separated by commas, each optionally with `=` and a heading: `issued_to=Recipient,badge_template.name=Badge`. Without it the table has all fields.",
    param: { id: "columns" },
  });
const cursor = z.string().optional().meta({ description: "The cursor in `next_page_url`." });
export const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    description:
      "A request with the same key and body within 24 hours gets the first response again and changes nothing.",
    param: { id: "IdempotencyKey" },
  });

const describedText = (description: string) => z.string().optional().meta({ description });

const formatKeys = (keys: string[]): string => keys.map((key) => `\`${key}\``).join(", ");

const pagingParameters = (operation: EndpointSpec["operation"]): Record<string, z.ZodType> => {
  if (operation === "list") return { page, per, format, columns };
  return operation === "cursor" ? { cursor } : {};
};

/** The query parameters of an operation: those of its kind, its filters and sorts, and its own. */
export function operationQuery({ operation, keys, query = {} }: EndpointSpec): Record<string, z.ZodType> {
  const documented = Object.entries(query).map(([name, meaning]) => [name, describedText(meaning)]);
  const criteria = keys && {
    filter: describedText(`\`key::value\`, combined with \`|\`. Keys: ${formatKeys(keys.filter)}.`),
    ...(operation === "cursor"
      ? {}
      : {
          sort: describedText(
            `\`key1|key2\`, \`-\` before a key for descending. Keys: ${formatKeys(keys.sort)}.`,
          ),
        }),
  };
  return { ...pagingParameters(operation), ...criteria, ...Object.fromEntries(documented) };
}
