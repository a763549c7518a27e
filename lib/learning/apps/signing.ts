import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import {
  deleteOldNonces,
  findAppNameRow,
  findSigningAppRow,
  findSigningAppRowById,
  insertNonce,
  type SigningAppRow,
} from "./queries";
import { appSecrets } from "./serializer";

/** An app with its secret in clear text. */
export type SigningApp = Omit<SigningAppRow, "secret"> & { secret: string };

export const decryptSigningApp = (row: SigningAppRow): SigningApp => ({
  ...row,
  secret: appSecrets.decrypt(row.secret, row.id),
});

// Keys consist of letters and digits. Anything else is not a key, so no query is needed.
const KEY_PATTERN = /^[0-9A-Za-z]{1,64}$/;

/** Finds the app with this consumer key (API key); null when there is none. */
export async function findSigningApp(consumerKey: string): Promise<SigningApp | null> {
  const row = KEY_PATTERN.test(consumerKey) ? await findSigningAppRow(consumerKey) : null;
  return row && decryptSigningApp(row);
}

/** Returns an app with its secret; 404 when the organization has none with this id. */
export async function getSigningApp(organizationId: string, id: string): Promise<SigningApp> {
  const row = await findSigningAppRowById(organizationId, id);
  if (!row) throw notFound();
  return decryptSigningApp(row);
}

/** Finds the name of the organization's app with this consumer key; null when there is none. */
export async function findAppName(organizationId: string, consumerKey: string): Promise<string | null> {
  const found = KEY_PATTERN.test(consumerKey) ? await findAppNameRow(organizationId, consumerKey) : null;
  return found?.name ?? null;
}

/**
 * How long a nonce is stored: five minutes each way, as long as its timestamp is valid, plus one minute for the time
 * between checking the timestamp and storing the nonce, and for clocks that differ.
 */
const NONCE_LIFETIME_MS = 11 * 60_000;
/** Each new nonce deletes up to this many expired ones, so that the table does not grow. */
const MAX_NONCES_DELETED = 100;

/**
 * Stores a nonce of an app for eleven minutes; false when it was used before. Of two concurrent requests, one gets
 * true.
 */
export async function recordNonce({ id }: Pick<SigningApp, "id">, nonce: string): Promise<boolean> {
  const now = clock.now();
  await deleteOldNonces(new Date(now.getTime() - NONCE_LIFETIME_MS), MAX_NONCES_DELETED);
  return insertNonce(id, nonce, now);
}
