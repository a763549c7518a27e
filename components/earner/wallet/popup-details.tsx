"use client";

import type { ComponentProps, FocusEvent, KeyboardEvent } from "react";

/** A `details` element that closes when the focus leaves it, so that it does not cover what gets the focus next. */
export function PopupDetails(props: ComponentProps<"details">) {
  const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    // After a click outside of a control `relatedTarget` is null. The click may be on a label inside.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
  };
  const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
    if (key !== "Escape" || !currentTarget.open) return;
    currentTarget.open = false;
    currentTarget.querySelector("summary")?.focus();
  };
  return <details {...props} onBlur={closeOnBlur} onKeyDown={closeOnEscape} />;
}
