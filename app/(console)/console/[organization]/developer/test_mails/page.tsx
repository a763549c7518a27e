import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { testMailColumns } from "@/components/console/test-mails/test-mail-columns";
import { TestMailFilter } from "@/components/console/test-mails/test-mail-filter";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentTestMail } from "@/lib/delivery/test-mails/serializer";
import { listTestMails } from "@/lib/delivery/test-mails/service";
import { readListInput } from "@/lib/kernel/list/list-input";
import { requireConsoleMember } from "../../../../console-caller";
import {
  buildListAddress,
  csvHref,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";
import { SectionTabs } from "../section";

export const metadata: Metadata = { title: "Mail inbox" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

export default async function TestMailsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "issued_badges" });
  if (member.organization.testOfId === null) notFound();
  const { caller } = member;
  const path = `/console/${slug}/developer/test_mails`;
  const filters = { to: readSearchText(parameters.to) };
  const columns = testMailColumns({ path, params: {} });
  const list = buildListAddress(path, parameters, { filters, sorts: ["sent_at"], columns });
  const query = serviceQuery(list, filters);
  return (
    <>
      <PageHeader
        title="Mail inbox"
        description="Mails that real recipients would have received. They are deleted after 30 days."
      />
      <SectionTabs member={member} current="/test_mails" />
      <TestMailFilter list={list} />
      <ListTable
        label="Mails"
        list={list}
        load={() => listTestMails(caller, readListInput(query))}
        present={presentTestMail}
        columns={testMailColumns(list)}
        fallback="-sent_at"
        noun={["mail", "mails"]}
        empty={
          <EmptyState title="No mails yet">
            Issue a badge: its mail appears here within seconds, with links that work.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "test_mails", query)}
      />
    </>
  );
}
