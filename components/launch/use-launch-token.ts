"use client";

import { useEffect, useSyncExternalStore } from "react";

type Address = Pick<Location, "search" | "hash">;

/**
 * Reads the token from an address: from the query, where the launch puts it, or from the hash, where this service puts
 * it because the hash is not sent to a server.
 */
export const readToken = ({ search, hash }: Address): string | null =>
  new URLSearchParams(search).get("token") || new URLSearchParams(hash.slice(1)).get("token") || null;

let storedToken: string | null = null;

/** Returns the token in the address, or the one that was there before it was removed. */
function getToken(): string | null {
  storedToken = readToken(window.location) ?? storedToken;
  return storedToken;
}

/** Removes the token from the address. The language stays, because a frame has no cookie to store it. */
function removeTokenFromAddress(): void {
  const lang = new URLSearchParams(window.location.search).get("lang");
  const search = lang === null ? "" : `?${new URLSearchParams({ lang })}`;
  window.history.replaceState(null, "", window.location.pathname + search);
}

const neverChanges = () => () => undefined;

/**
 * Returns the token of the launch, stored only in memory: undefined before it was read, null when there is none. Removes
 * it from the address bar, so that it is not copied with the address or stored in the browser's history.
 */
export function useLaunchToken(): string | null | undefined {
  const token = useSyncExternalStore(neverChanges, getToken, () => undefined);
  useEffect(() => {
    // Runs after all current effects, including the router's, which from then on observes replaceState.
    if (readToken(window.location) !== null) queueMicrotask(removeTokenFromAddress);
  }, []);
  return token;
}
