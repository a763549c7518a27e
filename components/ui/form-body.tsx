"use client";

import { useSyncExternalStore, type ReactNode } from "react";

const subscribeToNothing = () => () => undefined;

/**
 * The content of a form, disabled until the page's scripts run. Earlier input would be lost, and an earlier submit
 * would bypass the scripts.
 */
export function FormBody({ className, children }: { className: string; children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <fieldset disabled={!isHydrated} className={`min-w-0 ${className}`}>
      {children}
    </fieldset>
  );
}
