"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useId, useState, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { Section } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { LearningRuleDocument } from "@/lib/learning/rules/schema";
import { useInvalidatePreviews, evaluateBatch } from "./rule-hooks";
import type { RuleTarget } from "./rule-values";
import { ApiFailure } from "@/components/api";

/** Students per request. A request takes about a second, so that the progress bar moves. */
const BATCH_SIZE = 100;

/** The progress of an evaluation. `remaining` is null before the first response. */
type Evaluation = {
  phase: "idle" | "running" | "done" | "failed";
  issued: number;
  remaining: number | null;
  failure: string | null;
};

const IDLE: Evaluation = { phase: "idle", issued: 0, remaining: null, failure: null };

/**
 * Evaluates the rules of a badge in batches. Stopping takes effect after the current batch. A later run continues where
 * this one ended, because students who have the badge are skipped.
 */
function useEvaluation(target: RuleTarget, onEnd: () => void) {
  const [state, setState] = useState(IDLE);
  const isStopped = useRef(false);
  const run = async (): Promise<void> => {
    isStopped.current = false;
    setState({ ...IDLE, phase: "running" });
    let issued = 0;
    try {
      for (let next: string | null = ""; next !== null && !isStopped.current;) {
        const result = await evaluateBatch(target, {
          limit: BATCH_SIZE,
          ...(next === "" ? {} : { after: next }),
        });
        issued += result.student_count;
        next = result.next;
        setState({ phase: "running", issued, remaining: result.remaining, failure: null });
      }
      setState((now) => ({ ...now, phase: "done" }));
    } catch (error) {
      const failure = error instanceof ApiFailure ? error.message : "Something went wrong. Try again.";
      setState((now) => ({ ...now, phase: "failed", failure }));
    }
    onEnd();
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { ...state, run: () => void run(), stop };
}

type EvaluationPanelProps = {
  target: RuleTarget;
  home: string;
  document: LearningRuleDocument;
  /** The form has unsaved changes. Only stored rules are evaluated. */
  isChanged: boolean;
  /** The number of students who qualify and do not have the badge; null if unknown. */
  dueCount: number | null;
};

const LINK = "inline-flex min-h-8 items-center font-medium text-accent underline underline-offset-4";

const formatBadgeCount = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "badge" : "badges"}`;

function Progress({ issued, remaining, onStop }: Evaluation & { onStop: () => void }) {
  const id = useId();
  const text =
    remaining === null
      ? "Looking for students…"
      : `${formatBadgeCount(issued)} issued, ${remaining} remaining`;
  return (
    <div className="flex flex-col gap-3">
      <p id={id} className="text-sm" aria-live="polite">
        {text}
      </p>
      <ProgressBar value={issued} max={issued + (remaining ?? 1)} text={text} labelledBy={id} />
      <div>
        <Button variant="secondary" size="small" onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  );
}

function ResultNotice({ evaluation, props }: { evaluation: Evaluation; props: EvaluationPanelProps }) {
  const { home, target, document } = props;
  const { issued, remaining, failure, phase } = evaluation;
  const unissuedCount = remaining ?? 0;
  return (
    <Notice
      tone={phase === "failed" ? "negative" : unissuedCount > 0 ? "caution" : "positive"}
      announce
      title={
        issued === 0 && phase !== "failed" ? "No new students qualify" : `${formatBadgeCount(issued)} issued`
      }
    >
      {failure ? <p>{failure} Badges already issued are not affected. You can try again.</p> : null}
      {unissuedCount > 0 && phase === "done" ? (
        <p>
          {unissuedCount === 1 ? "1 student who qualifies has" : `${unissuedCount} students who qualify have`}{" "}
          no badge yet. Evaluate the rules again, or see the{" "}
          <Link href={`${home}/learning/integrations/${target.integrationId}/logs?failed=true`}>log</Link> for
          the reason.
        </p>
      ) : null}
      <Link href={`${home}/issued_badges?badge_template_id=${document.badge_template.id}`} className={LINK}>
        View issued badges
      </Link>
    </Notice>
  );
}

/** Returns why badges cannot be issued now; null if they can. */
function findBlocker({ document, isChanged }: EvaluationPanelProps): string | null {
  if (document.badge_template.state !== "active")
    return "This template is not active. Activate it to issue badges.";
  if (document.rules.length === 0) return "Save a rule first.";
  return isChanged ? "Save your changes first." : null;
}

/** Issues the badge to all students who qualify, on request. Badges are not issued automatically. */
export function EvaluationPanel(props: EvaluationPanelProps) {
  const { target, document, dueCount } = props;
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const refreshPreviews = useInvalidatePreviews(target);
  const evaluation = useEvaluation(target, () => {
    router.refresh();
    refreshPreviews();
  });
  const { phase } = evaluation;
  const blocker = findBlocker(props);
  const start = () => {
    setConfirming(false);
    evaluation.run();
  };
  return (
    <Section title="Issue badges">
      <p className="text-sm text-ink-soft">
        Badges are not issued automatically. Evaluate the rules to issue the badge to every student who
        qualifies and does not have it yet.
      </p>
      {phase === "running" ? <Progress {...evaluation} onStop={evaluation.stop} /> : null}
      {phase === "done" || phase === "failed" ? <ResultNotice evaluation={evaluation} props={props} /> : null}
      {phase !== "running" && blocker ? <p className="text-sm font-medium">{blocker}</p> : null}
      {phase !== "running" && !blocker ? (
        <div>
          <Button onClick={() => setConfirming(true)}>Evaluate rules</Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Issue ${document.badge_template.name}?`}
        description={
          dueCount === null
            ? "Every student who qualifies and does not have the badge yet gets it and an e-mail."
            : `${dueCount === 1 ? "1 student gets" : `${dueCount.toLocaleString("en")} students get`} the badge and an e-mail. You can revoke badges, but not unsend e-mails.`
        }
        confirm="Issue badges"
        onConfirm={start}
      />
    </Section>
  );
}
