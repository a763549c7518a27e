import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { issuerColumns } from "@/components/console/issuers/issuer-columns";
import { IssuerTabs } from "@/components/console/issuers/issuer-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { presentAuthorization } from "@/lib/organizations/issuers/serializer";
import { listIssuers } from "@/lib/organizations/issuers/service";
import { consoleMember, may } from "../../../console-caller";
import { csvHref, listAddress, searchText, verbQuery, type PageQuery } from "../../../list-request";

export const metadata: Metadata = { title: "Issuers" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["name", "created_at"];

export default async function IssuersPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const { caller } = await consoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const columns = issuerColumns(home);
  const words = searchText(asked.query);
  const list = listAddress(`${home}/issuers`, asked, { filters: { query: words }, sorts: SORTS, columns });
  const query = verbQuery(list, { name: words });
  const authorize = may(caller, "memberships", "write") ? (
    <ButtonLink href={`${home}/issuers/new`}>Authorize an issuer</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Issuers"
        description="Organizations that can issue badges on your behalf."
        actions={authorize}
      />
      <IssuerTabs home={home} current="" />
      <ListToolbar>
        <ListSearch list={list} label="Search by name" />
      </ListToolbar>
      <ListTable
        label="Issuers"
        list={list}
        load={() => listIssuers(caller, readListInput(query))}
        present={presentAuthorization}
        columns={columns}
        fallback="-created_at"
        noun={["issuer", "issuers"]}
        empty={
          <EmptyState title="No issuers yet" action={authorize}>
            Let a partner, a franchise or a training provider issue your badges without access to your other
            data. You choose which templates they can issue.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "issuers", query)}
      />
    </>
  );
}
