"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { onDemand } from "@/components/on-demand";
import { buttonClass } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu";
import { PeekArea, usePeek } from "@/components/ui/overlay/peek";
import { toast } from "@/components/ui/overlay/toast";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { useCopyTemplate } from "./hooks";

const templatePeek = onDemand(() => import("./template-peek"));

type May = { change: boolean; issue: boolean };
type TemplateRowsProps = {
  organizationId: string;
  home: string;
  ids: string[];
  may: May;
  children: ReactNode;
};

/** A table of templates whose rows have a side panel. */
export const TemplateRows = ({ organizationId, home, ids, may, children }: TemplateRowsProps) => (
  <PeekArea
    ids={ids}
    pages={`${home}/badge_templates`}
    noun="template"
    content={templatePeek}
    panel={({ TemplatePeek }, id) => (
      <TemplatePeek organizationId={organizationId} home={home} id={id} may={may} />
    )}
  >
    {children}
  </PeekArea>
);

type RowMenuProps = {
  organizationId: string;
  home: string;
  template: Pick<BadgeTemplate, "id" | "name" | "state">;
  may: May;
};

/** The actions on a template, at the end of its row. */
export function TemplateRowMenu({ organizationId, home, template: { id, name, state }, may }: RowMenuProps) {
  const peek = usePeek();
  const router = useRouter();
  const { mutate: copy } = useCopyTemplate(organizationId, id);
  const copyIt = () =>
    copy(undefined, {
      onSuccess: (draft) => {
        toast.success(`Draft “${draft.name}” created.`);
        router.push(`${home}/badge_templates/${draft.id}/edit`);
      },
    });
  return (
    <Menu
      label={`Actions on ${name}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuItem onSelect={() => peek(id)}>Quick view</MenuItem>
      <MenuLink href={`${home}/badge_templates/${id}`}>Open page</MenuLink>
      {may.change ? <MenuLink href={`${home}/badge_templates/${id}/edit`}>Edit template</MenuLink> : null}
      {may.issue && state === "active" ? (
        <MenuLink href={`${home}/issue?badge_template_id=${id}`}>Issue this badge</MenuLink>
      ) : null}
      <MenuLink href={`${home}/issued_badges?badge_template_id=${id}`}>Show issued badges</MenuLink>
      {may.change ? <MenuItem onSelect={copyIt}>Copy as a new draft</MenuItem> : null}
    </Menu>
  );
}
