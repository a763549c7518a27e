"use client";

import type { ReactNode } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

/**
 * The content of a form, disabled until the page's scripts run. Earlier input would be lost, and an earlier submit
 * would bypass the scripts.
 */
export function FormBody({ className, children }: { className: string; children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <fieldset disabled={!isHydrated} className={`min-w-0 ${className}`}>
      {children}
    </fieldset>
  );
}
