import type { Metadata } from "next";
import { RecommendationForm } from "@/components/console/recommendations/recommendation-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { requireConsoleMember } from "../../../../console-caller";
import { loadFormTemplates } from "../../../../form-templates";

export const metadata: Metadata = { title: "New recommendation" };

type Props = { params: Promise<{ organization: string }> };

export default async function NewRecommendationPage({ params }: Props) {
  const { organization: slug } = await params;
  const { caller, organization } = await requireConsoleMember(slug, {
    scope: "recommendations",
    access: "write",
  });
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title="New recommendation"
        back={{ href: `${home}/recommendations`, label: "Recommendations" }}
      />
      <RecommendationForm
        organizationId={organization.id}
        issuer={organization.name}
        home={home}
        id={null}
        {...await loadFormTemplates(caller)}
      />
    </>
  );
}
