"use client";

import { useLoaded, usePreload } from "@/components/on-demand";
import { toasts } from "./toast";

/**
 * Where toasts appear. It comes at the first press or key, before anything can be said: a screen reader follows only
 * a region that was there already.
 */
export function Toaster() {
  const parts = useLoaded(toasts);
  usePreload(toasts, "use");
  return parts ? <parts.Toasts /> : null;
}
