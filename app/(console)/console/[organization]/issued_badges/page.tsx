import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { SHOWN_STATES, STATE_LABELS } from "@/components/console/issued-badges/badge-state";
import { BadgeRowMenu } from "@/components/console/issued-badges/badge-row-menu";
import { BadgeRows } from "@/components/console/issued-badges/badge-rows";
import { BulkBanner } from "@/components/console/bulk-actions/bulk-banner";
import { describeFilters, type FilterNames } from "@/components/console/issued-badges/filter-words";
import { BulkBar } from "@/components/console/issued-badges/bulk-bar";
import { FilterChips } from "@/components/console/issued-badges/filter-chips";
import { FilterPopover } from "@/components/console/issued-badges/filter-popover";
import { RowCheckbox, SelectionProvider } from "@/components/console/issued-badges/selection";
import { badgeColumns, recipientName } from "@/components/console/issued-badges/table-columns";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable, rowActions, type Column } from "@/components/ui/list/data-table";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { FilterTabs, ListSearch } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentBulkAction } from "@/lib/badges/bulk-actions/serializer";
import { listBulkActions } from "@/lib/badges/bulk-actions/service";
import { clock } from "@/lib/kernel/clock";
import { getTemplate } from "@/lib/badges/templates/service";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { presentBadge } from "@/lib/badges/issued/serializer";
import { listBadges } from "@/lib/badges/issued/service";
import { listIssuers } from "@/lib/organizations/issuers/service";
import { requireConsoleMember, may, type ConsoleMember } from "../../../console-caller";
import { ListViews } from "../../../list-views";
import { csvHref, type PageQuery } from "../../../list-request";
import { badgeListAddress, badgeListQuery } from "./badge-list-request";

