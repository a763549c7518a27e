"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import type { ServiceMove } from "@/lib/moving/service-moves/schema";
import { useMove, useStopMove } from "./hooks";

const PHASES = { reading: "Reading the other service", writing: "Writing what was read" } as const;

function progressText({ phase, progress }: ServiceMove): string {
  if (!phase) return "It begins in a few seconds.";
  return progress ? `${PHASES[phase]}: ${progress}` : PHASES[phase];
}

/** The progress of a running move, and how to stop it. It does not depend on this page being open. */
export function MoveProgress({ organizationId, found }: { organizationId: string; found: ServiceMove }) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const current = useMove(organizationId, found);
  const stop = useStopMove(organizationId, current);
  const hasEnded = current.state !== "running";
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router]);
  const stopNow = () =>
    stop.mutate(undefined, {
      // Also after a refusal: it has ended meanwhile, so this page is out of date.
      onSettled: () => {
        setConfirming(false);
        router.refresh();
      },
    });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm wrap-anywhere tabular-nums" aria-live="polite">
        {progressText(current)}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
          Stop
        </Button>
        <p className="text-sm text-ink-faint">
          You can leave this page. The move continues in the background.
        </p>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Stop this move?"
        description="What was written stays. You can continue later: what is here already is not written again."
        confirm="Stop the move"
        busy={stop.isPending}
        onConfirm={stopNow}
      />
    </div>
  );
}
