import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { grantorColumns } from "@/components/console/issuers/issuer-columns";
import { IssuerTabs } from "@/components/console/issuers/issuer-tabs";
import { CodeBox } from "@/components/ui/code-box";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentGrantor } from "@/lib/organizations/issuers/serializer";
import { listGrantors } from "@/lib/organizations/issuers/service";
import { requireConsoleMember, may } from "../../../../console-caller";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";

export const metadata: Metadata = { title: "Grantors" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["name", "created_at"];

export default async function GrantorsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const { caller, organization } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const columns = grantorColumns(home, may(caller, "issued_badges", "write"));
  const searchTerm = readSearchText(search.query);
  const list = buildListAddress(`${home}/issuers/grantors`, search, {
    filters: { query: searchTerm },
    sorts: SORTS,
    columns,
  });
  const query = serviceQuery(list, { name: searchTerm });
  return (
    <>
      <PageHeader title="Grantors" description="Organizations you can issue badges for." />
      <IssuerTabs home={home} current="/grantors" />
      <ListToolbar>
        <ListSearch list={list} label="Search by name" />
      </ListToolbar>
      <ListTable
        label="Grantors"
        list={list}
        load={() => listGrantors(caller, readListInput(query))}
        present={presentGrantor}
        columns={columns}
        fallback="-created_at"
        noun={["grantor", "grantors"]}
        empty={
          <EmptyState
            title="No grantors yet"
            action={
              <div className="w-full max-w-md">
                <CodeBox label="Your organization’s page name" text={organization.vanitySlug} />
              </div>
            }
          >
            Another organization can authorize you to issue its badges. Send them this name to enter under
            Issuers.
          </EmptyState>
        }
        csv={csvHref(caller.organizationId, "grantors", query)}
      />
    </>
  );
}
