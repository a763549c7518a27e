import { saveImage } from "@/lib/art/images/service";
import type { Earner } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { notFound, unprocessable } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { digest, isSameDigest } from "@/lib/kernel/secrets";
import { listConfirmedAddresses } from "@/lib/identity/users/service";
import { normalizeWebUrl } from "@/lib/credentials/verification/addresses";
import { buildOpenBadgeDraft, type Draft } from "./draft";
import { withLookup } from "./lookup";
import {
  findRefreshSource,
  lockExternalBadge,
  updateExternalBadge,
  type LockedRow,
  type SourceRow,
} from "./queries";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import type { EarnerBadgeRow } from "./serializer";
import { getExternalBadge } from "./service";
import { rereadSource } from "@/lib/credentials/verification/source";

/** The result of a refresh: the badge as it is now, or null when its issuer has revoked it. */
type RefreshResult = { startedAt: Date; draft: Draft | null };

const FIELD = "badge_id";
const NOTHING = Buffer.alloc(0);

const isSameBytes = (one: Uint8Array | null | undefined, other: Uint8Array | null | undefined): boolean =>
  isSameDigest(one ?? NOTHING, other ?? NOTHING);

async function reloadBadge(fetch: Fetch, row: SourceRow, addresses: string[]): Promise<Draft | null> {
  try {
    const source = await rereadSource(fetch, row);
    const draft = await buildOpenBadgeDraft(fetch, { source, addresses, field: FIELD });
    if (isSameBytes(row.assertionDigest, draft.columns.assertionDigest)) return draft;
  } catch (error) {
    if (error instanceof BadgeRefused && error.code === "revoked") return null;
    throw error;
  }
  throw new BadgeRefused("another_badge", "There is a different badge at this address now.");
}

/**
 * Checks an Open Badge again: at its URL, or by its signature, key and revocation list. Throws 404 for another person's
 * badge; 422 when it has no URL or signature, cannot be fetched, or is a different badge now.
 */
export async function checkExternalBadge({ userId }: Earner, id: string): Promise<RefreshResult> {
  const startedAt = clock.now();
  const row = isUuid(id) ? await findRefreshSource(userId, id) : null;
  if (!row) throw notFound();
  const hasSource = row.signedAssertion !== null || normalizeWebUrl(row.badgeId) !== null;
  if (row.type === "EmulatedBadge" || !hasSource) {
    throw unprocessable("not_refreshable", "This badge has no web address, so it cannot be refreshed.");
  }
  // Also an address that has been removed from the account: it was the earner's when the badge was added.
  const addresses = [
    ...(await listConfirmedAddresses(userId)),
    ...(row.recipientEmail ? [row.recipientEmail] : []),
  ];
  return { startedAt, draft: await withLookup(userId, FIELD, (fetch) => reloadBadge(fetch, row, addresses)) };
}

/** The change of the image: a new picture, or none when a newly verified badge shows the picture it was baked into. */
async function imageChange(
  { picture, columns }: Draft,
  before: LockedRow,
): Promise<{ imageId?: string | null }> {
  if (picture)
    return isSameBytes(digest(picture), before.pictureDigest) ? {} : { imageId: await saveImage(picture) };
  return columns.verified && !before.verified ? { imageId: null } : {};
}

async function saveRefresh(
  id: string,
  { startedAt, draft }: RefreshResult,
  before: LockedRow,
): Promise<EarnerBadgeRow> {
  if (!draft)
    return updateExternalBadge(id, { verified: false, revokedAt: startedAt, refreshedAt: startedAt });
  // The page that the earner came from is kept, because the assertion does not contain it.
  const { badgeUrl: _, ...columns } = draft.columns;
  const image = await imageChange(draft, before);
  return updateExternalBadge(id, { ...columns, ...image, revokedAt: null, refreshedAt: startedAt });
}

/**
 * Stores the result of a refresh, unless a later one was faster. A revoked badge stays in the wallet as revoked: it is
 * no longer verified, and employers do not see it.
 */
export function refreshExternalBadge(
  earner: Earner,
  externalBadgeId: string,
  prepared: RefreshResult,
): Promise<EarnerBadgeRow> {
  return transaction(async () => {
    const { id } = await getExternalBadge(earner, externalBadgeId);
    const before = await lockExternalBadge(earner.userId, id);
    if (!before) throw notFound();
    if (before.refreshedAt > prepared.startedAt) return getExternalBadge(earner, externalBadgeId);
    return saveRefresh(id, prepared, before);
  });
}
