"use client";

import { useEffect, useSyncExternalStore } from "react";

type Address = Pick<Location, "search" | "hash">;

/**
 * The token of an address: in the query, where the launch puts it, or behind the hash, where a page of ours puts it
 * because it is sent to no server from there.
 */
export const tokenOf = ({ search, hash }: Address): string | null =>
  new URLSearchParams(search).get("token") || new URLSearchParams(hash.slice(1)).get("token") || null;

let held: string | null = null;

/** What stands in the address, or stood there before it was taken away. */
function heldToken(): string | null {
  held = tokenOf(window.location) ?? held;
  return held;
}

/** The language stays: a frame has no cookie that would keep it. */
function dropFromAddress(): void {
  const lang = new URLSearchParams(window.location.search).get("lang");
  const search = lang === null ? "" : `?${new URLSearchParams({ lang })}`;
  window.history.replaceState(null, "", window.location.pathname + search);
}

const neverChanges = () => () => undefined;

/**
 * The token of the launch, held in memory alone: undefined before it was looked for, null when there is none. It is
 * taken out of the address bar, so that nobody copies it with the address and no history keeps it.
 */
export function useLaunchToken(): string | null | undefined {
  const token = useSyncExternalStore(neverChanges, heldToken, () => undefined);
  useEffect(() => {
    // After all effects of this moment, the router's among them: from then on it hears of what replaceState does.
    if (tokenOf(window.location) !== null) queueMicrotask(dropFromAddress);
  }, []);
  return token;
}
