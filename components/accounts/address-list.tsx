"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Tag } from "@/components/ui/tag";
import type { OwnEmail } from "@/lib/accounts/schema";
import { useMakePrimary, useRemoveEmail } from "./hooks";

type AddressProps = { row: OwnEmail; busy: boolean; onPrimary: () => void; onRemove: () => void };

const Address = ({ row, busy, onPrimary, onRemove }: AddressProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
    <span className="min-w-0 wrap-anywhere">{row.email}</span>
    {row.primary ? <Tag tone="accent">Primary</Tag> : null}
    {row.confirmed ? null : <Tag tone="caution">Not confirmed</Tag>}
    <span className="ms-auto flex gap-1">
      {row.primary || !row.confirmed ? null : (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          aria-label={`Make ${row.email} the primary address`}
          onClick={onPrimary}
        >
          Make primary
        </Button>
      )}
      {row.primary ? null : (
        <Button variant="quiet" size="small" aria-label={`Remove ${row.email}`} onClick={onRemove}>
          Remove…
        </Button>
      )}
    </span>
  </li>
);

/** The person's addresses: which one is used, which wait for their confirmation. */
export function AddressList({ emails }: { emails: OwnEmail[] }) {
  const router = useRouter();
  const [doomed, setDoomed] = useState<OwnEmail | null>(null);
  const primary = useMakePrimary();
  const removal = useRemoveEmail();
  const done = (said: string) => () => {
    toast.success(said);
    router.refresh();
  };
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {emails.map((row) => (
          <Address
            key={row.id}
            row={row}
            busy={primary.isPending}
            onPrimary={() =>
              primary.mutate(row.id, { onSuccess: done(`${row.email} is your primary address now.`) })
            }
            onRemove={() => setDoomed(row)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={`Remove ${doomed?.email ?? "the address"}?`}
        description="Your badges stay in your account. Employers who know you by this address lose the connection."
        confirm="Remove address"
        danger
        busy={removal.isPending}
        onConfirm={() =>
          doomed &&
          removal.mutate(doomed.id, {
            onSuccess: done("The address is removed."),
            onSettled: () => setDoomed(null),
          })
        }
      />
    </>
  );
}
