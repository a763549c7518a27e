import { findNamedTemplates, type NamedTemplates } from "@/lib/badges/templates/named";
import { ambiguousTemplateMessage, unknownTemplateMessage } from "./problem-messages";
import type { ImportMapping, ImportProblem } from "./schema";

/** The templates that the cells of a file name, by their text. */
export type RowTemplates = ReadonlyMap<string, NamedTemplates>;

/** Finds the templates that rows name in the column of the badge. Needs no query without such a column. */
export async function findRowTemplates(
  organizationId: string,
  { mapping }: { mapping: ImportMapping },
  rows: { cells: string[] }[],
): Promise<RowTemplates> {
  const column = mapping.badge_template;
  if (column === undefined) return new Map();
  const texts = rows.map(({ cells }) => (cells[column] ?? "").trim()).filter((text) => text !== "");
  return findNamedTemplates(organizationId, texts);
}

/**
 * Returns the template of a row: the one that its cell names by id or exact name, or that of the import when the cell is
 * empty. A text that names none or several is a problem.
 */
export function chooseTemplate(
  text: string | undefined,
  importTemplateId: string,
  templates: RowTemplates,
): { id: string | undefined; problem: ImportProblem | null } {
  if (text === undefined) return { id: importTemplateId, problem: null };
  const { ids, suggestion } = templates.get(text) ?? { ids: [], suggestion: null };
  if (ids.length === 1) return { id: ids[0], problem: null };
  const [code, message] =
    ids.length === 0
      ? ["unknown_badge", unknownTemplateMessage(text, suggestion)]
      : ["ambiguous_badge", ambiguousTemplateMessage(text, ids)];
  return { id: undefined, problem: { field: "badge_template", code, message } };
}
