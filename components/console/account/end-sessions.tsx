"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useEndSessions } from "./hooks";

/** Signs the person out in every browser, including this one. */
export function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useEndSessions();
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Sign out everywhere…
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Sign out everywhere?"
        description="You will be signed out in every browser, including this one."
        confirm="Sign out everywhere"
        busy={isPending}
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => window.location.assign("/sign-in"),
            onSettled: () => setOpen(false),
          })
        }
      />
    </>
  );
}
