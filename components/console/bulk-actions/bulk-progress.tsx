"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { formatBadges, processedCount, progressText } from "./bulk-words";
import { useBulkAction, useCancelBulkAction } from "./hooks";

type BulkProgressProps = { organizationId: string; found: BadgeBulkAction; canStop: boolean };

/** Stops the bulk action after a confirmation. */
function StopButton({ organizationId, current }: { organizationId: string; current: BadgeBulkAction }) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useCancelBulkAction(organizationId, current.id);
  const cancel = () =>
    mutate(undefined, {
      // Also after a refusal: it has ended meanwhile, so this page is out of date.
      onSettled: () => {
        setConfirming(false);
        router.refresh();
      },
    });
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
        Stop
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Stop this bulk action?"
        description={`${formatBadges(current.badges_count - processedCount(current))} will not be changed. What is done is not undone.`}
        confirm="Stop bulk action"
        danger
        busy={isPending}
        onConfirm={cancel}
      />
    </>
  );
}

/** The progress of a running bulk action. It does not depend on this page being open. */
export function BulkProgress({ organizationId, found, canStop }: BulkProgressProps) {
  const router = useRouter();
  const id = useId();
  const current = useBulkAction(organizationId, found);
  const hasEnded = current.state !== "running";
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router]);
  return (
    <div className="flex flex-col gap-3">
      <p id={id} className="text-sm tabular-nums" aria-live="polite">
        {progressText(current)}
      </p>
      <ProgressBar
        value={processedCount(current)}
        max={current.badges_count}
        text={progressText(current)}
        labelledBy={id}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {canStop ? <StopButton organizationId={organizationId} current={current} /> : null}
        <p className="text-sm text-ink-faint">
          You can leave this page. The work continues in the background.
        </p>
      </div>
    </div>
  );
}
