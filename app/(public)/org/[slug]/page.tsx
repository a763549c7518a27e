import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { cardMetadata } from "@/app/(public)/card-metadata";
import { orNotFound, readPageNumber } from "@/app/(public)/listed-page";
import { OrganizationView } from "@/components/public/organization-view";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { decodeSegment } from "@/lib/kernel/path-segment";
import { presentOrganizationPage } from "@/lib/credentials/public-pages/serializer";
import { getOrganizationPage } from "@/lib/credentials/public-pages/service";
import { isFiltered, readTemplateFilter } from "@/lib/credentials/public-pages/template-filter";

export const dynamic = "force-dynamic";

type PageProps = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

type Parameters = Awaited<PageProps["searchParams"]>;

/** The first of several parameters of the same name, as the server reads them (lib/http/server/public-address.ts). */
const toParameters = (given: Parameters): URLSearchParams =>
  new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => [[name, [value ?? ""].flat()[0] ?? ""]]),
  );

const getOrganizationData = cache(async (slug: string, page: number, query: string, skill: string) =>
  presentOrganizationPage(await orNotFound(getOrganizationPage(slug, page, { query, skill }))),
);

async function readOrganizationData({ params, searchParams }: PageProps) {
  const given = await searchParams;
  const { query, skill } = readTemplateFilter(toParameters(given));
  return getOrganizationData(decodeSegment((await params).slug), readPageNumber(given), query, skill);
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { issuer, bio, filter } = await readOrganizationData(props);
  const t = await getTranslations("public.organization");
  const image = issuer.photo_url
    ? { url: issuer.photo_url, width: 600, height: 600, alt: issuer.name }
    : null;
  const summary = bio ?? t("summary", { name: issuer.name });
  const card = await cardMetadata({
    title: issuer.name,
    summary,
    path: issuer.path,
    image,
    isTest: issuer.is_test,
  });
  return isFiltered(filter) ? { ...card, robots: { index: false } } : card;
}

/** The public page of an organization. */
export default async function OrganizationPage(props: PageProps) {
  const organization = await readOrganizationData(props);
  const { parameters, templates } = organization;
  const { page } = templates;
  const query = page > 1 ? { ...parameters, page: String(page) } : parameters;
  return (
    <PublicFrame color={organization.issuer.color} query={query}>
      <OrganizationView organization={organization} />
    </PublicFrame>
  );
}