export const metadata: Metadata = { title: "Issued badges" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const STATE_TABS = [
  { value: "", label: "All" },
  ...SHOWN_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
];

const selectColumn: Column<IssuedBadge> = {
  key: "select",
  label: "Select",
  isFixed: true,
  isHeadHidden: true,
  className: "w-8",
  cell: (badge) => <RowCheckbox id={badge.id} label={`Select the badge of ${recipientName(badge)}`} />,
};

const actionsColumn = (home: string, organizationId: string) =>
  rowActions<IssuedBadge>((badge) => {
    const { id, state, recipient_email, suppress_badge_notification_email } = badge;
    return (
      <BadgeRowMenu
        badge={{ id, state, recipient_email, suppress_badge_notification_email }}
        recipient={recipientName(badge)}
        page={`${home}/issued_badges/${id}`}
        isOwn={badge.created_by.id === organizationId}
      />
    );
  });

const badgeListColumns = (home: string, organizationId: string, canWrite: boolean): Column<IssuedBadge>[] => [
  ...(canWrite ? [selectColumn] : []),
  ...badgeColumns(home),
  actionsColumn(home, organizationId),
];

const NoBadges = ({ home, canIssue }: { home: string; canIssue: boolean }) => (
  <EmptyState
    title="No badges yet"
    action={canIssue ? <ButtonLink href={`${home}/issue`}>Issue a badge</ButtonLink> : null}
  >
    Badges that you issue in the console or through the API appear here.
  </EmptyState>
);

type Organization = { id: string; name: string };

/** Lists the organizations whose badges can be in the list: this one and the issuers it authorized. */
async function listPossibleIssuers({ caller, organization }: ConsoleMember): Promise<Organization[]> {
  if (!may(caller, "memberships", "read")) return [organization];
  const { rows } = await listIssuers(caller, readListInput(new URLSearchParams({ per: "50" })));
  return [organization, ...rows.map(({ issuer }) => issuer)];
}

/** Returns the name of the template that the list is filtered by. */
async function findTemplateName({ caller }: ConsoleMember, id: string): Promise<string | null> {
  if (id === "") return null;
  const row = await getTemplate(caller, id).catch(() => null);
  return row?.name ?? null;
}

type BadgesProps = { list: ListAddress; member: ConsoleMember; home: string };

/** Returns the names of the template and the issuer by which the list is filtered: all of its badges have them. */
const namesOf = ([badge]: IssuedBadge[]): FilterNames => ({
  template: badge?.badge_template.name ?? null,
  issuer: badge?.created_by.name ?? null,
});

/** How long the banner shows a bulk action that has ended. */
const BANNER_MS = 3_600_000;

/** Shows the newest bulk action while it runs, and for an hour after its end. */
async function NewestBulkAction({ member, home }: Pick<BadgesProps, "member" | "home">) {
  const newest = readListInput(new URLSearchParams({ per: "1" }));
  const [row] = (await listBulkActions(member.caller, newest)).rows;
  const isOld = row?.finishedAt && row.finishedAt.getTime() < clock.now().getTime() - BANNER_MS;
  return row && !isOld ? <BulkBanner found={presentBulkAction(row)} home={home} /> : null;
}

/** Shows the table of badges with the bulk actions. */
function BadgeTable({ list, member, home }: BadgesProps) {
  const { caller, organization } = member;
  const canWrite = may(caller, "issued_badges", "write");
  const columns = badgeListColumns(home, organization.id, canWrite);
  const query = badgeListQuery(list);
  return (
    <ListView
      list={list}
      load={() => listBadges(caller, readListInput(query))}
      noun={["badge", "badges"]}
      columns={columns}
      csv={csvHref(organization.id, "badges", query)}
      empty={<NoBadges home={home} canIssue={canWrite} />}
    >
      {(rows, { total, isTotalMinimum = false }) => {
        const badges = rows.map(presentBadge);
        const items = badges.map((badge) => ({ id: badge.id, recipient: recipientName(badge) }));
        return (
          <SelectionProvider>
            {canWrite ? (
              <BulkBar
                organizationId={organization.id}
                home={home}
                items={items}
                matching={{
                  total,
                  isTotalMinimum,
                  filter: query.get("filter") ?? "",
                  words: describeFilters(list, namesOf(badges)),
                }}
                canDelete={may(caller, "issued_badges", "delete")}
              />
            ) : null}
            <BadgeRows
              organizationId={organization.id}
              home={home}
              ids={badges.map(({ id }) => id)}
              may={{ change: canWrite, remove: may(caller, "issued_badges", "delete") }}
            >
              <DataTable
                label="Issued badges"
                columns={columns}
                rows={badges}
                rowKey={({ id }) => id}
                list={list}
                fallback="-created_at"
              />
            </BadgeRows>
          </SelectionProvider>
        );
      }}
    </ListView>
  );
}

/** Shows the filters. The badges are read at the same time as the names of issuers and template. */
async function BadgeFilters({ list, member }: Pick<BadgesProps, "list" | "member">) {
  const [issuers, template] = await Promise.all([
    listPossibleIssuers(member),
    findTemplateName(member, list.params.badge_template_id ?? ""),
  ]);
  const issuer = issuers.find(({ id }) => id === list.params.issuer_id)?.name ?? null;
  return (
    <>
      <div className="mb-5 flex flex-col gap-4">
        <FilterTabs list={list} name="state" label="State" options={STATE_TABS} />
        <div className="flex flex-wrap items-start gap-2">
          <div className="flex basis-full sm:basis-auto sm:grow">
            <ListSearch list={list} label="Search by name or e-mail address" />
          </div>
          <FilterPopover list={list} issuers={issuers.map(({ id, name }) => ({ id, name }))} />
          <ListViews caller={member.caller} list="issued_badges" address={list} />
        </div>
      </div>
      <FilterChips list={list} names={{ template, issuer }} />
    </>
  );
}

export default async function IssuedBadgesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  const home = `/console/${slug}`;
  const canWrite = may(member.caller, "issued_badges", "write");
  const list = badgeListAddress(
    `${home}/issued_badges`,
    search,
    badgeListColumns(home, member.organization.id, canWrite),
  );
  return (
    <>
      <PageHeader
        title="Issued badges"
        description="Every badge you have issued and its status."
        actions={canWrite ? <ButtonLink href={`${home}/issue`}>Issue a badge</ButtonLink> : null}
      />
      <NewestBulkAction member={member} home={home} />
      <BadgeFilters list={list} member={member} />
      <BadgeTable list={list} member={member} home={home} />
    </>
  );
}
