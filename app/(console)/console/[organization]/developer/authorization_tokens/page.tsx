import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { NewToken } from "@/components/authorization-tokens/new-token";
import { TokenTable, type TokenItem } from "@/components/authorization-tokens/token-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { presentToken, type TokenRow } from "@/lib/authorization-tokens/serializer";
import { listTokens } from "@/lib/authorization-tokens/service";
import { clock } from "@/lib/kernel/clock";
import { organizationUrl } from "@/lib/organizations/serializer";
import { listTokensEndingSoon } from "@/lib/overview/service";
import { consoleMember, may, type Member } from "../../../../console-caller";
import { choice, pageNumber, verbQuery, type PageQuery } from "../../../../list-request";

export const metadata: Metadata = { title: "Authorization tokens" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

// The secrets stay on the server until somebody asks for one.
function itemOf(row: TokenRow): TokenItem {
  const { token, ...rest } = presentToken(row);
  return { ...rest, ending: token.slice(-4) };
}

type Shown = { list: ListAddress; member: Member; listUrl: string };

async function Tokens({ list, member, listUrl }: Shown) {
  const { caller } = member;
  const isEndingOnly = list.params.ending === "soon";
  const page = isEndingOnly
    ? await listTokensEndingSoon(caller).then((rows) => ({ rows, total: rows.length, page: 1, per: 50 }))
    : await listTokens(caller, { query: verbQuery(list, {}) });
  if (page.total === 0) {
    return isEndingOnly ? (
      <EmptyState title="No token ends within 14 days" />
    ) : (
      <EmptyState title="No tokens yet">
        A token lets a program use the API in your organization’s name. Make one for each program, with the
        permissions it needs.
      </EmptyState>
    );
  }
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <TokenTable
        organizationId={caller.organizationId}
        listUrl={listUrl}
        tokens={page.rows.map(itemOf)}
        now={clock.now().toISOString()}
        mayDelete={may(caller, "authorization_tokens", "delete")}
      />
      <Pagination list={list} page={page} noun={page.total === 1 ? "token" : "tokens"} />
    </>
  );
}

export default async function AuthorizationTokensPage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const path = "/developer/authorization_tokens";
  const member = await consoleMember(slug, path, { scope: "authorization_tokens" });
  const { caller } = member;
  const list: ListAddress = {
    path: `/console/${slug}${path}`,
    params: { ending: choice(asked.ending, ["soon"]), page: String(pageNumber(asked.page)) },
  };
  const listUrl = `${organizationUrl(caller.organizationId)}/badges`;
  return (
    <>
      <PageHeader
        title="Authorization tokens"
        description="What programs use the API with. Each one ends 180 days after it was made or rotated."
        actions={
          may(caller, "authorization_tokens", "write") ? (
            <NewToken organizationId={caller.organizationId} listUrl={listUrl} access={caller.access} />
          ) : null
        }
      />
      {list.params.ending === "soon" ? (
        <p className="mb-5 text-sm text-ink-soft">
          Only tokens that end within 14 days.{" "}
          <Link href={list.path} className="text-accent underline underline-offset-4">
            Show all
          </Link>
        </p>
      ) : null}
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton rows={4} />}>
        <Tokens list={list} member={member} listUrl={listUrl} />
      </Suspense>
    </>
  );
}
