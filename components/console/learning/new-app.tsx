"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { AppForm } from "./app-form";
import { AppSecret } from "./app-secret";

/** Creates an app in a dialog, and shows its secret there once. */
export function NewApp({ organizationId }: { organizationId: string }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<LearningApp | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setMade(null);
    // Not earlier: a refreshed list replaces the empty state, which would close this dialog with the secret.
    else if (made) router.refresh();
  };
  return (
    <>
      <Button onClick={() => change(true)}>New app</Button>
      <Dialog open={open} onOpenChange={change} title={made ? `${made.name} created` : "New learning app"}>
        {made ? (
          <AppSecret apiKey={made.api_key} secret={made.app_secret ?? ""} />
        ) : (
          <AppForm organizationId={organizationId} app={null} onSaved={setMade} />
        )}
      </Dialog>
    </>
  );
}
