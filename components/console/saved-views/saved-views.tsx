"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/overlay/menu";
import { useWrite } from "@/components/ui/form/use-write";
import type { SavedView, SavedViewChange, SavedViewInput } from "@/lib/console/saved-views/schema";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { Checkbox } from "@/components/ui/form/choice";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Field, Input } from "@/components/ui/form/field";
import { type ListAddress, listHref } from "@/components/ui/list/list-address";
import { toast } from "@/components/ui/overlay/toast";
import type { ViewList } from "@/lib/console/saved-views/choices";
import { apiRemove, apiWrite } from "@/components/api";

/** Parameters of a list's address that are not part of a view. */
const NOT_SAVED = new Set(["page", "view"]);

/** Returns what a view keeps of the address of a list: filters, sort and columns, without empty ones. */
const viewParameters = ({ params }: ListAddress): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([name, value]) => value !== "" && !NOT_SAVED.has(name)));

/** Builds the address of a list as a view shows it. The page ignores filters that it no longer has. */
const viewHref = (path: string, { id, parameters }: Pick<SavedView, "id" | "parameters">): string =>
  listHref({ path, params: { ...parameters, view: id } }, {});

const serialize = (parameters: Record<string, string>): string =>
  JSON.stringify(Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Whether the address shows something else than the view. */
const isViewChanged = (view: SavedView, list: ListAddress): boolean =>
  serialize(view.parameters) !== serialize(viewParameters(list));

const PATH = "/v1/me/saved_views";

/** One function for each request that changes a saved view. */
const viewRequests = {
  create: (body: SavedViewInput) => apiWrite<SavedView>("POST", PATH, body),
  update: (id: string, body: SavedViewChange) => apiWrite<SavedView>("PATCH", `${PATH}/${id}`, body),
  remove: (id: string) => apiRemove(`${PATH}/${id}`),
};

type ViewDialogKind = "save" | "rename" | "delete" | null;

type ViewsOfList = {
  organizationId: string;
  list: ViewList;
  address: ListAddress;
  canShare: boolean;
};

type ViewValues = { name: string; is_shared: boolean };

type ViewFormProps = {
  values: ViewValues;
  canShare: boolean;
  action: string;
  send: (values: ViewValues) => Promise<void>;
};

function ViewForm({ values, canShare, action, send }: ViewFormProps) {
  const form = useForm<ViewValues>({ defaultValues: values });
  return (
    <DynamicForm form={form} send={send} action={action}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(ids) => <Input {...ids} {...form.register("name")} maxLength={60} autoComplete="off" />}
      </Field>
      {canShare ? <Checkbox {...form.register("is_shared")} label="Share with your organization" /> : null}
    </DynamicForm>
  );
}

type ViewDialogsProps = ViewsOfList & {
  active: SavedView | null;
  openDialog: ViewDialogKind;
  close: () => void;
};

/** Saves what the list shows as a new view, and opens it. */
function SaveDialog({ organizationId, list, address, canShare, openDialog, close }: ViewDialogsProps) {
  const router = useRouter();
  const save = async ({ name, is_shared }: ViewValues) => {
    const parameters = viewParameters(address);
    const body = { organization_id: organizationId, list, name, is_shared, parameters };
    const created = await viewRequests.create(body);
    close();
    toast.success(`View “${created.name}” saved.`);
    router.push(viewHref(address.path, created), { scroll: false });
  };
  return (
    <Dialog
      open={openDialog === "save"}
      onOpenChange={close}
      title="Save view"
      description="A view keeps the filters, the sort order and the columns."
    >
      <ViewForm values={{ name: "", is_shared: false }} canShare={canShare} action="Save view" send={save} />
    </Dialog>
  );
}

function ChangeDialogs({
  active,
  address,
  canShare,
  openDialog,
  close,
}: ViewDialogsProps & { active: SavedView }) {
  const router = useRouter();
  const { write, isBusy } = useWrite();
  const change = async (values: ViewValues) => {
    await viewRequests.update(active.id, values);
    close();
    router.refresh();
  };
  const remove = async () => {
    const isRemoved = await write({
      send: () => viewRequests.remove(active.id),
      done: () => "View deleted.",
    });
    close();
    if (isRemoved) router.push(address.path, { scroll: false });
  };
  const shared = active.is_shared ? " It disappears for everyone in your organization." : "";
  return (
    <>
      <Dialog open={openDialog === "rename"} onOpenChange={close} title="Edit view">
        <ViewForm values={active} canShare={canShare} action="Save" send={change} />
      </Dialog>
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete view “${active.name}”?`}
        description={`What it lists is not deleted.${shared}`}
        confirm="Delete view"
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </>
  );
}

/** The dialogs of saved views. */
const ViewDialogs = (props: ViewDialogsProps) => (
  <>
    <SaveDialog {...props} />
    {props.active ? <ChangeDialogs {...props} active={props.active} /> : null}
  </>
);

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
