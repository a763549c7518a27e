"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useCancelImport, useImport } from "./hooks";
import { formatCount, issuableCount } from "./import-words";

const progressText = (current: BadgeImport): string => {
  const failed = current.failed_count > 0 ? `, ${current.failed_count.toLocaleString("en")} failed` : "";
  const all = issuableCount(current).toLocaleString("en");
  return `${current.issued_count.toLocaleString("en")} of ${all} issued${failed}`;
};

/** The progress of a running import. The import does not depend on this page being open. */
export function RunPanel({ organizationId, found }: { organizationId: string; found: BadgeImport }) {
  const router = useRouter();
  const id = useId();
  const [isConfirming, setConfirming] = useState(false);
  const current = useImport(organizationId, found);
  const { mutate, isPending } = useCancelImport(organizationId, found.id);
  const hasEnded = current.state !== "running";
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router]);
  const done = current.issued_count + current.failed_count;
  const cancel = () =>
    mutate(undefined, {
      onSettled: () => {
        setConfirming(false);
        router.refresh();
      },
    });
  return (
    <div className="flex flex-col gap-3">
      <p id={id} className="text-sm tabular-nums" aria-live="polite">
        {progressText(current)}
      </p>
      <ProgressBar value={done} max={issuableCount(current)} text={progressText(current)} labelledBy={id} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button variant="secondary" size="small" onClick={() => setConfirming(true)}>
          {" "}
          Stop issuing{" "}
        </Button>
        <p className="text-sm text-ink-faint">
          You can leave this page. Issuing continues in the background.
        </p>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Stop issuing?"
        description={`${formatCount(issuableCount(current) - done, "badge")} will not be issued. Badges already issued are not affected.`}
        confirm="Stop issuing"
        danger
        busy={isPending}
        onConfirm={cancel}
      />
    </div>
  );
}
