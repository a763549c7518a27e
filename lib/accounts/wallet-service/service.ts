import type { Earner } from "@/lib/access/callers/caller";
import { refreshExternalBadge } from "@/lib/credentials/external-badges/refresh";
import { addExternalBadge, readExternalBadge } from "@/lib/credentials/external-badges/service";
import { listCredentials } from "@/lib/credentials/signed-credentials/service";
import { getMe, updateMe } from "@/lib/accounts/accounts/service";
import type { MeRow } from "@/lib/accounts/accounts/serializer";
import { lockPerson } from "@/lib/identity/users/service";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { readProfileChange } from "./profile";
import { countWalletEntries, findUpload, findWalletEntries, saveUpload, type WalletEntry } from "./queries";
import type { CredentialQuery, SentCredential, UpsertOutcome, WalletProfileInput } from "./schema";
import type { CredentialPage } from "./serializer";

/** The documents of accepted badges by badge. One that is not accepted any more has none. */
async function loadDocuments(entries: WalletEntry[]): Promise<Map<string, string>> {
  const badgeIds = entries.flatMap(({ id, document }) => (document === null ? [id] : []));
  const signed = badgeIds.length > 0 ? await listCredentials(badgeIds) : [];
  return new Map(signed.map(({ badgeId, document }) => [badgeId, document]));
}

/**
 * Returns a page of the credentials in an earner's wallet, the oldest first: those of accepted badges, as they were signed,
 * and those that applications sent, as they were sent. `since` compares when a badge was accepted, because its credential
 * is signed then, or when a credential was sent last (Open Badges 3.0, "getCredentials").
 */
export async function listWalletCredentials(
  { userId }: Earner,
  query: CredentialQuery,
): Promise<CredentialPage> {
  const [entries, total] = [
    await findWalletEntries(userId, query),
    await countWalletEntries(userId, query.since),
  ];
  const signed = await loadDocuments(entries);
  const texts = entries.flatMap(({ id, document, isToken }) => {
    const text = document ?? signed.get(id);
    return text === undefined ? [] : [{ text, isToken }];
  });
  return {
    documents: texts.filter(({ isToken }) => !isToken).map(({ text }) => text),
    tokens: texts.filter(({ isToken }) => isToken).map(({ text }) => text),
    total,
  };
}

type PreparedBadge = Awaited<ReturnType<typeof readExternalBadge>>;

/** Stores a credential that was read. Of two equal requests at once, the second one updates what the first one added. */
const storeCredential = (
  earner: Earner,
  sent: SentCredential,
  prepared: PreparedBadge,
): Promise<UpsertOutcome> =>
  transaction(async () => {
    await lockPerson(earner.userId);
    const known = await findUpload(earner.userId, sent);
    const { id } = known
      ? await refreshExternalBadge(earner, known.externalBadgeId, {
          startedAt: prepared.readAt,
          draft: prepared,
        })
      : await addExternalBadge(earner, prepared);
    const { credentialId, issuerId, text: document, isToken } = sent;
    await saveUpload({
      externalBadgeId: id,
      credentialId,
      issuerId,
      document,
      isToken,
      updatedAt: clock.now(),
    });
    return known ? "replaced" : "created";
  });

/**
 * Adds a credential to the earner's external badges, or updates the one with the same id and issuer that an application
 * sent before. It is read and verified as if the earner had added it. The same text again changes nothing. Throws 422 for
 * one that cannot be read, is revoked, is not for one of the earner's confirmed addresses, or has the id of another badge
 * in the wallet; 429 after 300 credentials within an hour.
 */
export async function upsertWalletCredential(earner: Earner, sent: SentCredential): Promise<UpsertOutcome> {
  const known = await findUpload(earner.userId, sent);
  if (known?.document === sent.text) return "unchanged";
  return storeCredential(earner, sent, await readExternalBadge(earner, { assertion: sent.text }));
}

/** Returns the earner's account, for `presentWalletProfile`. */
export const getWalletProfile = (earner: Earner): Promise<MeRow> => getMe(earner);

/**
 * Updates name, description and picture of the earner's account (Open Badges 3.0, "putProfile"). Throws 400 for what can
 * only be changed in the wallet, and 422 for a picture that cannot be read.
 */
export async function updateWalletProfile(earner: Earner, input: WalletProfileInput): Promise<MeRow> {
  return updateMe(earner, readProfileChange(input, await getMe(earner)));
}
