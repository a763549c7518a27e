import type { ListInput } from "@/lib/kernel/list/list-input";
import type { TemplateChoice } from "@/components/console/badge-templates/template-picker";
import type { BadgeTemplate, IssuableBadgeTemplate } from "@/lib/badges/templates/schema";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { getIssuableTemplate, listIssuableTemplates, listTemplates } from "@/lib/badges/templates/service";
import { presentIssuableTemplate } from "@/lib/badges/templates/summary";
import type { Caller } from "@/lib/access/callers/caller";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";

const FIRST = 12;

const firstByName = (filter: ListInput["filter"]): ListInput => ({
  filter,
  sort: "name",
  page: { page: 1, per: FIRST },
});

/** Returns the fields of a template that a picker shows. */
const templateChoice = ({
  id,
  name,
  image_url,
  skills,
  owner,
  default_expires_at_type,
  default_expires_at_date,
  default_expires_after,
}: IssuableBadgeTemplate | BadgeTemplate): TemplateChoice => ({
  id,
  name,
  image_url,
  skills,
  default_expires_at_type,
  default_expires_at_date,
  default_expires_after,
  owner: { id: owner.id, name: owner.name },
});

function toTemplateChoices<Row>(
  { rows, total }: Page<Row>,
  present: (row: Row) => IssuableBadgeTemplate | BadgeTemplate,
) {
  return { first: rows.map((row) => templateChoice(present(row))), more: total > rows.length };
}

/** Returns the first of the organization's active templates by name, and whether there are more. */
export const loadFirstActiveTemplates = async (caller: Caller) =>
  toTemplateChoices(
    await listTemplates(caller, firstByName([{ key: "state", value: "active" }])),
    presentTemplate,
  );

/** Returns the first templates that the organization may issue, including those of its grantors. */
const loadFirstIssuableTemplates = async (caller: Caller) =>
  toTemplateChoices(await listIssuableTemplates(caller, firstByName([])), presentIssuableTemplate);

/** Returns the template with the id from the URL, or null if it cannot be issued. */
async function findNamedTemplate(caller: Caller, id: string): Promise<TemplateChoice | null> {
  if (!isUuid(id)) return null;
  const row = await getIssuableTemplate(caller, id).catch(() => null);
  return row ? templateChoice(presentTemplate(row)) : null;
}

/**
 * Returns the templates for a form that issues badges: the first ones, and the chosen one, which is that from the URL or
 * the only one that there is.
 */
export async function loadIssuableTemplates(caller: Caller, named: string) {
  const [choices, chosen] = await Promise.all([
    loadFirstIssuableTemplates(caller),
    findNamedTemplate(caller, named),
  ]);
  const [only, ...others] = choices.first;
  return { ...choices, chosen: chosen ?? (others.length === 0 ? (only ?? null) : null) };
}

/** Returns the templates for a form that selects one active template and several of any state. */
export async function loadFormTemplates(caller: Caller) {
  const [active, all] = await Promise.all([
    loadFirstActiveTemplates(caller),
    listTemplates(caller, firstByName([])).then((page) => toTemplateChoices(page, presentTemplate)),
  ]);
  return { active, all };
}
