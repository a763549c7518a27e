"use client";

import { useSyncExternalStore, type ReactNode } from "react";

const never = () => () => undefined;

/**
 * The inside of a form. It takes input only once the page runs: what is typed or sent before that would be lost, or
 * sent the browser's way.
 */
export function FormBody({ className, children }: { className: string; children: ReactNode }) {
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <fieldset disabled={!isRunning} className={`min-w-0 ${className}`}>
      {children}
    </fieldset>
  );
}
