"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * A secret while it is shown, and nowhere else. It is forgotten before the browser puts the page away, which it may
 * bring back as it was when somebody presses Back.
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
