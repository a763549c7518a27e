import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { Suspense } from "react";
import { BadgeActions } from "@/components/console/issued-badges/badge-actions";
import { BadgeDetail } from "@/components/console/issued-badges/badge-detail";
import { BadgeHistory } from "@/components/console/issued-badges/badge-history";
import { BadgeState } from "@/components/console/issued-badges/badge-state";
import { recipientName } from "@/components/console/issued-badges/table-columns";
import { Section } from "@/components/ui/facts";
import type { ListAddress } from "@/components/ui/list/list-address";
import { PageHeader } from "@/components/ui/page/page-header";
import { Pagination, PageOutOfRange } from "@/components/ui/list/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { presentHistoryEntry } from "@/lib/console/history/serializer";
import { listBadgeHistory } from "@/lib/console/history/service";
import type { Caller } from "@/lib/access/callers/caller";
import { buildListAddress, serviceQuery, type PageQuery } from "../../../../list-request";
import { loadBadge, type BadgeParams } from "./badge";

type Props = { params: Promise<BadgeParams>; searchParams: PageQuery };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, badge_id: id } = await params;
  const { badge } = await loadBadge(organization, id);
  return { title: `${badge.badge_template.name} for ${recipientName(badge)}` };
}

type HistoryProps = { caller: Caller; id: string; list: ListAddress };

async function History({ caller, id, list }: HistoryProps) {
  const historyPage = await listBadgeHistory(caller, id, readListInput(serviceQuery(list, {})));
  if (historyPage.rows.length === 0 && historyPage.total > 0) return <PageOutOfRange list={list} />;
  return (
    <>
      <BadgeHistory entries={historyPage.rows.map(presentHistoryEntry)} />
      {historyPage.total > historyPage.per ? (
        <Pagination list={list} page={historyPage} noun="entries" />
      ) : null}
    </>
  );
}

export default async function IssuedBadgePage({ params, searchParams }: Props) {
  const [{ organization: slug, badge_id: id }, search] = await Promise.all([params, searchParams]);
  const { member, badge, canChange, canDelete } = await loadBadge(slug, id);
  const { caller } = member;
  const home = `/console/${slug}`;
  const list = buildListAddress(`${home}/issued_badges/${badge.id}`, search);
  return (
    <>
      <PageHeader
        title={recipientName(badge)}
        back={{ href: `${home}/issued_badges`, label: "Issued badges" }}
        description={
          <span className="flex flex-wrap items-center gap-3">
            {badge.badge_template.name}
            <BadgeState badge={badge} />
          </span>
        }
        actions={
          canChange ? (
            <BadgeActions
              organizationId={caller.organizationId}
              home={home}
              badge={badge}
              canDelete={canDelete}
            />
          ) : null
        }
      />
      <BadgeDetail
        badge={badge}
        home={home}
        history={
          <Section title="History">
            <Suspense key={list.params.page} fallback={<Skeleton className="h-24" />}>
              <History caller={caller} id={badge.id} list={list} />
            </Suspense>
          </Section>
        }
      />
    </>
  );
}
