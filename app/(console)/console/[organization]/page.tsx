import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { badgeColumns, recipientName } from "@/components/console/issued-badges/table-columns";
import { Figures, type Figure } from "@/components/console/overview/figures";
import { FirstSteps } from "@/components/console/overview/first-steps";
import { Funnel } from "@/components/console/overview/funnel";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/list/data-table";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { listImports } from "@/lib/badges/imports/service";
import { presentBadge } from "@/lib/badges/issued/serializer";
import { listBadges } from "@/lib/badges/issued/service";
import { acceptanceRate } from "@/lib/console/overview/buckets";
import { SPANS, type Span } from "@/lib/console/overview/schema";
import {
  countExpiringBadges,
  getBadgeActivity,
  getTotals,
  listExpiringTokens,
} from "@/lib/console/overview/service";
import { getWebhookFailures } from "@/lib/delivery/webhooks/service";
import { requireConsoleMember, may, type ConsoleMember } from "../../console-caller";
import type { PageQuery } from "../../list-request";

export const metadata: Metadata = { title: "Overview" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const LATEST = new URLSearchParams({ per: "6", page: "1" });

const RUNNING = new URLSearchParams({ filter: "state::running", per: "1" });

type PartProps = { member: ConsoleMember; home: string };

const cautionTone = (value: number): Pick<Figure, "tone"> => (value > 0 ? { tone: "caution" } : {});

/** Figures that need attention. Tokens and webhooks appear only to people who may see them. */
async function AttentionFigures({ member: { caller }, home }: PartProps) {
  const [expiring, imports, webhooks, tokens] = await Promise.all([
    countExpiringBadges(caller),
    listImports(caller, readListInput(RUNNING)),
    may(caller, "events", "read") ? getWebhookFailures(caller) : null,
    may(caller, "authorization_tokens", "read") ? listExpiringTokens(caller) : null,
  ]);
  const { from, to, total, isTotalMinimum } = expiring;
  const figures: Figure[] = [
    {
      label: "Badges expiring within 30 days",
      value: total,
      isMinimum: isTotalMinimum,
      href: `${home}/issued_badges?state=accepted&expires_at_date_min=${from}&expires_at_date_max=${to}`,
    },
    ...(imports.total > 0
      ? [{ label: "Badge imports in progress", value: imports.total, href: `${home}/issue/file` }]
      : []),
    ...(webhooks
      ? [
          {
            label: webhooks.failingSince ? "Failed webhooks (endpoint is failing)" : "Failed webhooks",
            value: webhooks.undelivered,
            href: `${home}/developer/webhooks/deliveries?state=undelivered`,
            ...(webhooks.failingSince ? { tone: "caution" as const } : cautionTone(webhooks.undelivered)),
          },
        ]
      : []),
    ...(tokens
      ? [
          {
            label: "Tokens expiring within 14 days",
            value: tokens.length,
            href: `${home}/developer/authorization_tokens?ending=soon`,
            ...cautionTone(tokens.length),
          },
        ]
      : []),
  ];
  return <Figures figures={figures} />;
}

async function SpanFunnel({ member, home, span }: PartProps & { span: Span }) {
  const funnel = await getBadgeActivity(member.caller, span);
  return <Funnel home={home} span={span} funnel={funnel} rate={acceptanceRate(funnel.total)} />;
}

async function LatestBadges({ member, home }: PartProps) {
  const { rows } = await listBadges(member.caller, readListInput(LATEST));
  const link = (
    <Link
      prefetch={false}
      href={`${home}/issued_badges`}
      className="inline-flex min-h-6 items-center text-sm text-accent underline underline-offset-4"
    >
      All issued badges
    </Link>
  );
  return (
    <Section title="Latest badges" action={link}>
      {rows.length > 0 ? (
        <DataTable
          label="Latest badges"
          columns={badgeColumns(home)}
          rows={rows.map(presentBadge)}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className="text-sm text-ink-faint">No badges yet.</p>
      )}
    </Section>
  );
}

/** The first steps of an organization while no earner has responded to a badge. */
async function FirstStepsView({
  member,
  home,
  totals,
}: PartProps & { totals: Awaited<ReturnType<typeof getTotals>> }) {
  const { rows } = await listBadges(member.caller, readListInput(new URLSearchParams({ per: "1" })));
  const [newest] = rows.map(presentBadge);
  return (
    <>
      <PageHeader title={member.organization.name} description="Three steps to your first accepted badge." />
      <FirstSteps
        home={home}
        hasTemplate={totals.templates > 0}
        hasActiveTemplate={totals.activeTemplates > 0}
        waiting={newest ? { id: newest.id, recipient: recipientName(newest) } : null}
      />
    </>
  );
}

/** True while the organization has few badges and no earner has responded to one. */
const isNewOrganization = ({ badges }: Awaited<ReturnType<typeof getTotals>>): boolean =>
  badges.issued < 10 && badges.pending === badges.issued;

const readSpan = (parameters: string | string[] | undefined): Span =>
  SPANS.find((span) => span === parameters) ?? "30d";

export default async function OverviewPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  const part: PartProps = { member, home: `/console/${slug}` };
  const canIssue = may(member.caller, "issued_badges", "write");
  const totals = await getTotals(member.caller);
  if (canIssue && isNewOrganization(totals)) return <FirstStepsView {...part} totals={totals} />;
  const span = readSpan(parameters.span);
  return (
    <>
      <PageHeader
        title="Overview"
        actions={canIssue ? <ButtonLink href={`${part.home}/issue`}>Issue a badge</ButtonLink> : null}
      />
      <div className="flex flex-col gap-12">
        <Suspense fallback={<Skeleton className="h-24" />}>
          <AttentionFigures {...part} />
        </Suspense>
        <Suspense key={span} fallback={<Skeleton className="h-72" />}>
          <SpanFunnel {...part} span={span} />
        </Suspense>
        <Suspense fallback={<Skeleton className="h-72" />}>
          <LatestBadges {...part} />
        </Suspense>
      </div>
    </>
  );
}
