"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { AppForm } from "./app-form";
import { AppSecret } from "./app-secret";

/** Creates an app in a dialog, and shows its secret there once. */
export function NewApp({ organizationId }: { organizationId: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [createdApp, setCreatedApp] = useState<LearningApp | null>(null);
  const changeOpen = (next: boolean) => {
    setOpen(next);
    if (next) setCreatedApp(null);
    // Not earlier: a refreshed list replaces the empty state, which would close this dialog with the secret.
    else if (createdApp) router.refresh();
  };
  return (
    <>
      <Button onClick={() => changeOpen(true)}>New app</Button>
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title={createdApp ? `${createdApp.name} created` : "New learning app"}
      >
        {createdApp ? (
          <AppSecret apiKey={createdApp.api_key} secret={createdApp.app_secret ?? ""} />
        ) : (
          <AppForm organizationId={organizationId} app={null} onSaved={setCreatedApp} />
        )}
      </Dialog>
    </>
  );
}
