import type { TemplateChoice } from "@/components/badge-templates/template-picker";
import { presentTemplate, type TemplateRow } from "@/lib/badge-templates/serializer";
import { getIssuableTemplate, listTemplates } from "@/lib/badge-templates/service";
import type { Caller } from "@/lib/kernel/caller";
import { isUuid } from "@/lib/kernel/ids";

const FIRST = 12;

function choiceOf(row: TemplateRow): TemplateChoice {
  const { id, name, image_url, skills } = presentTemplate(row);
  return { id, name, image_url, skills };
}

/** The template that the address names, when it can be issued: the organization's own, or a grantor's. */
async function namedTemplate(caller: Caller, id: string): Promise<TemplateChoice | null> {
  if (!isUuid(id)) return null;
  const row = await getIssuableTemplate(caller, { params: { badge_template_id: id } }).catch(() => null);
  return row ? choiceOf(row) : null;
}

/** The first active templates by name, whether there are more, and the one that the address names. */
export async function activeTemplates(caller: Caller, named: string) {
  const query = new URLSearchParams({ filter: "state::active", sort: "name", per: String(FIRST) });
  const [active, chosen] = await Promise.all([
    listTemplates(caller, { query }),
    namedTemplate(caller, named),
  ]);
  return {
    templates: active.rows.map(choiceOf),
    moreTemplates: active.total > active.rows.length,
    chosen,
  };
}
