"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import type { Member, MemberRoleName } from "@/lib/accounts/memberships/schema";
import { changeRole, useRemoveMember } from "./hooks";
import { memberName } from "./member-name";
import { RoleField } from "./role-field";
import { ROLE_TEXTS } from "./role-words";

const memberInput = onDemand(async () => (await import("@/lib/accounts/memberships/schema")).MemberInput);

type MemberActionsProps = {
  organizationId: string;
  member: Member;
  /** The member is the signed-in person. */
  isSelf: boolean;
  mayRemove: boolean;
};

type RoleFormProps = { organizationId: string; member: Member; onSaved: () => void };

function RoleForm({ organizationId, member, onSaved }: RoleFormProps) {
  const form = useForm<{ role: MemberRoleName }>({
    defaultValues: { role: member.role },
    resolver: useRequestResolver(memberInput, (values) => values),
  });
  const send = async ({ role }: { role: MemberRoleName }) => {
    await changeRole(organizationId, member.id, role);
    toast.success(`${memberName(member)} is now ${ROLE_TEXTS[role].nameWithArticle}.`);
    onSaved();
  };
  return (
    <DynamicForm form={form} send={send} action="Change role">
      <RoleField registration={form.register("role")} error={form.formState.errors.role?.message} />
    </DynamicForm>
  );
}

const removalText = ({ authorization_tokens_count: count }: Member, isSelf: boolean): string => {
  const accessText = isSelf
    ? "You lose access immediately, and pending invitations that you sent are withdrawn."
    : "They lose access immediately, and pending invitations that they sent are withdrawn. Badges that they issued stay. To make them a member again, invite them.";
  if (count === 0) return accessText;
  const tokens = count === 1 ? "One authorization token" : `${count} authorization tokens`;
  return `${accessText} ${tokens} created by ${isSelf ? "you" : "them"} will keep working. Delete or rotate tokens under Developer.`;
};

/** The actions on a member: change the role, end the membership. */
export function MemberActions({ organizationId, member, isSelf, mayRemove }: MemberActionsProps) {
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<"role" | "remove" | null>(null);
  const close = () => setOpenDialog(null);
  const { mutate, isPending } = useRemoveMember(organizationId);
  const name = memberName(member);
  const saved = () => {
    close();
    router.refresh();
  };
  const remove = () =>
    mutate(member.id, {
      onSuccess: () => {
        toast.success(isSelf ? "You left the organization." : `${name} removed.`);
        if (isSelf) window.location.assign("/console");
        else router.refresh();
      },
      onSettled: close,
    });
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
        trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
      >
        <MenuItem onSelect={() => setOpenDialog("role")}>Change role…</MenuItem>
        {mayRemove ? (
          <MenuItem danger onSelect={() => setOpenDialog("remove")}>
            {isSelf ? "Leave…" : "Remove…"}
          </MenuItem>
        ) : null}
      </Menu>
      <Dialog open={openDialog === "role"} onOpenChange={close} title={`Change role of ${name}`}>
        <RoleForm organizationId={organizationId} member={member} onSaved={saved} />
      </Dialog>
      <ConfirmDialog
        open={openDialog === "remove"}
        onOpenChange={close}
        title={isSelf ? "Leave the organization?" : `Remove ${name}?`}
        description={removalText(member, isSelf)}
        confirm={isSelf ? "Leave organization" : "Remove member"}
        danger
        busy={isPending}
        onConfirm={remove}
      />
    </>
  );
}
