import { useEffect, useState } from "react";

/** Returns the text once it has not changed for `pauseMs` milliseconds. */
export function useDebouncedText(text: string, pauseMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return debounced;
}
