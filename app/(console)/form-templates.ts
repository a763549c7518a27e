import type { ListInput } from "@/lib/kernel/list/list-input";
import type { TemplateChoice } from "@/components/console/badge-templates/template-picker";
import type { BadgeTemplate, IssuableBadgeTemplate } from "@/lib/badges/templates/schema";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { getIssuableTemplate, listIssuableTemplates, listTemplates } from "@/lib/badges/templates/service";
import { presentIssuable } from "@/lib/badges/templates/summary";
import type { Caller } from "@/lib/access/callers/caller";
import { isUuid } from "@/lib/kernel/ids";
import type { Page } from "@/lib/kernel/list/page";

const FIRST = 12;

const firstByName = (filter: ListInput["filter"]): ListInput => ({
  filter,
  sort: "name",
  page: { page: 1, per: FIRST },
});

/** What a picker shows of a template. */
const templateChoice = ({
  id,
  name,
  image_url,
  skills,
  owner,
}: IssuableBadgeTemplate | BadgeTemplate): TemplateChoice => ({
  id,
  name,
  image_url,
  skills,
  owner: { id: owner.id, name: owner.name },
});

function choicesOf<Row>(
  { rows, total }: Page<Row>,
  present: (row: Row) => IssuableBadgeTemplate | BadgeTemplate,
) {
  return { first: rows.map((row) => templateChoice(present(row))), more: total > rows.length };
}

/** The first of the organization's active templates by name, with which a form opens; `more` when there are others. */
export const firstActiveTemplates = async (caller: Caller) =>
  choicesOf(await listTemplates(caller, firstByName([{ key: "state", value: "active" }])), presentTemplate);

/** The same of all active templates that the organization may issue: its grantors' too. */
const firstIssuableTemplates = async (caller: Caller) =>
  choicesOf(await listIssuableTemplates(caller, firstByName([])), presentIssuable);

/** The template that an address names, when it can be issued. */
async function namedTemplate(caller: Caller, id: string): Promise<TemplateChoice | null> {
  if (!isUuid(id)) return null;
  const row = await getIssuableTemplate(caller, id).catch(() => null);
  return row ? templateChoice(presentTemplate(row)) : null;
}

/** What a form needs to issue: the first templates, and the one that the address names. */
export async function issuableTemplates(caller: Caller, named: string) {
  const [choices, chosen] = await Promise.all([firstIssuableTemplates(caller), namedTemplate(caller, named)]);
  return { ...choices, chosen };
}

/** What a form needs to let templates be chosen: one that is active, and several of any state. */
export async function formTemplates(caller: Caller) {
  const [active, all] = await Promise.all([
    firstActiveTemplates(caller),
    listTemplates(caller, firstByName([])).then((page) => choicesOf(page, presentTemplate)),
  ]);
  return { active, all };
}
