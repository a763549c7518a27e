import { findNamedTemplates, findSomeIssuable, type NamedTemplates } from "@/lib/badges/templates/named";
import { invalidField } from "@/lib/kernel/errors";
import { ambiguousTemplateMessage, NO_TEMPLATE_MESSAGE, unknownTemplateMessage } from "./problem-messages";
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
  const texts = rows
    .map(({ cells }) => (cells[column] ?? "").trim().normalize("NFC"))
    .filter((text) => text !== "");
  return findNamedTemplates(organizationId, texts);
}

/**
 * Returns the template of a row: the one that its cell names by id or exact name, or that of the import when the cell is
 * empty. A text that names none or several is a problem, and so is an empty cell if the import has none.
 */
export function chooseTemplate(
  text: string | undefined,
  importTemplateId: string | null,
  templates: RowTemplates,
): { id: string | undefined; problem: ImportProblem | null } {
  if (text === undefined) {
    if (importTemplateId !== null) return { id: importTemplateId, problem: null };
    const problem = { field: "badge_template", code: "missing_badge", message: NO_TEMPLATE_MESSAGE };
    return { id: undefined, problem };
  }
  const { ids, suggestion } = templates.get(text) ?? { ids: [], suggestion: null };
  if (ids.length === 1) return { id: ids[0], problem: null };
  const [code, message] =
    ids.length === 0
      ? ["unknown_badge", unknownTemplateMessage(text, suggestion)]
      : ["ambiguous_badge", ambiguousTemplateMessage(text, ids)];
  return { id: undefined, problem: { field: "badge_template", code, message } };
}

/**
 * Returns the template that stands for a file whose rows name theirs: that of the first row that names one, or else any,
 * so that the rows can be corrected. Throws 422 for a file without such a column, and when there is nothing to issue.
 */
export async function requireColumnTemplate(
  organizationId: string,
  settings: { mapping: ImportMapping },
  rows: { cells: string[] }[],
): Promise<string> {
  if (settings.mapping.badge_template === undefined) {
    const message = "can't be blank, because the file has no column that names badge templates";
    throw invalidField("badge_template_id", "no_template_column", message);
  }
  const templates = await findRowTemplates(organizationId, settings, rows);
  const first = [...templates.values()].find(({ ids }) => ids.length === 1)?.ids[0];
  const id = first ?? (await findSomeIssuable(organizationId));
  if (id) return id;
  throw invalidField(
    "badge_template_id",
    "no_template",
    "can't be blank: there is no badge template to issue",
  );
}
