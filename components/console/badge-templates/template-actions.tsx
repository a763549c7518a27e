"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button, buttonClass } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { useRequest } from "@/components/ui/form/use-request";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { Notice } from "@/components/ui/notice";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { deleteTemplate, useChangeTemplateState, useCopyTemplate } from "./hooks";

type TemplateActionsProps = {
  organizationId: string;
  home: string;
  template: BadgeTemplate;
  may: { issue: boolean; remove: boolean };
};

type Confirmation = "archive" | "delete" | null;

function useTemplateActions({ organizationId, home, template }: TemplateActionsProps, close: () => void) {
  const router = useRouter();
  const move = useChangeTemplateState(organizationId, template.id);
  const copy = useCopyTemplate(organizationId, template.id);
  const { request, isSending } = useRequest();
  const [refusal, setRefusal] = useState<string | null>(null);
  const moveTo = (state: BadgeTemplate["state"], message: string) =>
    move.mutate(state, {
      onSuccess: () => {
        toast.success(message);
        router.refresh();
      },
      onSettled: close,
    });
  const copyIt = () =>
    copy.mutate(undefined, {
      onSuccess: ({ id, name }) => {
        toast.success(`Draft “${name}” created.`);
        router.push(`${home}/badge_templates/${id}/edit`);
      },
    });
  const removeIt = () => {
    const remove = async () => {
      await deleteTemplate(organizationId, template.id);
      close();
      toast.success(`${template.name} deleted.`);
      router.push(`${home}/badge_templates`);
      router.refresh();
    };
    setRefusal(null);
    request(remove).catch((failure: Error) => setRefusal(failure.message));
  };
  const busy = move.isPending || copy.isPending || isSending;
  return { moveTo, copyIt, removeIt, busy, refusal, clearRefusal: () => setRefusal(null) };
}

type Actions = ReturnType<typeof useTemplateActions>;

/** The main action for the template's state. */
function MainAction({ home, template, may, moveTo, busy }: TemplateActionsProps & Actions) {
  if (template.state === "active" && may.issue) {
    return <ButtonLink href={`${home}/issue?badge_template_id=${template.id}`}>Issue this badge</ButtonLink>;
  }
  if (template.state !== "archived") return null;
  return (
    <Button busy={busy} onClick={() => moveTo("active", "Template activated.")}>
      Activate template
    </Button>
  );
}

function MoreActions({
  template,
  may,
  copyIt,
  ask,
}: TemplateActionsProps & Actions & { ask: (what: Confirmation) => void }) {
  return (
    <Menu
      label="More actions"
      align="end"
      triggerClass={buttonClass({ variant: "secondary", size: "mediumIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuItem onSelect={copyIt}>Copy as a new draft</MenuItem>
      {template.state === "active" ? <MenuItem onSelect={() => ask("archive")}>Archive…</MenuItem> : null}
      {may.remove ? (
        <MenuItem danger onSelect={() => ask("delete")}>
          Delete…
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** The description in the deletion dialog, with the API's error if the template cannot be deleted. */
const deletionText = ({ badges_count: issued }: BadgeTemplate, refusal: string | null) => (
  <>
    {issued === 0
      ? "No badges were issued from it. This cannot be undone."
      : `${issued.toLocaleString("en")} ${issued === 1 ? "badge was" : "badges were"} issued from it.`}
    {refusal ? (
      <Notice tone="negative" announce className="mt-4">
        {refusal}
      </Notice>
    ) : null}
  </>
);

/** The actions on a template besides editing. */
export function TemplateActions(props: TemplateActionsProps) {
  const { template } = props;
  const [ask, setAsk] = useState<Confirmation>(null);
  const actions = useTemplateActions(props, () => setAsk(null));
  const leave = () => {
    setAsk(null);
    actions.clearRefusal();
  };
  return (
    <>
      <MainAction {...props} {...actions} />
      <MoreActions {...props} {...actions} ask={setAsk} />
      <ConfirmDialog
        open={ask === "archive"}
        onOpenChange={leave}
        title={`Archive ${template.name}?`}
        description="It can no longer be issued. Issued badges stay valid, and you can activate it again later."
        confirm="Archive template"
        busy={actions.busy}
        onConfirm={() => actions.moveTo("archived", "Template archived.")}
      />
      <ConfirmDialog
        open={ask === "delete"}
        onOpenChange={leave}
        title={`Delete ${template.name}?`}
        description={deletionText(template, actions.refusal)}
        confirm="Delete template"
        danger
        busy={actions.busy}
        onConfirm={actions.removeIt}
      />
    </>
  );
}
