"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { MomentText } from "@/components/ui/time/moment";
import { Notice } from "@/components/ui/notice";
import { formatDuration } from "@/components/ui/time/time";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useCancelImport, useImport, useStartImport } from "./hooks";
import { formatCount, issuableCount } from "./import-words";

const SECOND_MS = 1_000;
/** Below this the time left is shown, and cancelling is called undoing. */
const SOON_SECONDS = 3_600;

/** Returns the seconds until a moment, counted every second. Null until the page's scripts run. */
function useSecondsUntil(at: string): number | null {
  const isHydrated = useHydrated();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return isHydrated ? Math.max(0, Math.ceil((Date.parse(at) - now) / SECOND_MS)) : null;
}

/** Formats the time left: `9 minutes`, `45 seconds`. */
const timeLeft = (seconds: number): string => (seconds === 0 ? "a moment" : formatDuration(seconds));

function ScheduleTitle({
  badges,
  at,
  isSoon,
  seconds,
}: {
  badges: string;
  at: string;
  isSoon: boolean;
  seconds: number;
}) {
  return isSoon ? (
    <>
      {badges} will be issued in <span className="tabular-nums">{timeLeft(seconds)}</span>
    </>
  ) : (
    <>
      {badges} will be issued on <MomentText value={at} />
    </>
  );
}

type SchedulePanelProps = { organizationId: string; found: BadgeImport };

/** An import that waits for its time. It can be undone, or issued at once. */
export function SchedulePanel({ organizationId, found }: SchedulePanelProps) {
  const router = useRouter();
  const current = useImport(organizationId, found);
  const at = current.scheduled_at ?? found.scheduled_at ?? found.updated_at;
  const seconds = useSecondsUntil(at);
  const { mutate: cancel, isPending: isCancelling } = useCancelImport(organizationId, found.id);
  const { mutate: start, isPending: isStarting } = useStartImport(organizationId, found.id);
  const hasChanged = current.state !== "scheduled";
  useEffect(() => {
    if (hasChanged) router.refresh();
  }, [hasChanged, router]);
  const count = issuableCount(current);
  const isSoon = seconds !== null && seconds <= SOON_SECONDS;
  const refresh = { onSettled: () => router.refresh() };
  return (
    <Notice
      title={
        <ScheduleTitle badges={formatCount(count, "badge")} at={at} isSoon={isSoon} seconds={seconds ?? 0} />
      }
    >
      <p>
        Nothing is issued or sent before. You can leave this page.
        {current.started_by ? ` Scheduled by ${current.started_by}.` : null}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          busy={isCancelling}
          onClick={() => cancel(undefined, refresh)}
        >
          {isSoon ? "Undo" : "Cancel schedule"}
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={isStarting}
          onClick={() => start({ count, seen: current.updated_at }, refresh)}
        >
          Issue now
        </Button>
      </div>
    </Notice>
  );
}
