import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MarkAllRead, NoticeList } from "@/components/console/notices/notice-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { FilterTabs, ListToolbar } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentNotice } from "@/lib/organizations/notices/serializer";
import { countUnreadNotices, listNotices } from "@/lib/organizations/notices/service";
import { buildEarnerCaller } from "@/lib/accounts/sessions/session";
import { readListInput } from "@/lib/kernel/list/list-input";
import { requireSignedInPerson } from "../../../../signed-in";
import { toConsoleMember } from "../../../console-caller";
import { buildListAddress, readChoice, serviceQuery, type PageQuery } from "../../../list-request";

export const metadata: Metadata = { title: "Notices" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const STATES = [
  { value: "", label: "All" },
  { value: "false", label: "Unread" },
];

export default async function NoticesPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const person = await requireSignedInPerson();
  if (!toConsoleMember(person, slug)) notFound();
  const earner = buildEarnerCaller(person);
  const home = `/console/${slug}`;
  const read = readChoice(parameters.read, ["true", "false"]);
  const hasUnread = (await countUnreadNotices(earner)) > 0;
  const list = buildListAddress(`${home}/notices`, parameters, { filters: { read }, sorts: [] });
  return (
    <>
      <PageHeader
        title="Notices"
        description="What needs your attention, in all your organizations. Notices are deleted after 90 days."
        actions={
          <>
            <ButtonLink variant="quiet" className="max-sm:-ml-4" href={`${home}/notices/settings`}>
              Notice settings
            </ButtonLink>
            {hasUnread ? <MarkAllRead /> : null}
          </>
        }
      />
      <ListToolbar>
        <FilterTabs list={list} name="read" label="State" options={STATES} />
      </ListToolbar>
      <ListView
        list={list}
        load={() => listNotices(earner, readListInput(serviceQuery(list, { read })))}
        noun={["notice", "notices"]}
        empty={
          <EmptyState title="No notices yet">
            You will see here when deliveries fail, a token ends, a domain loses its proof or an import is
            finished.
          </EmptyState>
        }
      >
        {(rows) => <NoticeList notices={rows.map(presentNotice)} home={home} />}
      </ListView>
    </>
  );
}
