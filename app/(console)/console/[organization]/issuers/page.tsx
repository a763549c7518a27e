import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { issuerColumns } from "@/components/console/issuers/issuer-columns";
import { IssuerTabs } from "@/components/console/issuers/issuer-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentAuthorization } from "@/lib/organizations/issuers/serializer";
import { listIssuers } from "@/lib/organizations/issuers/service";
import { requireConsoleMember, may } from "../../../console-caller";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../list-request";

export const metadata: Metadata = { title: "Issuers" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["name", "created_at"];

export default async function IssuersPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const columns = issuerColumns(home);
  const searchTerm = readSearchText(search.query);
  const list = buildListAddress(`${home}/issuers`, search, {
    filters: { query: searchTerm },
    sorts: SORTS,
    columns,
  });
  const query = serviceQuery(list, { name: searchTerm });
  const authorizeLink = may(caller, "memberships", "write") ? (
    <ButtonLink href={`${home}/issuers/new`}>Authorize an issuer</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Issuers"
        description="Organizations that can issue badges on your behalf."
        actions={authorizeLink}
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
          <EmptyState title="No issuers yet" action={authorizeLink}>
            Let a partner, a franchise or a training provider issue your badges without access to your other
            data. You choose which templates they can issue.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "issuers", query)}
      />
    </>
  );
}
