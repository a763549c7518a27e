"use client";

import { useRef, useState } from "react";
import { ApiFailure } from "@/components/api";
import { evaluateBatch } from "./rule-hooks";
import type { RuleTarget } from "./rule-values";

/** Students per request. A request takes about a second, so that the progress bar moves. */
const BATCH_SIZE = 100;

/** The progress of an evaluation. `remaining` is null before the first response. */
export type Evaluation = {
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
export function useEvaluation(target: RuleTarget, onEnd: () => void) {
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
