import type { Metadata } from "next";
import { cache } from "react";
import { getTranslations } from "next-intl/server";
import { cardMetadata } from "@/app/(public)/card-metadata";
import { orNotFound } from "@/app/(public)/listed-page";
import { TemplateView } from "@/components/public/template-view";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { presentTemplate } from "@/lib/badges/templates/serializer";
import { decodeSegment } from "@/lib/kernel/path-segment";
import { listPublicEndorsements } from "@/lib/credentials/endorsements/service";
import {
  presentEarnUrl,
  presentPublicIssuer,
  presentRelated,
  templatePath,
  withVisitPath,
} from "@/lib/credentials/public-pages/serializer";
import { getRelated, getTemplatePage } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type PageProps = { params: Promise<{ slug: string; badge_template_id: string }> };

const getTemplateData = cache(async (slug: string, id: string) => {
  const row = await orNotFound(getTemplatePage(slug, id));
  const path = templatePath(row.organization.vanitySlug, row.id);
  const [related, endorsements] = await Promise.all([getRelated(row.id), listPublicEndorsements(row.id)]);
  return {
    template: presentTemplate(row),
    endorsements,
    related: presentRelated(related),
    issuer: withVisitPath(presentPublicIssuer(row.organization), path),
    path,
  };
});

async function readTemplateData({ params }: PageProps) {
  const { slug, badge_template_id: id } = await params;
  return getTemplateData(decodeSegment(slug), id);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { template, issuer, path } = await readTemplateData(props);
  const t = await getTranslations("public.badge");
  const { name, description, image_url: url } = template;
  return cardMetadata({
    title: name,
    summary: t("summary", { issuer: issuer.name, description }),
    path,
    image: { url, width: 600, height: 600, alt: t("alt", { name }) },
    isTest: issuer.is_test,
  });
}

/** The public page of a badge template. */
export default async function TemplatePage(props: PageProps) {
  const { template, path, ...shown } = await readTemplateData(props);
  const earnUrl = presentEarnUrl(template);
  const earn = earnUrl === null ? null : { url: earnUrl, countedAt: `${path}/earn` };
  return (
    <PublicFrame color={shown.issuer.color}>
      <TemplateView template={template} earn={earn} {...shown} />
    </PublicFrame>
  );
}
