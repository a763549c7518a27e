"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useCancelImport, useImport } from "./hooks";
import { counted, issuableCount } from "./import-words";

const figuresOf = (now: BadgeImport): string => {
  const failed = now.failed_count > 0 ? `, ${now.failed_count.toLocaleString("en")} failed` : "";
  const all = issuableCount(now).toLocaleString("en");
  return `${now.issued_count.toLocaleString("en")} of ${all} issued${failed}`;
};

/** The progress of a running import. The import does not depend on this page being open. */
export function RunPanel({ organizationId, found }: { organizationId: string; found: BadgeImport }) {
  const router = useRouter();
  const id = useId();
  const [asking, setAsking] = useState(false);
  const now = useImport(organizationId, found);
  const { mutate, isPending } = useCancelImport(organizationId, found.id);
  const hasEnded = now.state !== "running";
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router]);
  const done = now.issued_count + now.failed_count;
  const cancel = () =>
    mutate(undefined, {
      onSettled: () => {
        setAsking(false);
        router.refresh();
      },
    });
  return (
    <div className="flex flex-col gap-3">
      <p id={id} className="text-sm tabular-nums" aria-live="polite">
        {figuresOf(now)}
      </p>
      <ProgressBar value={done} max={issuableCount(now)} text={figuresOf(now)} labelledBy={id} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          {" "}
          Stop issuing{" "}
        </Button>
        <p className="text-sm text-ink-faint">
          You can leave this page. Issuing continues in the background.
        </p>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop issuing?"
        description={`${counted(issuableCount(now) - done, "badge")} will not be issued. Badges already issued are not affected.`}
        confirm="Stop issuing"
        danger
        busy={isPending}
        onConfirm={cancel}
      />
    </div>
  );
}
