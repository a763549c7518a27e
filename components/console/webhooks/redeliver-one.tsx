"use client";

import { toast } from "@/components/ui/overlay/toast";
import { usePeriodicRefresh } from "@/components/console/developer/use-periodic-refresh";
import { Button } from "@/components/ui/button";
import { useRedeliver } from "./hooks";

/** Redelivers one event and refreshes the page to show the result. */
export function RedeliverOne({ organizationId, id }: { organizationId: string; id: string }) {
  const follow = usePeriodicRefresh();
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
