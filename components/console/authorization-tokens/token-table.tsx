"use client";

import { DataTable } from "@/components/ui/list/data-table";
import type { ListAddress } from "@/components/ui/list/list-address";
import {
  tokenColumns,
  type TokenItem,
  type TokenPermissions,
  tokenTitle,
  type TokenAction,
} from "./token-columns";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { AuthorizationToken } from "@/lib/applications/authorization-tokens/schema";
import { useDeleteToken, useRevealToken, useRotateToken } from "./hooks";
import { TokenSecret } from "./token-secret";

type TokenDialogProps = {
  organizationId: string;
  /** The action to confirm, if any. */
  action: TokenAction | null;
  onClose: () => void;
};

const ROTATION_TEXT =
  "The current token stops working immediately, so programs need the new one. The new token has the same permissions and expires in 180 days.";

function DeleteDialog({ organizationId, action, onClose }: TokenDialogProps) {
  const router = useRouter();
  const { mutate, isPending } = useDeleteToken(organizationId);
  const remove = ({ token }: TokenAction) =>
    mutate(token.id, {
      onSuccess: () => {
        toast.success("Token deleted.");
        router.refresh();
      },
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open={action?.kind === "delete"}
      onOpenChange={onClose}
      title={`Delete ${action ? tokenTitle(action.token) : "the token"}?`}
      description="Programs that use it stop working immediately. This cannot be undone."
      confirm="Delete token"
      danger
      busy={isPending}
      onConfirm={() => action && remove(action)}
    />
  );
}

type RotateDialogProps = TokenDialogProps & { onRotated: (token: AuthorizationToken) => void };

function RotateDialog({ organizationId, action, onClose, onRotated }: RotateDialogProps) {
  const router = useRouter();
  const { mutate, isPending } = useRotateToken(organizationId);
  const rotate = ({ token }: TokenAction) =>
    mutate(token.id, {
      onSuccess: (rotated) => {
        onRotated(rotated);
        router.refresh();
      },
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      open={action?.kind === "rotate"}
      onOpenChange={onClose}
      title={`Rotate ${action ? tokenTitle(action.token) : "the token"}?`}
      description={ROTATION_TEXT}
      confirm="Rotate token"
      danger
      busy={isPending}
      onConfirm={() => action && rotate(action)}
    />
  );
}

/** Runs an action on a token: opens its dialog, or fetches and shows the secret. */
function useTokenActions(organizationId: string) {
  const [action, setAction] = useState<TokenAction | null>(null);
  const shown = useShownSecret<AuthorizationToken>();
  const { mutate: reveal } = useRevealToken(organizationId);
  const runAction = (next: TokenAction) => {
    if (next.kind === "reveal") reveal(next.token.id, { onSuccess: shown.show });
    else setAction(next);
  };
  return { action, runAction, close: () => setAction(null), shown };
}

type TokenActions = ReturnType<typeof useTokenActions>;

/** The dialogs for the actions on a token. */
function TokenDialogs({
  organizationId,
  listUrl,
  action,
  close,
  shown,
}: TokenActions & { organizationId: string; listUrl: string }) {
  const { secret, show, forget } = shown;
  const dialogProps = { organizationId, action, onClose: close };
  return (
    <>
      <Dialog
        open={secret !== null}
        onOpenChange={forget}
        title={secret?.description ?? "Authorization token"}
      >
        {secret ? <TokenSecret token={secret.token} listUrl={listUrl} /> : null}
      </Dialog>
      <RotateDialog {...dialogProps} onRotated={show} />
      <DeleteDialog {...dialogProps} />
    </>
  );
}

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
