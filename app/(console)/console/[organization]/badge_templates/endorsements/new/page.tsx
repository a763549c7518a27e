import type { Metadata } from "next";
import { EndorsementForm } from "@/components/console/endorsements/endorsement-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { requireConsoleMember } from "../../../../../console-caller";

export const metadata: Metadata = { title: "Endorse a badge" };

type Props = { params: Promise<{ organization: string }> };

export default async function NewEndorsementPage({ params }: Props) {
  const { organization: slug } = await params;
  const { organization } = await requireConsoleMember(slug, { scope: "badge_templates", access: "write" });
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title="Endorse a badge"
        back={{ href: `${home}/badge_templates/endorsements`, label: "Endorsements" }}
        description="Say publicly that you value a badge of another organization. It must accept your endorsement first."
      />
      <EndorsementForm organizationId={organization.id} home={home} />
    </>
  );
}
