import type { Metadata } from "next";
import { SettingsTabs } from "@/components/console/organizations/settings-tabs";
import { OutdatedDocument, isOutdated } from "@/components/console/signing-keys/outdated-document";
import { keyColumns } from "@/components/console/signing-keys/key-columns";
import { KeyHistory } from "@/components/console/signing-keys/key-history";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentAuditEntry } from "@/lib/access/audit/serializer";
import { listAuditEntries } from "@/lib/access/audit/service";
import { presentOrganizationKey } from "@/lib/credentials/issuer-keys/serializer";
import { findIssuingState } from "@/lib/credentials/issuer-domains/service";
import { listSigningKeys } from "@/lib/credentials/issuer-keys/service";
import { readListInput } from "@/lib/kernel/list/list-input";
import { may, requireConsoleMember } from "../../../../console-caller";
import { buildListAddress, csvHref, serviceQuery, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "Signing keys" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** How many changes are shown. The audit log has all of them. */
const RECENT = new URLSearchParams({ filter: "action_group::signing_key", per: "10" });

export default async function SigningKeysPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "memberships" });
  const home = `/console/${slug}`;
  const { organizationId } = caller;
  const issuing = await findIssuingState(caller);
  const columns = keyColumns(organizationId, {
    mayChange: may(caller, "memberships", "write"),
    isUnderDomain: issuing !== null,
  });
  const list = buildListAddress(`${home}/settings/signing_keys`, parameters, { columns });
  const query = serviceQuery(list, {});
  const { rows: recent } = await listAuditEntries(caller, readListInput(RECENT));
  return (
    <>
      <PageHeader
        title="Signing keys"
        description="The keys that sign your badges. Public keys stay published, so that earlier badges stay valid."
      />
      <SettingsTabs home={home} current="/signing_keys" />
      {issuing && isOutdated(issuing) ? <OutdatedDocument home={home} /> : null}
      <ListTable
        label="Signing keys"
        list={list}
        load={() => listSigningKeys(caller, readListInput(query))}
        present={presentOrganizationKey}
        columns={columns}
        fallback=""
        noun={["key", "keys"]}
        empty={
          <EmptyState title="No keys yet">
            They are created within an hour, or when the first badge is accepted.
          </EmptyState>
        }
        csv={csvHref(organizationId, "signing_keys", query)}
      />
      <div className="mt-10 max-w-4xl">
        <KeyHistory home={home} entries={recent.map(presentAuditEntry)} />
      </div>
    </>
  );
}
