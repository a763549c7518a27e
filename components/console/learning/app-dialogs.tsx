"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { AppForm } from "./app-form";
import { useDeleteApp, useRotateApp } from "./app-hooks";
import { AppSecret } from "./app-secret";

/** The open dialog and its app. `secret` shows the new secret after a rotation. */
export type AppDialogState = { kind: "edit" | "rotate" | "delete" | "secret"; app: LearningApp };

/** Stores which dialog is open. */
export function useAppDialogs() {
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
export function AppDialogs(props: AppDialogsProps) {
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
