import { readListInput } from "@/lib/kernel/list/list-input";
import type { RelatedChoices } from "@/components/console/badge-templates/related-choices";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { listTemplateChoices } from "@/lib/badges/templates/service";
import { listIconLines } from "@/lib/art/drawing/icons";
import type { Caller } from "@/lib/access/callers/caller";
import { listRecommendations } from "@/lib/badges/recommendations/service";
import { may } from "../../../console-caller";

async function loadRecommendations(caller: Caller) {
  if (!may(caller, "recommendations", "read")) return { rows: [], total: 0 };
  return listRecommendations(caller, readListInput(new URLSearchParams({ sort: "title" })));
}

/** Puts the items that a template already has before the first items by name, without duplicates. */
function withCurrent<Choice extends { id: string }>(current: Choice[], first: Choice[]): Choice[] {
  const known = new Set(first.map(({ id }) => id));
  return [...current.filter(({ id }) => !known.has(id)), ...first];
}

/** Returns the choices of the template form. A template cannot require itself. */
export async function loadRelatedChoices(
  caller: Caller,
  template: BadgeTemplate | null,
): Promise<RelatedChoices> {
  const [templates, recommendations] = await Promise.all([
    listTemplateChoices(caller),
    loadRecommendations(caller),
  ]);
  const required = template?.required_badge_templates.map(({ id, name }) => ({ id, name })) ?? [];
  const shown = template?.recommendations.map(({ id, title }) => ({ id, title })) ?? [];
  const listed = recommendations.rows.map(({ id, title }) => ({ id, title }));
  return {
    // Sent as SVG elements, so that the browser need not load sixty icon components.
    icons: listIconLines(),
    templates: withCurrent(required, templates).filter(({ id }) => id !== template?.id),
    recommendations: withCurrent(shown, listed),
    moreRecommendations: recommendations.total > recommendations.rows.length,
  };
}
