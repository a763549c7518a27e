"use client";

import type { ComponentProps, FocusEvent, KeyboardEvent } from "react";

/** Folded, and open only while somebody is in it: over the page it would cover what has the focus next. */
export function FoldAway(props: ComponentProps<"details">) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    // A click beside a control takes the focus to nothing, and may be one on its label.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
  };
  const escape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
    if (key !== "Escape" || !currentTarget.open) return;
    currentTarget.open = false;
    currentTarget.querySelector("summary")?.focus();
  };
  return <details {...props} onBlur={leave} onKeyDown={escape} />;
}
