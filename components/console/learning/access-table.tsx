"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { LastUse } from "@/components/console/developer/last-use";
import { Button } from "@/components/ui/button";
import { DataTable, type Column } from "@/components/ui/list/data-table";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import type { ListAddress } from "@/components/ui/list/list-address";
import { MomentText } from "@/components/ui/time/moment";
import { toast } from "@/components/ui/overlay/toast";
import type { LearningAppToken } from "@/lib/learning/tokens/schema";
import { useRevokeToken } from "./app-hooks";

type AccessTableProps = {
  organizationId: string;
  appId: string;
  list: ListAddress;
  tokens: LearningAppToken[];
  canRevoke: boolean;
};

const tokenAccess = ({ kind, integration_ids: ids }: LearningAppToken): string => {
  if (kind === "owner") return "Entire app";
  return `${ids.length === 1 ? "Integration" : "Integrations"} ${ids.join(", ")}`;
};

const TokenTitle = ({ token }: { token: LearningAppToken }) => (
  <>
    <p className="font-medium">{tokenAccess(token)}</p>
    <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">
      {token.user.name || "A member"}, created <MomentText value={token.created_at} />
    </p>
  </>
);

const columns = (onRevoke: ((token: LearningAppToken) => void) | null): Column<LearningAppToken>[] => [
  { key: "token", label: "Access to", isFixed: true, cell: (token) => <TokenTitle token={token} /> },
  {
    key: "used",
    label: "Last used",
    from: "md",
    className: "text-ink-soft tabular-nums",
    cell: (token) => <LastUse item={token} />,
  },
  {
    key: "expires",
    label: "Expires",
    from: "lg",
    className: "text-ink-soft tabular-nums",
    cell: (token) => <MomentText value={token.expires_at} />,
  },
  {
    key: "actions",
    label: "Actions",
    isFixed: true,
    isHeadHidden: true,
    className: "w-10 text-end",
    cell: (token) =>
      onRevoke ? (
        <Button variant="secondary" size="small" onClick={() => onRevoke(token)}>
          Revoke token
        </Button>
      ) : null,
  },
];

/** Shows the tokens of an app, each with a button that revokes it. */
export function AccessTable({ organizationId, appId, list, tokens, canRevoke }: AccessTableProps) {
  const router = useRouter();
  const [tokenToRevoke, setTokenToRevoke] = useState<LearningAppToken | null>(null);
  const { mutate, isPending } = useRevokeToken(organizationId, appId);
  const revoke = ({ id }: LearningAppToken) =>
    mutate(id, {
      onSuccess: () => {
        toast.success("Token revoked.");
        router.refresh();
      },
      onSettled: () => setTokenToRevoke(null),
    });
  return (
    <>
      <DataTable
        label="Tokens"
        columns={columns(canRevoke ? setTokenToRevoke : null)}
        rows={tokens}
        rowKey={({ id }) => id}
        list={list}
      />
      <ConfirmDialog
        open={tokenToRevoke !== null}
        onOpenChange={() => setTokenToRevoke(null)}
        title="Revoke this token?"
        description="Programs that use this token lose access immediately. They can get a new one by signing in or with a signed request."
        confirm="Revoke token"
        danger
        busy={isPending}
        onConfirm={() => tokenToRevoke && revoke(tokenToRevoke)}
      />
    </>
  );
}
