"use client";

import { toast } from "@/components/ui/toast";
import { useFollow } from "@/components/console/developer/use-follow";
import { Button } from "@/components/ui/button";
import { useRedeliver } from "./hooks";

/** Delivers one event once more, and shows what comes of it. */
export function RedeliverOne({ organizationId, id }: { organizationId: string; id: string }) {
  const follow = useFollow();
  const { mutate, isPending } = useRedeliver(organizationId, id);
  const redeliver = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success("Redelivery started.");
        follow();
      },
    });
  return (
    <Button variant="secondary" busy={isPending} onClick={redeliver}>
      Redeliver
    </Button>
  );
}
