import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { cardMetadata } from "@/app/(public)/card-metadata";
import { orNotFound, readPageNumber } from "@/app/(public)/listed-page";
import { OrganizationView } from "@/components/public/organization-view";
import { PublicFrame } from "@/components/ui/public-frame";
import { decodeSegment } from "@/lib/kernel/path-segment";
import { presentOrganizationPage } from "@/lib/credentials/public-pages/serializer";
import { getOrganizationPage } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type PageProps = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const getOrganizationData = cache(async (slug: string, page: number) =>
  presentOrganizationPage(await orNotFound(getOrganizationPage(slug, page))),
);

const readOrganizationData = async ({ params, searchParams }: PageProps) =>
  getOrganizationData(decodeSegment((await params).slug), readPageNumber(await searchParams));

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { issuer, bio } = await readOrganizationData(props);
  const t = await getTranslations("public.organization");
  const image = issuer.photo_url
    ? { url: issuer.photo_url, width: 600, height: 600, alt: issuer.name }
    : null;
  const summary = bio ?? t("summary", { name: issuer.name });
  return cardMetadata({ title: issuer.name, summary, path: issuer.path, image });
}

/** The public page of an organization. */
export default async function OrganizationPage(props: PageProps) {
  const organization = await readOrganizationData(props);
  const { page } = organization.templates;
  return (
    <PublicFrame color={organization.issuer.color} {...(page > 1 ? { query: { page: String(page) } } : {})}>
      <OrganizationView organization={organization} />
    </PublicFrame>
  );
}
