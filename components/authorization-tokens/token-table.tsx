"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Cell, ColumnHead, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { DateText, MomentText } from "@/components/ui/time";
import type { AuthorizationToken } from "@/lib/authorization-tokens/schema";
import { useDeleteToken, useRevealToken } from "./hooks";
import { TokenExpiry } from "./token-expiry";
import { TokenSecret } from "./token-secret";

/** A token without its secret: that is fetched when it is asked for. */
export type TokenItem = Omit<AuthorizationToken, "token"> & { ending: string };

type TokenTableProps = {
  organizationId: string;
  /** An address that any token with read permission may fetch. */
  listUrl: string;
  tokens: TokenItem[];
  now: string;
  mayDelete: boolean;
};

const titleOf = (token: TokenItem): string => token.description ?? "Without a description";

function Permissions({ token }: { token: TokenItem }) {
  const granted = [
    token.read_enabled ? "Read" : "",
    token.write_enabled ? "Write" : "",
    token.delete_enabled ? "Delete" : "",
  ].filter(Boolean);
  return (
    <span className="inline-flex flex-wrap gap-1">
      {granted.length > 0 ? granted.map((name) => <Tag key={name}>{name}</Tag>) : "None"}
    </span>
  );
}

type LineProps = { token: TokenItem; now: string; onReveal: () => void; onDelete: (() => void) | null };

function TokenLine({ token, now, onReveal, onDelete }: LineProps) {
  return (
    <tr>
      <Cell>
        <p className="font-medium wrap-anywhere">{titleOf(token)}</p>
        <p className="text-[0.8125rem] text-ink-faint">
          <span className="font-mono">…{token.ending}</span> · made by {token.created_by_name || "somebody"}{" "}
          on <DateText value={token.created_at} />
        </p>
        <div className="mt-1.5 flex flex-col gap-1.5 text-[0.8125rem] text-ink-soft md:hidden">
          <Permissions token={token} />
          <span>
            Ends <TokenExpiry expiresAt={token.expires_at} now={now} />
          </span>
        </div>
      </Cell>
      <Cell className="hidden md:table-cell">
        <Permissions token={token} />
      </Cell>
      <Cell className="hidden text-ink-soft tabular-nums lg:table-cell">
        {token.last_used_at ? <MomentText value={token.last_used_at} /> : "Never"}
      </Cell>
      <Cell className="hidden text-ink-soft tabular-nums md:table-cell">
        <TokenExpiry expiresAt={token.expires_at} now={now} />
      </Cell>
      <Cell className="w-10 text-end">
        <Menu
          label={`Actions for ${titleOf(token)}`}
          align="end"
          triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
          trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
        >
          <MenuItem onSelect={onReveal}>Show token and curl line</MenuItem>
          {onDelete ? (
            <MenuItem danger onSelect={onDelete}>
              Delete…
            </MenuItem>
          ) : null}
        </Menu>
      </Cell>
    </tr>
  );
}

function useRemoval(organizationId: string) {
  const router = useRouter();
  const [doomed, setDoomed] = useState<TokenItem | null>(null);
  const { mutate, isPending } = useDeleteToken(organizationId);
  const remove = (token: TokenItem) =>
    mutate(token.id, {
      onSuccess: () => {
        toast.success("The token is deleted.");
        router.refresh();
      },
      onSettled: () => setDoomed(null),
    });
  return { doomed, setDoomed, remove, isPending };
}

/** The organization's tokens: what they may do, when they were used, when they end. */
export function TokenTable({ organizationId, listUrl, tokens, now, mayDelete }: TokenTableProps) {
  const reveal = useRevealToken(organizationId);
  const { doomed, setDoomed, remove, isPending } = useRemoval(organizationId);
  const head = (
    <>
      <ColumnHead>Token</ColumnHead>
      <ColumnHead className="hidden md:table-cell">Permissions</ColumnHead>
      <ColumnHead className="hidden lg:table-cell">Last used</ColumnHead>
      <ColumnHead className="hidden md:table-cell">Ends</ColumnHead>
      <ColumnHead>
        <span className="sr-only">Actions</span>
      </ColumnHead>
    </>
  );
  return (
    <>
      <Table label="Authorization tokens" head={head}>
        {tokens.map((token) => (
          <TokenLine
            key={token.id}
            token={token}
            now={now}
            onReveal={() => reveal.mutate(token.id)}
            onDelete={mayDelete ? () => setDoomed(token) : null}
          />
        ))}
      </Table>
      <Dialog
        open={reveal.data !== undefined}
        onOpenChange={reveal.reset}
        title={reveal.data?.description ?? "Authorization token"}
      >
        {reveal.data ? <TokenSecret token={reveal.data.token} listUrl={listUrl} /> : null}
      </Dialog>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={`Delete ${doomed ? titleOf(doomed) : "the token"}?`}
        description="Whatever uses it is refused from now on. It cannot be brought back."
        confirm="Delete token"
        danger
        busy={isPending}
        onConfirm={() => doomed && remove(doomed)}
      />
    </>
  );
}
