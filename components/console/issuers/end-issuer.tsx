"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { useEndAuthorization } from "./hooks";

type EndAuthorizationProps = { organizationId: string; home: string; id: string; name: string };

/** Ends an authorization after a confirmation, then returns to the list. */
export function EndAuthorization({ organizationId, home, id, name }: EndAuthorizationProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useEndAuthorization(organizationId, id);
  const endAuthorization = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${name} can no longer issue your badges.`);
        router.push(`${home}/issuers`);
        router.refresh();
      },
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        End authorization…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`End authorization of ${name}?`}
        description="They can no longer issue your badges. Badges already issued stay valid, and you can authorize them again."
        confirm="End authorization"
        danger
        busy={isPending}
        onConfirm={endAuthorization}
      />
    </>
  );
}
