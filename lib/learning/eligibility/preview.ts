import type { Caller } from "@/lib/access/callers/caller";
import { invalidField } from "@/lib/kernel/errors";
import { integrationOf } from "@/lib/learning/integrations/management";
import { asFields } from "@/lib/learning/rules/documents";
import { readRequirements } from "@/lib/learning/rules/service";
import { findBadgeSettings, findPreview, type Asked, type Preview } from "./preview-queries";
import type { GivenBadge } from "./queries";
import { MOST_PREVIEWED, type RulePreviewInput } from "./schema";

type Target = { params: Record<string, string> };

/** What was found, with how many rules were asked about. */
export type Previewed = Preview & { rules: number };

async function badgeOf({ organizationId }: Caller, id: string | undefined): Promise<GivenBadge | null> {
  if (id === undefined) return null;
  const found = await findBadgeSettings(organizationId, id);
  if (!found) throw invalidField("badge_template_id", "not_found", "must be a badge of the organization");
  return { badgeTemplateId: found.id, allowsDuplicates: found.allowDuplicateBadges };
}

/**
 * Who would qualify by rules that are stored nowhere: how many in all and by each rule, who of them has the badge, and
 * the first of them. 404 for an unknown integration; 422 as for storing the rules.
 */
export async function previewRules(
  caller: Caller,
  { body, ...target }: Target & { body: RulePreviewInput },
): Promise<Previewed> {
  const { integration } = await integrationOf(caller, target);
  const badge = await badgeOf(caller, body.badge_template_id);
  const rules = await asFields(() => readRequirements(integration, body.rules));
  const asked = rules.flatMap((requirements, rule) =>
    requirements.map(({ gradableId, operator, rank }): Asked => ({
      rule,
      gradable_id: gradableId,
      operator,
      rank,
    })),
  );
  return { ...(await findPreview(integration, asked, badge, MOST_PREVIEWED)), rules: rules.length };
}
