import type { TemplateFilter } from "./schema";

export const NO_FILTER: TemplateFilter = { query: "", skill: "" };

/** As long as a name or a skill can be. */
const MAX_LENGTH = 255;

/** Text without characters that PostgreSQL does not store. */
const clean = (text: string | null): string =>
  (text ?? "")
    .replace(/\p{Cc}/gu, " ")
    .slice(0, MAX_LENGTH)
    .replace(/\p{Surrogate}/gu, "")
    .trim();

/** Reads the parameters `q` and `skill` of an address. */
export const readTemplateFilter = (parameters: URLSearchParams): TemplateFilter => ({
  query: clean(parameters.get("q")).replace(/\s+/gu, " "),
  skill: clean(parameters.get("skill")),
});

export const isFiltered = ({ query, skill }: TemplateFilter): boolean => query !== "" || skill !== "";

/** Names the filter as parameters of an address, in one order and without those that are empty. */
export const filterParameters = ({ query, skill }: TemplateFilter): Record<string, string> => ({
  ...(query === "" ? {} : { q: query }),
  ...(skill === "" ? {} : { skill }),
});
