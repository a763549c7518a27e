"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/overlay/menu";
import { Cell, ColumnHead, Table } from "@/components/ui/list/table";
import { Tag } from "@/components/ui/tag";
import { MomentText } from "@/components/ui/time/moment";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import { AppForm } from "./app-form";
import { useDeleteApp, useRotateApp } from "./app-hooks";
import { AppSecret } from "./app-secret";

/** The open dialog and its app. `secret` shows the new secret after a rotation. */
type AppDialogState = { kind: "edit" | "rotate" | "delete" | "secret"; app: LearningApp };

/** Stores which dialog is open. */
function useAppDialogs() {
  const [dialog, openDialog] = useState<AppDialogState | null>(null);
  return { dialog, openDialog, close: () => openDialog(null) };
}

type AppDialogsProps = ReturnType<typeof useAppDialogs> & { organizationId: string };

function RotateAppDialogs({ organizationId, dialog, openDialog, close }: AppDialogsProps) {
  const router = useRouter();
  const { mutate, isPending } = useRotateApp(organizationId);
  const rotate = (id: string) =>
    mutate(id, {
      onSuccess: (app) => {
        openDialog({ kind: "secret", app });
        router.refresh();
      },
      onError: close,
    });
  return (
    <>
      <ConfirmDialog
        open={dialog?.kind === "rotate"}
        onOpenChange={close}
        title={`Rotate the secret of ${dialog?.app.name ?? "this app"}?`}
        description="The current secret and all tokens of the app stop working immediately. Enter the new secret in the learning system to reconnect it."
        confirm="Rotate secret"
        danger
        busy={isPending}
        onConfirm={() => dialog && rotate(dialog.app.id)}
      />
      <Dialog open={dialog?.kind === "secret"} onOpenChange={close} title="New secret">
        {dialog?.kind === "secret" ? (
          <AppSecret apiKey={dialog.app.api_key} secret={dialog.app.app_secret ?? ""} />
        ) : null}
      </Dialog>
    </>
  );
}

function DeleteAppDialog({ organizationId, dialog, close }: AppDialogsProps) {
  const router = useRouter();
  const { mutate, isPending } = useDeleteApp(organizationId);
  const deleteApp = ({ id, name }: LearningApp) =>
    mutate(id, {
      onSuccess: () => {
        toast.success(`${name} deleted.`);
        router.refresh();
      },
      onSettled: close,
    });
  return (
    <ConfirmDialog
      open={dialog?.kind === "delete"}
      onOpenChange={close}
      title={`Delete ${dialog?.app.name ?? "this app"}?`}
      description="This deletes its tokens and integrations with all their students, grades and rules. Badges already issued stay. You cannot undo this."
      confirm="Delete app"
      danger
      busy={isPending}
      onConfirm={() => dialog && deleteApp(dialog.app)}
    />
  );
}

/** Shows the dialogs that edit, rotate and delete an app. */
function AppDialogs(props: AppDialogsProps) {
  const { organizationId, dialog, close } = props;
  const router = useRouter();
  const closeSaved = () => {
    close();
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <>
      <Dialog open={dialog?.kind === "edit"} onOpenChange={close} title="Edit app">
        {dialog?.kind === "edit" ? (
          <AppForm organizationId={organizationId} app={dialog.app} onSaved={closeSaved} />
        ) : null}
      </Dialog>
      <RotateAppDialogs {...props} />
      <DeleteAppDialog {...props} />
    </>
  );
}

type AppTableProps = {
  organizationId: string;
  home: string;
  apps: LearningApp[];
  permissions: { change: boolean; remove: boolean };
};

type AppRowProps = Omit<AppTableProps, "apps" | "organizationId"> & {
  app: LearningApp;
  onOpenDialog: (act: AppDialogState) => void;
};

function AppActions({ app, home, permissions, onOpenDialog }: AppRowProps) {
  return (
    <Menu
      label={`Actions for ${app.name}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuLink href={`${home}/learning/integrations?app_id=${app.id}`}>Integrations</MenuLink>
      <MenuLink href={`${home}/learning/apps/${app.id}`}>Access</MenuLink>
      <MenuLink href={`${home}/learning/launch_debugger?app_id=${app.id}`}>Debug a launch</MenuLink>
      {permissions.change ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onOpenDialog({ kind: "edit", app })}>Edit…</MenuItem>
          <MenuItem onSelect={() => onOpenDialog({ kind: "rotate", app })}>Rotate secret…</MenuItem>
        </>
      ) : null}
      {permissions.remove ? (
        <MenuItem danger onSelect={() => onOpenDialog({ kind: "delete", app })}>
          Delete…
        </MenuItem>
      ) : null}
    </Menu>
  );
}

function AppRow(props: AppRowProps) {
  const { app, home } = props;
  return (
    <tr>
      <Cell>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`${home}/learning/integrations?app_id=${app.id}`}
            className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
          >
            {app.name}
          </Link>
          {app.enterprise ? <Tag tone="accent">Enterprise</Tag> : null}
        </div>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">
          Owned by {app.owner.name || "a member"}
          {app.owner.email ? `, ${app.owner.email}` : ""}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2 md:hidden">
          <code className="text-[0.8125rem] break-all text-ink-soft">{app.api_key}</code>
        </div>
      </Cell>
      <Cell className="hidden md:table-cell">
        <div className="flex items-center gap-3">
          <code className="max-w-44 truncate text-[0.8125rem] text-ink-soft" title={app.api_key}>
            {app.api_key}
          </code>
          <CopyButton text={app.api_key} copies={`API key of ${app.name}`} variant="quiet" />
        </div>
      </Cell>
      <Cell className="hidden text-ink-soft tabular-nums lg:table-cell">
        {app.last_used_at ? <MomentText value={app.last_used_at} /> : "Never"}
      </Cell>
      <Cell className="w-10 text-end">
        <AppActions {...props} />
      </Cell>
    </tr>
  );
}

/** Shows the organization's learning apps with their owners, keys and last use. */
export function AppTable({ organizationId, home, apps, permissions }: AppTableProps) {
  const dialogs = useAppDialogs();
  const head = (
    <>
      <ColumnHead>App</ColumnHead>
      <ColumnHead className="hidden md:table-cell">API key</ColumnHead>
      <ColumnHead className="hidden lg:table-cell">Last used</ColumnHead>
      <ColumnHead>
        <span className="sr-only">Actions</span>
      </ColumnHead>
    </>
  );
  return (
    <>
      <Table label="Learning apps" head={head}>
        {apps.map((app) => (
          <AppRow
            key={app.id}
            app={app}
            home={home}
            permissions={permissions}
            onOpenDialog={dialogs.openDialog}
          />
        ))}
      </Table>
      <AppDialogs organizationId={organizationId} {...dialogs} />
    </>
  );
}
