"use client";

import { useLoaded, usePreload } from "@/components/on-demand";
import { toasts } from "./toast";

/**
 * The region where toasts appear. It loads at the first pointer or key press, because screen readers announce only
 * changes of a region that already exists.
 */
export function Toaster() {
  const parts = useLoaded(toasts);
  usePreload(toasts, "use");
  return parts ? <parts.Toasts /> : null;
}
