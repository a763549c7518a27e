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
export type AppAct = { kind: "edit" | "rotate" | "delete" | "secret"; app: LearningApp };

/** Stores which dialog is open. */
export function useAppDialogs() {
  const [act, ask] = useState<AppAct | null>(null);
  return { act, ask, close: () => ask(null) };
}

type AppDialogsProps = ReturnType<typeof useAppDialogs> & { organizationId: string };

function Rotation({ organizationId, act, ask, close }: AppDialogsProps) {
  const router = useRouter();
  const { mutate, isPending } = useRotateApp(organizationId);
  const rotate = (id: string) =>
    mutate(id, {
      onSuccess: (app) => {
        ask({ kind: "secret", app });
        router.refresh();
      },
      onError: close,
    });
  return (
    <>
      <ConfirmDialog
        open={act?.kind === "rotate"}
        onOpenChange={close}
        title={`Rotate the secret of ${act?.app.name ?? "this app"}?`}
        description="The current secret and all tokens of the app stop working immediately. Enter the new secret in the learning system to reconnect it."
        confirm="Rotate secret"
        danger
        busy={isPending}
        onConfirm={() => act && rotate(act.app.id)}
      />
      <Dialog open={act?.kind === "secret"} onOpenChange={close} title="New secret">
        {act?.kind === "secret" ? (
          <AppSecret apiKey={act.app.api_key} secret={act.app.app_secret ?? ""} />
        ) : null}
      </Dialog>
    </>
  );
}

function Deletion({ organizationId, act, close }: AppDialogsProps) {
  const router = useRouter();
  const { mutate, isPending } = useDeleteApp(organizationId);
  const remove = ({ id, name }: LearningApp) =>
    mutate(id, {
      onSuccess: () => {
        toast.success(`${name} deleted.`);
        router.refresh();
      },
      onSettled: close,
    });
  return (
    <ConfirmDialog
      open={act?.kind === "delete"}
      onOpenChange={close}
      title={`Delete ${act?.app.name ?? "this app"}?`}
      description="This deletes its tokens and integrations with all their students, grades and rules. Badges already issued stay. You cannot undo this."
      confirm="Delete app"
      danger
      busy={isPending}
      onConfirm={() => act && remove(act.app)}
    />
  );
}

/** Shows the dialogs that edit, rotate and delete an app. */
export function AppDialogs(props: AppDialogsProps) {
  const { organizationId, act, close } = props;
  const router = useRouter();
  const saved = () => {
    close();
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <>
      <Dialog open={act?.kind === "edit"} onOpenChange={close} title="Edit app">
        {act?.kind === "edit" ? (
          <AppForm organizationId={organizationId} app={act.app} onSaved={saved} />
        ) : null}
      </Dialog>
      <Rotation {...props} />
      <Deletion {...props} />
    </>
  );
}
