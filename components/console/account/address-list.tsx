"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Tag } from "@/components/ui/tag";
import type { OwnEmail } from "@/lib/identity/accounts/schema";
import { useMakePrimary, useRemoveEmail } from "./hooks";
import { ConfirmPasswordForm } from "./confirm-password-form";

type AddressRowProps = { row: OwnEmail; onPrimary: () => void; onRemove: () => void };

const AddressRow = ({ row, onPrimary, onRemove }: AddressRowProps) => (
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

type AddressDialogProps = { row: OwnEmail | null; hasPassword: boolean; onClose: () => void };

function MakePrimaryDialog({ row, hasPassword, onClose }: AddressDialogProps) {
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
      <ConfirmPasswordForm send={send} action="Make primary" requiresPassword={hasPassword} />
    </Dialog>
  );
}

function RemoveDialog({ row, hasPassword, onClose }: AddressDialogProps) {
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
      <ConfirmPasswordForm
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
  const [newPrimary, setNewPrimary] = useState<OwnEmail | null>(null);
  const [emailToRemove, setEmailToRemove] = useState<OwnEmail | null>(null);
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {emails.map((row) => (
          <AddressRow
            key={row.id}
            row={row}
            onPrimary={() => setNewPrimary(row)}
            onRemove={() => setEmailToRemove(row)}
          />
        ))}
      </ul>
      <MakePrimaryDialog row={newPrimary} hasPassword={hasPassword} onClose={() => setNewPrimary(null)} />
      <RemoveDialog row={emailToRemove} hasPassword={hasPassword} onClose={() => setEmailToRemove(null)} />
    </>
  );
}
