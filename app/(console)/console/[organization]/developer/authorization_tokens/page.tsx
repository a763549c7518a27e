import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { NewToken } from "@/components/console/authorization-tokens/new-token";
import {
  tokenColumns,
  type TokenItem,
  type TokenPermissions,
} from "@/components/console/authorization-tokens/token-columns";
import { TokenTable } from "@/components/console/authorization-tokens/token-table";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { ListView } from "@/components/ui/list/list-view";
import { ActiveFilter } from "@/components/ui/list/active-filter";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentToken, type TokenWithCreator } from "@/lib/applications/authorization-tokens/serializer";
import { listTokens } from "@/lib/applications/authorization-tokens/service";
import type { Caller } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { publicUrl } from "@/lib/kernel/env";
import type { Page } from "@/lib/kernel/list/page";
import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import { hasWorkforceAccess } from "@/lib/organizations/profile/service";
import { listExpiringTokens } from "@/lib/console/overview/service";
import { requireConsoleMember, may } from "../../../../console-caller";
import { readChoice, buildListAddress, serviceQuery, type PageQuery } from "../../../../list-request";
import { SectionTabs } from "../section";

export const metadata: Metadata = { title: "Authorization tokens" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const PATH = "/developer/authorization_tokens";

// Secrets stay on the server until a person reveals one.
function toTokenItem(row: TokenWithCreator): TokenItem {
  const { token, ...rest } = presentToken(row);
  return { ...rest, hint: token.replace(/^(.*_).*(.{4})$/, "$1…$2") };
}

async function loadTokens(caller: Caller, list: ListAddress): Promise<Page<TokenWithCreator>> {
  if (list.params.ending !== "soon") return listTokens(caller, readListInput(serviceQuery(list, {})));
  const rows = await listExpiringTokens(caller);
  return { rows, total: rows.length, page: 1, per: 50 };
}

const tokenPermissions = (caller: Caller): TokenPermissions => {
  const mayWrite = may(caller, "authorization_tokens", "write");
  const remove = may(caller, "authorization_tokens", "delete");
  return { reveal: mayWrite, rotate: mayWrite, remove };
};

const NO_TOKENS = (
  <EmptyState title="No tokens yet">
    A token lets a program use the API for your organization. Create one for each program, with only the
    permissions it needs.
  </EmptyState>
);

/** The address that an administrator enters in a directory, for organizations with access to workforce data. */
async function DirectoryAddress({ caller }: { caller: Caller }) {
  if (!may(caller, "workforce", "read") || !(await hasWorkforceAccess(caller))) return null;
  return (
    <Notice title="Employees from a directory (SCIM)" className="mb-4">
      Enter the address <code className="text-[0.8125rem] break-all">{publicUrl("/scim/v2")}</code> in the
      directory, and a token with the scope workforce that may read, write and delete.
    </Notice>
  );
}

export default async function AuthorizationTokensPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "authorization_tokens" });
  const { caller } = member;
  const { organizationId } = caller;
  const [now, rights] = [clock.now().toISOString(), tokenPermissions(caller)];
  const columns = tokenColumns(now, rights);
  const list = buildListAddress(`/console/${slug}${PATH}`, parameters, {
    filters: { ending: readChoice(parameters.ending, ["soon"]) },
    columns,
  });
  const listUrl = `${organizationApiUrl(organizationId)}/badges`;
  return (
    <>
      <PageHeader
        title="Authorization tokens"
        description="Keys for the API. Each expires 180 days after it is created or rotated."
        actions={
          rights.rotate ? (
            <NewToken organizationId={organizationId} listUrl={listUrl} access={caller.access} />
          ) : null
        }
      />
      <SectionTabs member={member} current="/authorization_tokens" />
      <DirectoryAddress caller={caller} />
      {list.params.ending === "soon" ? (
        <ActiveFilter list={list} without={["ending"]}>
          Showing tokens that expire within 14 days.
        </ActiveFilter>
      ) : null}
      <ListView
        list={list}
        load={() => loadTokens(caller, list)}
        noun={["token", "tokens"]}
        empty={NO_TOKENS}
        columns={columns}
      >
        {(rows) => (
          <TokenTable
            organizationId={organizationId}
            listUrl={listUrl}
            list={list}
            tokens={rows.map(toTokenItem)}
            now={now}
            rights={rights}
          />
        )}
      </ListView>
    </>
  );
}
