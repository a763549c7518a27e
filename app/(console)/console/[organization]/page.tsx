import type { Metadata } from "next";
import Link from "next/link";
import { BadgeTable } from "@/components/issued-badges/badge-table";
import { Figures, type Figure } from "@/components/overview/figures";
import { FirstSteps } from "@/components/overview/first-steps";
import { ButtonLink } from "@/components/ui/button";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { presentBadge } from "@/lib/issued-badges/serializer";
import { listBadges } from "@/lib/issued-badges/service";
import { getFigures, listTokensEndingSoon } from "@/lib/overview/service";
import { consoleMember, may } from "../../console-caller";

export const metadata: Metadata = { title: "Overview" };

type Counts = Awaited<ReturnType<typeof getFigures>>;

const LATEST = new URLSearchParams({ per: "6", page: "1" });

/** The figures; those about tokens only for who may see tokens. */
function figuresOf(counts: Counts, tokensEnding: number | null, home: string): Figure[] {
  const badges = (state: string): Figure["href"] => `${home}/issued_badges?state=${state}`;
  const { badgesIn, templatesIn } = counts;
  return [
    { label: "Issued", value: counts.badges, href: `${home}/issued_badges` },
    { label: "Pending", value: badgesIn.pending ?? 0, href: badges("pending") },
    { label: "Accepted", value: badgesIn.accepted ?? 0, href: badges("accepted") },
    { label: "Rejected", value: badgesIn.rejected ?? 0, href: badges("rejected") },
    {
      label: "Active templates",
      value: templatesIn.active ?? 0,
      href: `${home}/badge_templates?state=active`,
    },
    ...(tokensEnding === null
      ? []
      : [
          {
            label: "Tokens ending soon",
            value: tokensEnding,
            href: `${home}/developer/authorization_tokens?ending=soon`,
            ...(tokensEnding > 0 ? { tone: "caution" as const } : {}),
          },
        ]),
  ];
}

export default async function OverviewPage({ params }: { params: Promise<{ organization: string }> }) {
  const { organization: slug } = await params;
  const { caller, organization } = await consoleMember(slug, "", { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const seesTokens = may(caller, "authorization_tokens", "read");
  const canIssue = may(caller, "issued_badges", "write");
  const [counts, latest, ending] = await Promise.all([
    getFigures(caller),
    listBadges(caller, { query: LATEST }),
    seesTokens ? listTokensEndingSoon(caller) : null,
  ]);
  if (counts.badges === 0 && canIssue) {
    const isReady = (counts.templatesIn.active ?? 0) > 0;
    return (
      <>
        <PageHeader title={organization.name} description="Three steps to the first badge." />
        <FirstSteps home={home} hasTemplate={counts.templates > 0} hasActiveTemplate={isReady} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Overview"
        actions={canIssue ? <ButtonLink href={`${home}/issue`}>Issue a badge</ButtonLink> : null}
      />
      <div className="flex flex-col gap-12">
        <Figures figures={figuresOf(counts, ending?.length ?? null, home)} />
        <Section
          title="Latest badges"
          action={
            <Link href={`${home}/issued_badges`} className="text-sm text-accent underline underline-offset-4">
              All issued badges
            </Link>
          }
        >
          {latest.rows.length > 0 ? (
            <BadgeTable list={null} badges={latest.rows.map(presentBadge)} home={home} />
          ) : (
            <p className="text-sm text-ink-faint">Nothing issued yet.</p>
          )}
        </Section>
      </div>
    </>
  );
}
