"use client";

import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import type { MemberRoleName } from "@/lib/accounts/memberships/schema";
import { inviteMember } from "./hooks";
import { RoleField } from "./role-field";

const memberInvitationInput = onDemand(
  async () => (await import("@/lib/accounts/memberships/schema")).MemberInvitationInput,
);

type Values = { email: string; role: MemberRoleName };

function InvitationForm({ organizationId, onSent }: { organizationId: string; onSent: () => void }) {
  const form = useForm<Values>({
    defaultValues: { email: "", role: "issuer" },
    resolver: useRequestResolver(memberInvitationInput, (values) => values),
  });
  const { errors } = form.formState;
  const send = async (values: Values) => {
    const { email } = await inviteMember(organizationId, values);
    toast.success(`Invitation sent to ${email}.`);
    onSent();
  };
  return (
    <DynamicForm form={form} send={send} action="Send invitation">
      <Field label="E-mail address" error={errors.email?.message}>
        {(ids) => <Input {...ids} {...form.register("email")} type="email" autoComplete="off" />}
      </Field>
      <RoleField registration={form.register("role")} error={errors.role?.message} />
    </DynamicForm>
  );
}

type InviteMemberProps = {
  organizationId: string;
  /** True when the URL has `?invite=1`. Closing the dialog removes the parameter, so that the link works again. */
  startsOpen?: boolean;
};

/** Invites a member by e-mail, in a dialog. */
export function InviteMember({ organizationId, startsOpen = false }: InviteMemberProps) {
  const router = useRouter();
  const pathname = usePathname();
  const [open, setOpen] = useState(startsOpen);
  const changeOpen = (next: boolean) => {
    setOpen(next);
    if (!next && startsOpen) router.replace(pathname, { scroll: false });
  };
  const sent = () => {
    changeOpen(false);
    router.refresh();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite a member</Button>
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title="Invite a member"
        description="They get an e-mail with a personal link that expires after 7 days."
      >
        <InvitationForm organizationId={organizationId} onSent={sent} />
      </Dialog>
    </>
  );
}
