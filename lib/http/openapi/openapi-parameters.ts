import { z } from "zod";
import { EXPORTED_ROWS, MAX_PER } from "@/lib/kernel/list/page";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";

const page = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "Number of the page, from 1.", param: { id: "page" } });
const per = z
  .int()
  .min(1)
  .max(MAX_PER)
  .optional()
  .meta({ description: `Items on a page; ${MAX_PER} when not given.`, param: { id: "per" } });
const format = z
  .literal("csv")
  .optional()
  .meta({
    description: `A table of the rows instead, from the first one on, at most ${EXPORTED_ROWS}; \`page\` and \`per\` mean nothing then.`,
    param: { id: "format" },
  });
const cursor = z.string().optional().meta({ description: "As `next_page_url` carries it." });
export const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    description: "The same key and body within 24 hours replay the first answer instead of acting again.",
    param: { id: "IdempotencyKey" },
  });

const described = (description: string) => z.string().optional().meta({ description });

const code = (keys: string[]): string => keys.map((key) => `\`${key}\``).join(", ");

const pagingOf = (operation: EndpointSpec["operation"]): Record<string, z.ZodType> => {
  if (operation === "list") return { page, per, format };
  return operation === "walk" ? { cursor } : {};
};

/** The query parameters of an operation: those of its kind, its filters and sorts, and its own. */
export function queryOf({ operation, keys, query = {} }: EndpointSpec): Record<string, z.ZodType> {
  const own = Object.entries(query).map(([name, meaning]) => [name, described(meaning)]);
  const criteria = keys && {
    filter: described(`\`key::value\`, combined with \`|\`. Keys: ${code(keys.filter)}.`),
    ...(operation === "walk"
      ? {}
      : { sort: described(`\`key1|key2\`, \`-\` before a key for descending. Keys: ${code(keys.sort)}.`) }),
  };
  return { ...pagingOf(operation), ...criteria, ...Object.fromEntries(own) };
}
