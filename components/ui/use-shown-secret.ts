"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Stores a secret only while it is shown. It is cleared before the browser leaves the page, because the browser may
 * restore the page with its state when the user goes back.
 */
export function useShownSecret<Secret>() {
  const [secret, show] = useState<Secret | null>(null);
  useEffect(() => {
    const forget = () => flushSync(() => show(null));
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);
  return { secret, show, forget: () => show(null) };
}
