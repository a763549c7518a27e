import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { BadgeTable } from "@/components/issued-badges/badge-table";
import { STATE_LABELS } from "@/components/issued-badges/badge-state";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { listHref, type ListAddress } from "@/components/ui/list-address";
import { FilterTabs, ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { getTemplate } from "@/lib/badge-templates/service";
import { BADGE_STATES } from "@/lib/issued-badges/schema";
import { presentBadge } from "@/lib/issued-badges/serializer";
import { listBadges } from "@/lib/issued-badges/service";
import { isUuid } from "@/lib/kernel/ids";
import { consoleMember, may, type Member } from "../../../console-caller";
import {
  bothWays,
  choice,
  pageNumber,
  searchText,
  textOf,
  verbQuery,
  type PageQuery,
} from "../../../list-request";

export const metadata: Metadata = { title: "Issued badges" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = bothWays(["created_at", "issued_at", "state_updated_at"]);
const STATES = [
  { value: "", label: "All" },
  ...BADGE_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
];

type Shown = { list: ListAddress; home: string; member: Member };

function Nothing({ list, home, member }: Shown) {
  const { query, state, badge_template_id } = list.params;
  if (query || state || badge_template_id) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show all badges
      </ButtonLink>
    );
    return (
      <EmptyState title="No badge fits" action={all}>
        Nothing matches this search and filter.
      </EmptyState>
    );
  }
  const issue = may(member.caller, "issued_badges", "write") ? (
    <ButtonLink href={`${home}/issue`}>Issue a badge</ButtonLink>
  ) : null;
  return (
    <EmptyState title="Nothing issued yet" action={issue}>
      Badges appear here when they are issued, in the console or over the API.
    </EmptyState>
  );
}

async function Badges({ list, home, member }: Shown) {
  const { query = "", state = "", badge_template_id = "" } = list.params;
  const page = await listBadges(member.caller, {
    query: verbQuery(list, { query, state, badge_template_id }),
  });
  if (page.total === 0) return <Nothing list={list} home={home} member={member} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <BadgeTable list={list} badges={page.rows.map(presentBadge)} home={home} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "badge" : "badges"} />
    </>
  );
}

/** The template that the list is narrowed to, and the way out of it. */
async function TemplateFilter({ list, member }: { list: ListAddress; member: Member }) {
  const id = list.params.badge_template_id ?? "";
  if (id === "") return null;
  const row = await getTemplate(member.caller, { params: { badge_template_id: id } }).catch(() => null);
  return (
    <p className="mb-5 text-sm text-ink-soft">
      Only badges of{" "}
      <strong className="font-medium text-ink">{row?.name ?? "a template that is gone"}</strong>.{" "}
      <Link
        href={listHref(list, { badge_template_id: "" })}
        className="text-accent underline underline-offset-4"
      >
        Show all
      </Link>
    </p>
  );
}

export default async function IssuedBadgesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const member = await consoleMember(slug, "/issued_badges", { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const templateId = textOf(asked.badge_template_id);
  const list: ListAddress = {
    path: `${home}/issued_badges`,
    params: {
      query: searchText(asked.query),
      state: choice(asked.state, BADGE_STATES),
      badge_template_id: isUuid(templateId) ? templateId : "",
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  return (
    <>
      <PageHeader
        title="Issued badges"
        description="Who got what, and what they made of it."
        actions={
          may(member.caller, "issued_badges", "write") ? (
            <ButtonLink href={`${home}/issue`}>Issue a badge</ButtonLink>
          ) : null
        }
      />
      <ListToolbar>
        <FilterTabs list={list} name="state" label="State" options={STATES} />
        <ListSearch list={list} label="Search by name or e-mail" />
      </ListToolbar>
      <TemplateFilter list={list} member={member} />
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton />}>
        <Badges list={list} home={home} member={member} />
      </Suspense>
    </>
  );
}
