"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { AuthorizationToken } from "@/lib/access/authorization-tokens/schema";
import { useDeleteToken, useRevealToken, useRotateToken } from "./hooks";
import { titleOf, type TokenAct } from "./token-columns";
import { TokenSecret } from "./token-secret";

type AskedProps = {
  organizationId: string;
  /** The action to confirm, if any. */
  action: TokenAct | null;
  onClose: () => void;
};

const ROTATION =
  "The current token stops working immediately, so programs need the new one. The new token has the same permissions and expires in 180 days.";

function Deletion({ organizationId, action, onClose }: AskedProps) {
  const router = useRouter();
  const { mutate, isPending } = useDeleteToken(organizationId);
  const remove = ({ token }: TokenAct) =>
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
      title={`Delete ${action ? titleOf(action.token) : "the token"}?`}
      description="Programs that use it stop working immediately. This cannot be undone."
      confirm="Delete token"
      danger
      busy={isPending}
      onConfirm={() => action && remove(action)}
    />
  );
}

type RotationProps = AskedProps & { onRotated: (token: AuthorizationToken) => void };

function Rotation({ organizationId, action, onClose, onRotated }: RotationProps) {
  const router = useRouter();
  const { mutate, isPending } = useRotateToken(organizationId);
  const rotate = ({ token }: TokenAct) =>
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
      title={`Rotate ${action ? titleOf(action.token) : "the token"}?`}
      description={ROTATION}
      confirm="Rotate token"
      danger
      busy={isPending}
      onConfirm={() => action && rotate(action)}
    />
  );
}

/** Runs an action on a token: opens its dialog, or fetches and shows the secret. */
export function useTokenActs(organizationId: string) {
  const [action, setAction] = useState<TokenAct | null>(null);
  const shown = useShownSecret<AuthorizationToken>();
  const { mutate: reveal } = useRevealToken(organizationId);
  const runAction = (next: TokenAct) => {
    if (next.kind === "reveal") reveal(next.token.id, { onSuccess: shown.show });
    else setAction(next);
  };
  return { action, runAction, close: () => setAction(null), shown };
}

type Acts = ReturnType<typeof useTokenActs>;

/** The dialogs for the actions on a token. */
export function TokenDialogs({
  organizationId,
  listUrl,
  action,
  close,
  shown,
}: Acts & { organizationId: string; listUrl: string }) {
  const { secret, show, forget } = shown;
  const asked = { organizationId, action, onClose: close };
  return (
    <>
      <Dialog
        open={secret !== null}
        onOpenChange={forget}
        title={secret?.description ?? "Authorization token"}
      >
        {secret ? <TokenSecret token={secret.token} listUrl={listUrl} /> : null}
      </Dialog>
      <Rotation {...asked} onRotated={show} />
      <Deletion {...asked} />
    </>
  );
}
