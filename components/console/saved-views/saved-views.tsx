"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { useWrite } from "@/components/ui/use-write";
import type { SavedView } from "@/lib/console/saved-views/schema";
import { viewRequests } from "./hooks";
import { isViewChanged, viewHref, viewParameters } from "./view-address";
import { ViewDialogs, type ViewDialogKind, type ViewsOfList } from "./view-dialogs";

type SavedViewsProps = ViewsOfList & { views: SavedView[] };

type ViewLinksProps = { heading: string; views: SavedView[]; path: string; activeId: string };

function ViewLinks({ heading, views, path, activeId }: ViewLinksProps) {
  if (views.length === 0) return null;
  return (
    <>
      <MenuHeading>{heading}</MenuHeading>
      {views.map((view) => (
        <MenuLink key={view.id} href={viewHref(path, view)} current={view.id === activeId}>
          <span className={`min-w-0 wrap-anywhere ${view.id === activeId ? "font-semibold" : ""}`}>
            {view.name}
          </span>
        </MenuLink>
      ))}
      <MenuSeparator />
    </>
  );
}

type ViewMenuProps = Pick<SavedViewsProps, "views" | "address"> & {
  active: SavedView | null;
  canEdit: boolean;
  ask: (dialog: ViewDialogKind) => void;
};

/** The menu of the views, named like the one that is open. */
function ViewMenu({ views, address, active, canEdit, ask }: ViewMenuProps) {
  const links = { path: address.path, activeId: active?.id ?? "" };
  return (
    <Menu
      align="end"
      triggerClass={buttonClass({ variant: "secondary" })}
      trigger={
        <>
          <Bookmark className="size-4" aria-hidden="true" />
          {active ? (
            <span className="max-w-28 truncate">
              <span className="sr-only">View: </span>
              {active.name}
            </span>
          ) : (
            "Views"
          )}
        </>
      }
    >
      <div className="max-h-[60dvh] overflow-y-auto">
        <ViewLinks heading="Your views" views={views.filter((view) => !view.is_shared)} {...links} />
        <ViewLinks heading="Shared views" views={views.filter((view) => view.is_shared)} {...links} />
        {active ? <MenuLink href={address.path}>Close view</MenuLink> : null}
        <MenuItem onSelect={() => ask("save")}>Save as new view…</MenuItem>
        {active && canEdit ? (
          <>
            <MenuItem onSelect={() => ask("rename")}>Edit view…</MenuItem>
            <MenuItem danger onSelect={() => ask("delete")}>
              Delete view…
            </MenuItem>
          </>
        ) : null}
      </div>
    </Menu>
  );
}

/** The saved views of a list: a menu, and a button to save what is shown when it is not saved yet. */
export function SavedViews(props: SavedViewsProps) {
  const { views, address, canShare } = props;
  const [openDialog, setOpenDialog] = useState<ViewDialogKind>(null);
  const { write, isBusy } = useWrite();
  const active = views.find(({ id }) => id === address.params.view) ?? null;
  const canEdit = active !== null && (!active.is_shared || canShare);
  const saveChanges = ({ id }: SavedView) =>
    void write({
      send: () => viewRequests.update(id, { parameters: viewParameters(address) }),
      done: ({ name }) => `View “${name}” saved.`,
    });
  return (
    <>
      {active && canEdit && isViewChanged(active, address) ? (
        <Button variant="secondary" busy={isBusy} onClick={() => saveChanges(active)}>
          Save changes
        </Button>
      ) : null}
      {!active && Object.keys(viewParameters(address)).length > 0 ? (
        <Button variant="secondary" onClick={() => setOpenDialog("save")}>
          Save view…
        </Button>
      ) : null}
      <ViewMenu views={views} address={address} active={active} canEdit={canEdit} ask={setOpenDialog} />
      <ViewDialogs {...props} active={active} openDialog={openDialog} close={() => setOpenDialog(null)} />
    </>
  );
}
