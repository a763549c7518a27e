"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useEndSessions } from "./hooks";

/** Signs the person out in every browser, this one too. */
export function EndSessions() {
  const [isAsked, ask] = useState(false);
  const { mutate, isPending } = useEndSessions();
  return (
    <>
      <Button variant="secondary" onClick={() => ask(true)}>
        Sign out everywhere…
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={ask}
        title="Sign out everywhere?"
        description="Every browser that is signed in to your account is signed out, this one too."
        confirm="Sign out everywhere"
        busy={isPending}
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => window.location.assign("/sign-in"),
            onSettled: () => ask(false),
          })
        }
      />
    </>
  );
}
