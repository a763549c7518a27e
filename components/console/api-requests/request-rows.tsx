"use client";

import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { onDemand } from "@/components/on-demand";
import { buttonClass } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/overlay/menu";
import { PeekArea, usePeek } from "@/components/ui/overlay/peek";

const requestPeek = onDemand(() => import("./request-peek"));

type RequestRowsProps = { organizationId: string; pages: string; ids: string[]; children: ReactNode };

/** A table of requests whose rows have a side panel. */
export const RequestRows = ({ organizationId, pages, ids, children }: RequestRowsProps) => (
  <PeekArea
    ids={ids}
    pages={pages}
    noun="request"
    content={requestPeek}
    panel={({ RequestPeek }, id) => <RequestPeek organizationId={organizationId} id={id} />}
  >
    {children}
  </PeekArea>
);

type RequestRowMenuProps = { id: string; title: string; href: string; credentialHref: string };

/** The actions on a request, at the end of its row. */
export function RequestRowMenu({ id, title, href, credentialHref }: RequestRowMenuProps) {
  const peek = usePeek();
  return (
    <Menu
      label={`Actions on ${title}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuItem onSelect={() => peek(id)}>Quick view</MenuItem>
      <MenuLink href={href}>Open page</MenuLink>
      <MenuLink href={credentialHref}>Show only this credential</MenuLink>
    </Menu>
  );
}
