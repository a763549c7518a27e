const EVENT = "navigation-start";

/**
 * Announces that the browser begins to go to the page `url` without loading a new document. Next calls this inside a
 * transition of React, which shows changes of state only when it ends. So listeners are called a moment later.
 */
export const announceNavigation = (url: string): void =>
  queueMicrotask(() => window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: url })));

/** Calls `listener` with the address of each page to which the browser begins to go. Returns how to stop it. */
export function onNavigationStart(listener: (url: string) => void): () => void {
  const handle = (event: Event): void => listener((event as CustomEvent<string>).detail);
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}
