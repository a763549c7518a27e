import type { LookupAddress } from "node:dns";

/** Resolves every address of a name; rejects with an error that has a `code` such as `ENOTFOUND`. */
export type OutboundLookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolves names. `isWaitingFor` says whether a look-up of the name is running. */
export type Resolver = { resolve: OutboundLookup; isWaitingFor: (hostname: string) => boolean };

/** Looks up each name once at a time: bursts share a look-up, and a name that hangs occupies one system thread only. */
export function createResolver(lookup: OutboundLookup): Resolver {
  const waiting = new Map<string, Promise<readonly LookupAddress[]>>();
  const startLookup = (hostname: string): Promise<readonly LookupAddress[]> => {
    const pendingLookup = Promise.resolve(hostname)
      .then(lookup)
      .finally(() => waiting.delete(hostname));
    waiting.set(hostname, pendingLookup);
    return pendingLookup;
  };
  return {
    resolve: (hostname) => waiting.get(hostname) ?? startLookup(hostname),
    isWaitingFor: (hostname) => waiting.has(hostname),
  };
}
