import { presentTemplate } from "@/lib/badge-templates/serializer";
import type { TemplateRow } from "@/lib/badge-templates/serializer";
import { listTemplates } from "@/lib/badge-templates/service";
import type { Caller } from "@/lib/kernel/caller";

const FIRST = 12;

function choiceOf(row: TemplateRow) {
  const { id, name, image_url, skills } = presentTemplate(row);
  return { id, name, image_url, skills };
}

/** The first templates by name, of one state or all, with which a form opens; `more` when there are others. */
async function firstTemplates(caller: Caller, filter: string) {
  const query = new URLSearchParams({ filter, sort: "name", per: String(FIRST) });
  const { rows, total } = await listTemplates(caller, { query });
  return { first: rows.map(choiceOf), more: total > rows.length };
}

/** What a form needs to let templates be chosen: one that is active, and several of any state. */
export async function formTemplates(caller: Caller) {
  const [active, all] = await Promise.all([
    firstTemplates(caller, "state::active"),
    firstTemplates(caller, ""),
  ]);
  return { active, all };
}
