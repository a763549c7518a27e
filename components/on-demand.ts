import { useEffect, useSyncExternalStore } from "react";

/** Code that a page is shown without: it is fetched when the first sign of its use is there. */
export type OnDemand<Parts> = {
  /** Fetches it, once. After a failure the next call tries again. */
  load: () => Promise<Parts>;
  /** What was fetched; null until then, and always on the server. */
  get: () => Parts | null;
  subscribe: (onLoaded: () => void) => () => void;
};

/** Names code to be fetched on demand: `() => import("./menu-parts")`. */
export function onDemand<Parts>(fetchParts: () => Promise<Parts>): OnDemand<Parts> {
  let parts: Parts | null = null;
  let loading: Promise<Parts> | null = null;
  const waiting = new Set<() => void>();
  const keep = (loaded: Parts): Parts => {
    parts = loaded;
    for (const tell of waiting) tell();
    return loaded;
  };
  const forget = (error: unknown): never => {
    loading = null;
    throw error;
  };
  return {
    load: () => (loading ??= fetchParts().then(keep, forget)),
    get: () => parts,
    subscribe: (onLoaded) => {
      waiting.add(onLoaded);
      return () => waiting.delete(onLoaded);
    },
  };
}

const nothing = () => null;

/** The code once it is there. */
export const useLoaded = <Parts>(source: OnDemand<Parts>): Parts | null =>
  useSyncExternalStore(source.subscribe, source.get, nothing);

const SIGNS = {
  /** Pointer or focus comes to a button: it may be pressed next. */
  nearButton: { events: ["pointerover", "focusin"], at: "button" },
  /** Somebody begins to fill something in. */
  input: { events: ["focusin", "input"], at: "input, select, textarea" },
  /** Somebody presses or types, and may be told what came of it. */
  use: { events: ["pointerdown", "keydown"], at: "*" },
} as const;

/** Fetches ahead at the first sign, so that the code is there when it is needed. A failure waits for the need. */
export function usePreload(source: OnDemand<unknown>, sign: keyof typeof SIGNS): void {
  useEffect(() => {
    if (source.get()) return undefined;
    const { events, at } = SIGNS[sign];
    const end = () => events.forEach((name) => document.removeEventListener(name, look));
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(at)) return;
      end();
      source.load().catch(nothing);
    };
    events.forEach((name) => document.addEventListener(name, look));
    return end;
  }, [source, sign]);
}
