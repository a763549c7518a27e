import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { DeleteRecommendation } from "@/components/console/recommendations/delete-recommendation";
import { RecommendationForm } from "@/components/console/recommendations/recommendation-form";
import { RecommendationPreview } from "@/components/console/recommendations/recommendation-preview";
import { recommendationValues } from "@/components/console/recommendations/recommendation-values";
import type { NamedTemplate } from "@/components/console/badge-templates/templates-field";
import { PageHeader } from "@/components/ui/page/page-header";
import { MAX_RECOMMENDING_TEMPLATES } from "@/lib/badges/templates/schema";
import { presentSummary } from "@/lib/badges/templates/summary";
import type { Caller } from "@/lib/access/callers/caller";
import { isUuid } from "@/lib/kernel/ids";
import { MAX_PER_PAGE } from "@/lib/kernel/list/page";
import { presentRecommendation } from "@/lib/badges/recommendations/serializer";
import { getRecommendation, listRecommendationTemplates } from "@/lib/badges/recommendations/service";
import { requireConsoleMember, may, orNotFound } from "../../../../console-caller";
import { loadFormTemplates } from "../../../../form-templates";

type Props = { params: Promise<{ organization: string; recommendation_id: string }> };

// Cached, because the title and the page read the same recommendation.
const loadRecommendation = cache(async (slug: string, id: string) => {
  const member = await requireConsoleMember(slug, { scope: "recommendations" });
  if (!isUuid(id)) notFound();
  const row = await orNotFound(getRecommendation(member.caller, id));
  return { member, recommendation: presentRecommendation(row) };
});

/** Lists the templates that show a recommendation, by name, with one query for each `MAX_PER` of the `count`. */
async function listShowingTemplates(caller: Caller, id: string, count: number): Promise<NamedTemplate[]> {
  const pages = Math.ceil(Math.min(count, MAX_RECOMMENDING_TEMPLATES) / MAX_PER_PAGE);
  const results = await Promise.all(
    Array.from({ length: pages }, (_, index) => {
      const query = new URLSearchParams({ sort: "name", page: String(index + 1), per: String(MAX_PER_PAGE) });
      return listRecommendationTemplates(caller, id, readListInput(query));
    }),
  );
  return results.flatMap(({ rows }) =>
    rows.map((row) => {
      const { id: templateId, name, image_url } = presentSummary(row);
      return { id: templateId, name, image_url };
    }),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, recommendation_id: id } = await params;
  return { title: (await loadRecommendation(organization, id)).recommendation.title };
}

export default async function RecommendationPage({ params }: Props) {
  const { organization: slug, recommendation_id: id } = await params;
  const { member, recommendation } = await loadRecommendation(slug, id);
  const { caller, organization } = member;
  const home = `/console/${slug}`;
  const { title, description, badge_template_ids: shownTemplateIds } = recommendation;
  const values = recommendationValues(
    recommendation,
    await listShowingTemplates(caller, id, shownTemplateIds.length),
  );
  const sharedProps = { organizationId: organization.id, home, id };
  return (
    <>
      <PageHeader
        title={title}
        back={{ href: `${home}/recommendations`, label: "Recommendations" }}
        actions={
          may(caller, "recommendations", "delete") ? (
            <DeleteRecommendation {...sharedProps} title={title} />
          ) : null
        }
      />
      {may(caller, "recommendations", "write") ? (
        <RecommendationForm
          {...sharedProps}
          issuer={organization.name}
          values={values}
          description={description}
          {...await loadFormTemplates(caller)}
        />
      ) : (
        <div className="max-w-md">
          <RecommendationPreview values={values} description={description} issuer={organization.name} />
        </div>
      )}
    </>
  );
}
