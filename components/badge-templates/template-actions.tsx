"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button, ButtonLink, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { BadgeTemplate } from "@/lib/badge-templates/schema";
import { useDeleteTemplate, useMoveTemplate } from "./hooks";

type TemplateActionsProps = {
  organizationId: string;
  home: string;
  template: BadgeTemplate;
  may: { issue: boolean; remove: boolean };
};

type Ask = "archive" | "delete" | null;

function useActions({ organizationId, home, template }: TemplateActionsProps, close: () => void) {
  const router = useRouter();
  const move = useMoveTemplate(organizationId, template.id);
  const remove = useDeleteTemplate(organizationId, template.id);
  const moveTo = (state: BadgeTemplate["state"], said: string) =>
    move.mutate(state, {
      onSuccess: () => {
        toast.success(said);
        router.refresh();
      },
      onSettled: close,
    });
  const removeIt = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success(`${template.name} is deleted.`);
        router.push(`${home}/badge_templates`);
        router.refresh();
      },
      onSettled: close,
    });
  return { moveTo, removeIt, busy: move.isPending || remove.isPending };
}

/** What can be done with a template besides editing it. */
export function TemplateActions(props: TemplateActionsProps) {
  const { home, template, may } = props;
  const [ask, setAsk] = useState<Ask>(null);
  const { moveTo, removeIt, busy } = useActions(props, () => setAsk(null));
  const canDelete = may.remove && template.allow_delete;
  return (
    <>
      {template.state === "active" && may.issue ? (
        <ButtonLink href={`${home}/issue?badge_template_id=${template.id}`}>Issue this badge</ButtonLink>
      ) : null}
      {template.state === "archived" ? (
        <Button busy={busy} onClick={() => moveTo("active", "It can be issued again.")}>
          Activate again
        </Button>
      ) : null}
      {template.state === "active" || canDelete ? (
        <Menu
          label="More actions"
          align="end"
          triggerClass={buttonClass({ variant: "secondary", size: "mediumIcon" })}
          trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
        >
          {template.state === "active" ? (
            <MenuItem onSelect={() => setAsk("archive")}>Archive…</MenuItem>
          ) : null}
          {canDelete ? (
            <MenuItem danger onSelect={() => setAsk("delete")}>
              Delete…
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
      <ConfirmDialog
        open={ask === "archive"}
        onOpenChange={() => setAsk(null)}
        title={`Archive ${template.name}?`}
        description="It can no longer be issued. Badges already issued stay valid, and you can activate it again."
        confirm="Archive"
        busy={busy}
        onConfirm={() => moveTo("archived", "Archived.")}
      />
      <ConfirmDialog
        open={ask === "delete"}
        onOpenChange={() => setAsk(null)}
        title={`Delete ${template.name}?`}
        description="Nothing was issued from it. It cannot be brought back."
        confirm="Delete template"
        danger
        busy={busy}
        onConfirm={removeIt}
      />
    </>
  );
}
