"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/time";
import type { LaunchBadge } from "@/lib/learning/launch/schema";
import { BadgeHead } from "./badge-head";

export type Answering = {
  onAccept: (badge: LaunchBadge, isPrivate: boolean) => void;
  onDecline: (badge: LaunchBadge) => void;
};

type AnswersProps = Answering & { badge: LaunchBadge; busy: boolean };

type DecliningProps = Pick<AnswersProps, "badge" | "busy" | "onDecline"> & { onKeep: () => void };

/** Asks once more, in the place of the buttons: a dialog would open somewhere in a frame of unknown height. */
function Declining({ badge, busy, onDecline, onKeep }: DecliningProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="rounded-xl border border-negative bg-negative-soft p-4">
      <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Decline {badge.name} for good?
      </h4>
      <p className="mt-1 text-sm text-ink-soft">
        Declining is final: the badge cannot be accepted later. Only its issuer could issue it to you again.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => onDecline(badge)}>
          Decline for good
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          Keep it for now
        </Button>
      </div>
    </div>
  );
}

function Answers({ badge, busy, onAccept, onDecline }: AnswersProps) {
  const [stage, setStage] = useState<"asked" | "declining" | "kept">("asked");
  if (stage === "declining") {
    return <Declining badge={badge} busy={busy} onDecline={onDecline} onKeep={() => setStage("kept")} />;
  }
  const of = <span className="sr-only"> {badge.name}</span>;
  const hint = `hint-${badge.id}`;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => onAccept(badge, false)}>
          Accept{of}
        </Button>
        <Button variant="secondary" busy={busy} aria-describedby={hint} onClick={() => onAccept(badge, true)}>
          Accept privately{of}
        </Button>
        {/* Whoever decides to keep it comes back to where they were. */}
        <Button
          variant="quiet"
          busy={busy}
          autoFocus={stage === "kept"}
          onClick={() => setStage("declining")}
        >
          Decline …{of}
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-faint">
        An accepted badge gets a public page.{" "}
        <span id={hint}>Accepted privately, it is shown to nobody but you and its issuer.</span>
      </p>
    </>
  );
}

/** A badge that waits for the learner's answer, which is given in place. */
export const PendingBadge = (props: AnswersProps) => (
  <BadgeHead
    name={props.badge.name}
    imageUrl={props.badge.image_url}
    facts={
      <>
        {props.badge.issuer_name}, <DateText value={props.badge.issued_at} />
      </>
    }
  >
    {props.badge.description ? (
      <p className="mb-4 line-clamp-4 text-sm whitespace-pre-line text-ink-soft">{props.badge.description}</p>
    ) : null}
    <Answers {...props} />
  </BadgeHead>
);
