"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Tag } from "@/components/ui/tag";
import type { OwnEmail } from "@/lib/identity/accounts/schema";
import { useMakePrimary, useRemoveEmail } from "./hooks";
import { ProofForm } from "./proof-form";

type AddressProps = { row: OwnEmail; onPrimary: () => void; onRemove: () => void };

const Address = ({ row, onPrimary, onRemove }: AddressProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
    <span className="min-w-0 wrap-anywhere">{row.email}</span>
    {row.primary ? <Tag tone="accent">Primary</Tag> : null}
    {row.confirmed ? null : <Tag tone="caution">Not confirmed</Tag>}
    <span className="ms-auto flex gap-1">
      {row.primary || !row.confirmed ? null : (
        <Button
          variant="quiet"
          size="small"
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

type DialogsProps = { row: OwnEmail | null; hasPassword: boolean; onClose: () => void };

function PrimaryDialog({ row, hasPassword, onClose }: DialogsProps) {
  const router = useRouter();
  const { mutateAsync } = useMakePrimary();
  const send = async (proof: { password?: string }) => {
    if (!row) return;
    await mutateAsync({ id: row.id, ...proof });
    onClose();
    toast.success(`${row.email} is now your primary address.`);
    router.refresh();
  };
  return (
    <Dialog
      open={row !== null}
      onOpenChange={onClose}
      title={`Make ${row?.email ?? "the address"} your primary address?`}
      description="We will send your e-mail to this address. We also notify your current primary address."
    >
      <ProofForm send={send} action="Make primary" requiresPassword={hasPassword} />
    </Dialog>
  );
}

function RemoveDialog({ row, hasPassword, onClose }: DialogsProps) {
  const router = useRouter();
  const { mutateAsync } = useRemoveEmail();
  const send = async (proof: { password?: string }) => {
    if (!row) return;
    await mutateAsync({ id: row.id, ...proof });
    onClose();
    toast.success("Address removed.");
    router.refresh();
  };
  return (
    <Dialog
      open={row !== null}
      onOpenChange={onClose}
      title={`Remove ${row?.email ?? "the address"}?`}
      description="Your badges stay in your account. Employers connected through this address are disconnected."
    >
      <ProofForm
        send={send}
        action="Remove address"
        danger
        requiresPassword={hasPassword && row?.confirmed === true}
      />
    </Dialog>
  );
}

/** The person's e-mail addresses: which one is primary, which are not confirmed. */
export function AddressList({ emails, hasPassword }: { emails: OwnEmail[]; hasPassword: boolean }) {
  const [next, setNext] = useState<OwnEmail | null>(null);
  const [doomed, setDoomed] = useState<OwnEmail | null>(null);
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {emails.map((row) => (
          <Address key={row.id} row={row} onPrimary={() => setNext(row)} onRemove={() => setDoomed(row)} />
        ))}
      </ul>
      <PrimaryDialog row={next} hasPassword={hasPassword} onClose={() => setNext(null)} />
      <RemoveDialog row={doomed} hasPassword={hasPassword} onClose={() => setDoomed(null)} />
    </>
  );
}
