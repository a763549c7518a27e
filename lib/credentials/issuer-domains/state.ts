import type { DomainFindings, IssuerDomain, PauseReason } from "./schema";

const HOUR_MS = 3_600_000;
/** How long the document that was read last counts while its server does not respond. */
const READ_GRACE_MS = 24 * HOUR_MS;

/** What is stored of an organization that may issue under its domain, and whether that domain is verified. */
export type StoredState = {
  isVerified: boolean;
  enabledAt: Date | null;
  listedKeys: string[];
  readAt: Date | null;
  findings: DomainFindings | null;
};

/** Returns the earliest time of a reading that still counts. */
export const earliestReading = (now: Date): Date => new Date(now.getTime() - READ_GRACE_MS);

/** Whether the document that was read last lists all these keys. */
export const isListing = ({ listedKeys }: Pick<StoredState, "listedKeys">, keyIds: string[]): boolean =>
  keyIds.every((id) => listedKeys.includes(id));

/**
 * Returns why credentials that these keys sign cannot name the domain; null when they can. `keyIds`: the active keys of the
 * organization, or null while it has none.
 */
export function findPauseReason(stored: StoredState, keyIds: string[] | null, now: Date): PauseReason | null {
  if (!stored.isVerified) return "domain_not_verified";
  if (!stored.readAt) return "document_wrong";
  if (keyIds === null || !isListing(stored, keyIds))
    return stored.findings?.did.result === "found" ? "keys_changed" : "document_wrong";
  return stored.readAt < earliestReading(now) ? "document_not_reached" : null;
}

/** Returns whether credentials are issued under the domain, and why not although it is turned on. */
export function describeState(
  stored: StoredState,
  keyIds: string[] | null,
  now: Date,
): Pick<IssuerDomain, "state" | "paused_because"> {
  if (!stored.enabledAt) return { state: "off", paused_because: null };
  const reason = findPauseReason(stored, keyIds, now);
  return { state: reason === null ? "on" : "paused", paused_because: reason };
}
