"use client";

import { DataTable } from "@/components/ui/data-table";
import type { ListAddress } from "@/components/ui/list-address";
import { tokenColumns, type TokenItem, type TokenPermissions } from "./token-columns";
import { TokenDialogs, useTokenActions } from "./token-dialogs";

type TokenTableProps = {
  organizationId: string;
  /** A URL that any token with read permission may fetch. */
  listUrl: string;
  list: ListAddress;
  tokens: TokenItem[];
  now: string;
  rights: TokenPermissions;
};

/** The organization's tokens with the actions on each. */
export function TokenTable({ organizationId, listUrl, list, tokens, now, rights }: TokenTableProps) {
  const actions = useTokenActions(organizationId);
  return (
    <>
      <DataTable
        label="Authorization tokens"
        columns={tokenColumns(now, rights, actions.runAction)}
        rows={tokens}
        rowKey={({ id }) => id}
        list={list}
      />
      <TokenDialogs organizationId={organizationId} listUrl={listUrl} {...actions} />
    </>
  );
}
