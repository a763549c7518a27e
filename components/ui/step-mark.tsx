import { Check } from "lucide-react";
import type { ReactNode } from "react";

/** The number of a step, or a check mark once it is done. */
export const StepMark = ({ done, children }: { done: boolean; children: ReactNode }) => (
  <span
    className={`font-heading flex size-9 shrink-0 items-center justify-center rounded-full border text-lg ${
      done ? "border-transparent bg-positive-soft text-positive" : "border-edge text-ink-soft"
    }`}
  >
    {done ? <Check className="size-4.5" aria-label="Done" /> : children}
  </span>
);
