"use client";

import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { Checkbox } from "@/components/ui/choice";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { DynamicForm } from "@/components/ui/dynamic-form";
import { Field, Input } from "@/components/ui/field";
import type { ListAddress } from "@/components/ui/list-address";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import type { ViewList } from "@/lib/console/saved-views/choices";
import type { SavedView } from "@/lib/console/saved-views/schema";
import { viewRequests } from "./hooks";
import { viewHref, viewParameters } from "./view-address";

export type ViewDialogKind = "save" | "rename" | "delete" | null;

export type ViewsOfList = {
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
  const shared = active.is_shared ? " Nobody in your organization will see it any more." : "";
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
export const ViewDialogs = (props: ViewDialogsProps) => (
  <>
    <SaveDialog {...props} />
    {props.active ? <ChangeDialogs {...props} active={props.active} /> : null}
  </>
);
