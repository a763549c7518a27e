"use client";

import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/overlay/toast";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { badgeRequests, useDeleteBadge } from "./hooks";
import { RevokeForm, type RevokeValues } from "./revoke-form";
import { DELETION_WARNING } from "./deletion-warning";
import { useForm } from "react-hook-form";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { useRequest } from "@/components/ui/form/use-request";

const recipientInput = onDemand(async () => (await import("@/lib/badges/issued/schema")).RecipientInput);

type RecipientValues = { recipient_email: string };

/** A form for the new address of a pending badge. The form shows what `send` throws. */
function RecipientForm({ address, send }: { address: string; send: (address: string) => Promise<void> }) {
  const form = useForm<RecipientValues>({
    defaultValues: { recipient_email: address },
    resolver: useRequestResolver(recipientInput, (values) => values),
  });
  return (
    <DynamicForm
      form={form}
      send={({ recipient_email }) => send(recipient_email)}
      action="Change e-mail address"
    >
      <Field label="E-mail address" error={form.formState.errors.recipient_email?.message}>
        {(ids) => <Input {...ids} {...form.register("recipient_email")} type="email" autoComplete="off" />}
      </Field>
    </DynamicForm>
  );
}

/** The dialog that is open; null for none. */
export type BadgeDialogKind = "recipient" | "revoke" | "delete" | null;

type BadgeDialogsProps = {
  organizationId: string;
  badge: Pick<IssuedBadge, "id" | "recipient_email" | "suppress_badge_notification_email">;
  openDialog: BadgeDialogKind;
  close: () => void;
  onDeleted: () => void;
};

/** Changes the recipient’s address. Undo changes it back, which sends another mail with another link. */
function useChangeRecipient({ organizationId, badge, close }: BadgeDialogsProps) {
  const router = useRouter();
  const { request } = useRequest();
  const changeAddress = async (recipient_email: string): Promise<IssuedBadge> => {
    const corrected = await badgeRequests(organizationId).changeRecipient(badge.id, { recipient_email });
    router.refresh();
    return corrected;
  };
  const undo = async () => {
    try {
      const restored = await request(() => changeAddress(badge.recipient_email));
      toast.success(`E-mail address changed back to ${restored.recipient_email}.`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "Something went wrong. Try again.");
    }
  };
  return async (address: string) => {
    const { recipient_email } = await changeAddress(address);
    close();
    const isUnchanged = recipient_email === badge.recipient_email;
    const action = { label: "Undo", onClick: () => void undo() };
    toast.success(`E-mail address changed to ${recipient_email}.`, isUnchanged ? {} : { action });
  };
}

function DeleteBadgeDialog({ organizationId, badge, openDialog, close, onDeleted }: BadgeDialogsProps) {
  const { mutate, isPending } = useDeleteBadge(organizationId);
  const deleteBadge = () =>
    mutate(badge.id, {
      onSuccess: () => {
        toast.success("Badge deleted.");
        onDeleted();
      },
      onSettled: close,
    });
  return (
    <ConfirmDialog
      open={openDialog === "delete"}
      onOpenChange={close}
      title="Delete this badge?"
      description={DELETION_WARNING}
      confirm="Delete badge"
      danger
      busy={isPending}
      onConfirm={deleteBadge}
    />
  );
}

/** Shows the dialogs that change, revoke or delete a badge. */
export function BadgeDialogs(props: BadgeDialogsProps) {
  const { organizationId, badge, openDialog, close } = props;
  const router = useRouter();
  const changeRecipient = useChangeRecipient(props);
  const revoke = async (values: RevokeValues) => {
    await badgeRequests(organizationId).revoke(badge.id, values);
    close();
    toast.success("Badge revoked.");
    router.refresh();
  };
  return (
    <>
      <Dialog
        open={openDialog === "recipient"}
        onOpenChange={close}
        title="Change e-mail address"
        description={
          badge.suppress_badge_notification_email
            ? "The current accept link stops working. Copy the new one from this page."
            : "The link in the e-mail already sent stops working. A new e-mail goes to the new address."
        }
      >
        <RecipientForm address={badge.recipient_email} send={changeRecipient} />
      </Dialog>
      <Dialog
        open={openDialog === "revoke"}
        onOpenChange={close}
        title="Revoke this badge?"
        description="Its public page will show that it was revoked, when and why. You cannot undo this, but you can issue the badge again."
      >
        <RevokeForm action="Revoke badge" send={revoke} />
      </Dialog>
      <DeleteBadgeDialog {...props} />
    </>
  );
}
