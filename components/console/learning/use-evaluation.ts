"use client";

import { useRef, useState } from "react";
import { ApiFailure } from "@/components/api";
import { evaluateStep } from "./rule-hooks";
import type { RulePlace } from "./rule-values";

/** Students of one request: an answer comes in about a second, so that the bar moves. */
const STEP = 100;

/** How far an evaluation is. `remaining` is null before the first answer. */
export type Evaluation = {
  phase: "idle" | "running" | "done" | "failed";
  issued: number;
  remaining: number | null;
  failure: string | null;
};

const IDLE: Evaluation = { phase: "idle", issued: 0, remaining: null, failure: null };

/**
 * Evaluates the rules of a badge step after step. Stopping ends after the step under way; going on later begins where it
 * ended, because whoever has the badge is passed over.
 */
export function useEvaluation(place: RulePlace, onEnd: () => void) {
  const [state, setState] = useState(IDLE);
  const isStopped = useRef(false);
  const run = async (): Promise<void> => {
    isStopped.current = false;
    setState({ ...IDLE, phase: "running" });
    let issued = 0;
    try {
      for (let next: string | null = ""; next !== null && !isStopped.current;) {
        const answer = await evaluateStep(place, { limit: STEP, ...(next === "" ? {} : { after: next }) });
        issued += answer.student_count;
        next = answer.next;
        setState({ phase: "running", issued, remaining: answer.remaining, failure: null });
      }
      setState((now) => ({ ...now, phase: "done" }));
    } catch (error) {
      const failure = error instanceof ApiFailure ? error.message : "Something went wrong.";
      setState((now) => ({ ...now, phase: "failed", failure }));
    }
    onEnd();
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { ...state, run: () => void run(), stop };
}
