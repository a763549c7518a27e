import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache, Suspense } from "react";
import { BadgeDetail } from "@/components/issued-badges/badge-detail";
import { BadgeHistory } from "@/components/issued-badges/badge-history";
import { BadgeState } from "@/components/issued-badges/badge-state";
import { Section } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { listBadgeHistory, stateOf } from "@/lib/events/history";
import type { EventType } from "@/lib/events/schema";
import { presentBadge, presentIssued } from "@/lib/issued-badges/serializer";
import { getBadge } from "@/lib/issued-badges/service";
import type { Caller } from "@/lib/kernel/caller";
import { isUuid } from "@/lib/kernel/ids";
import { consoleMember, may, orNotFound } from "../../../../console-caller";

type Props = { params: Promise<{ organization: string; badge_id: string }> };

// The title and the page ask for the same badge: once for both.
const load = cache(async (slug: string, id: string) => {
  const { caller } = await consoleMember(slug, `/issued_badges/${id}`, { scope: "issued_badges" });
  if (!isUuid(id)) notFound();
  const { badge: row } = await orNotFound(getBadge(caller, { params: { badge_id: id } }));
  // The accept link acts in the earner's name: only who may issue gets it, and only for the organization's own.
  const canPassOn = may(caller, "issued_badges", "write") && row.organizationId === caller.organizationId;
  return { caller, badge: canPassOn ? presentIssued(row) : presentBadge(row) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, badge_id: id } = await params;
  const { badge } = await load(organization, id);
  return { title: `${badge.badge_template.name} of ${badge.issued_to || badge.recipient_email}` };
}

async function History({ caller, id }: { caller: Caller; id: string }) {
  const rows = await listBadgeHistory(caller, id);
  const events = rows.map((row) => ({
    id: row.id,
    type: row.eventType as EventType,
    at: row.occurredAt.toISOString(),
    state: stateOf(row),
  }));
  return <BadgeHistory events={events} />;
}

export default async function IssuedBadgePage({ params }: Props) {
  const { organization: slug, badge_id: id } = await params;
  const { caller, badge } = await load(slug, id);
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title={badge.issued_to || badge.recipient_email}
        back={{ href: `${home}/issued_badges`, label: "Issued badges" }}
        description={
          <span className="flex flex-wrap items-center gap-3">
            {badge.badge_template.name}
            <BadgeState state={badge.state} />
          </span>
        }
      />
      <BadgeDetail
        badge={badge}
        home={home}
        history={
          <Section title="History">
            <Suspense fallback={<Skeleton className="h-24" />}>
              <History caller={caller} id={badge.id} />
            </Suspense>
          </Section>
        }
      />
    </>
  );
}
