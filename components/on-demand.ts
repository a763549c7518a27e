import { useEffect, useSyncExternalStore } from "react";

/** Code that is not part of the page's first load. It is fetched when the user is about to need it. */
export type OnDemand<Parts> = {
  /** Fetches the code once. After a failure the next call tries again. */
  load: () => Promise<Parts>;
  /** The loaded code; null until it is loaded, and always null on the server. */
  get: () => Parts | null;
  subscribe: (onLoaded: () => void) => () => void;
};

/** Declares code that is fetched on demand: `() => import("./menu-parts")`. */
export function onDemand<Parts>(fetchParts: () => Promise<Parts>): OnDemand<Parts> {
  let parts: Parts | null = null;
  let loading: Promise<Parts> | null = null;
  const listeners = new Set<() => void>();
  const storeParts = (loaded: Parts): Parts => {
    parts = loaded;
    for (const notify of listeners) notify();
    return loaded;
  };
  const allowRetry = (error: unknown): never => {
    loading = null;
    throw error;
  };
  return {
    load: () => (loading ??= fetchParts().then(storeParts, allowRetry)),
    get: () => parts,
    subscribe: (onLoaded) => {
      listeners.add(onLoaded);
      return () => listeners.delete(onLoaded);
    },
  };
}

const returnNull = () => null;

/** Returns the code once it is loaded, null before. */
export const useLoaded = <Parts>(source: OnDemand<Parts>): Parts | null =>
  useSyncExternalStore(source.subscribe, source.get, returnNull);

const PRELOAD_TRIGGERS = {
  /** Pointer or focus moves to a button, which may be pressed next. */
  nearButton: { events: ["pointerover", "focusin"], at: "button" },
  /** The user starts to fill in a form. */
  input: { events: ["focusin", "input"], at: "input, select, textarea" },
  /** The user presses a pointer or a key. A toast may follow. */
  use: { events: ["pointerdown", "keydown"], at: "*" },
} as const;

/** Loads the code at the first matching event. Failures are ignored here: the code is requested again when needed. */
export function usePreload(source: OnDemand<unknown>, trigger: keyof typeof PRELOAD_TRIGGERS): void {
  useEffect(() => {
    if (source.get()) return undefined;
    const { events, at: selector } = PRELOAD_TRIGGERS[trigger];
    const stopListening = () => events.forEach((name) => document.removeEventListener(name, handleEvent));
    const handleEvent = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(selector)) return;
      stopListening();
      source.load().catch(returnNull);
    };
    events.forEach((name) => document.addEventListener(name, handleEvent));
    return stopListening;
  }, [source, trigger]);
}
