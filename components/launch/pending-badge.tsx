"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { LaunchBadge } from "@/lib/learning/launch/schema";
import { ResultsNotice } from "@/components/public/badge/results-section";
import { hidden } from "@/components/ui/hidden-words";
import { BadgeHead } from "./badge-head";
import { BadgeNotes } from "./badge-notes";
import { IssueFacts } from "./issue-facts";

export type AnswerHandlers = {
  onAccept: (badge: LaunchBadge, isPrivate: boolean) => void;
  onDecline: (badge: LaunchBadge) => void;
};

type AnswerButtonsProps = AnswerHandlers & { badge: LaunchBadge; busy: boolean };

type DeclineConfirmationProps = Pick<AnswerButtonsProps, "badge" | "busy" | "onDecline"> & {
  onCancel: () => void;
};

/** Asks for confirmation in place of the buttons. A dialog could open out of sight in a frame of unknown height. */
function DeclineConfirmation({ badge, busy, onDecline, onCancel }: DeclineConfirmationProps) {
  const t = useTranslations("launch.decline");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="rounded-xl border border-negative bg-negative-soft p-4">
      <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t("title", { badge: badge.name })}
      </h4>
      <p className="mt-1 text-sm text-ink-soft">{t("text")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={() => onDecline(badge)}>
          {t("confirm")}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t("keep")}
        </Button>
      </div>
    </div>
  );
}

function AnswerButtons({ badge, busy, onAccept, onDecline }: AnswerButtonsProps) {
  const t = useTranslations("launch.answer");
  const [stage, setStage] = useState<"asked" | "declining" | "kept">("asked");
  if (stage === "declining") {
    return (
      <DeclineConfirmation
        badge={badge}
        busy={busy}
        onDecline={onDecline}
        onCancel={() => setStage("kept")}
      />
    );
  }
  const named = { badge: badge.name, hidden };
  const hint = `hint-${badge.id}`;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => onAccept(badge, false)}>
          <span>{t.rich("accept", named)}</span>
        </Button>
        <Button variant="secondary" busy={busy} aria-describedby={hint} onClick={() => onAccept(badge, true)}>
          <span>{t.rich("accept_privately", named)}</span>
        </Button>
        {/* After the learner cancels declining, the focus returns to this button. */}
        <Button
          variant="quiet"
          busy={busy}
          autoFocus={stage === "kept"}
          onClick={() => setStage("declining")}
        >
          <span>{t.rich("decline", named)}</span>
        </Button>
      </div>
      <p className="mt-3 text-sm text-ink-faint">{t("public_hint")}</p>
      <p id={hint} className="mt-1 text-sm text-ink-faint">
        {t("private_hint")}
      </p>
    </>
  );
}

/** A pending badge with buttons to accept or decline it. */
export const PendingBadge = (props: AnswerButtonsProps) => (
  <BadgeHead
    name={props.badge.name}
    imageUrl={props.badge.image_url}
    facts={<IssueFacts badge={props.badge} />}
  >
    <BadgeNotes badge={props.badge} />
    {props.badge.description ? (
      <p className="mb-4 line-clamp-4 text-sm whitespace-pre-line text-ink-soft">{props.badge.description}</p>
    ) : null}
    <ResultsNotice results={props.badge.results} className="mb-4" />
    <AnswerButtons {...props} />
  </BadgeHead>
);
