import { clock } from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import {
  deleteOldNonces,
  findNameOfKey,
  findSigner,
  findSignerById,
  insertNonce,
  type SignerRow,
} from "./queries";
import { appSecrets } from "./serializer";

/** An app with its secret in clear text. */
export type Signer = Omit<SignerRow, "secret"> & { secret: string };

export const signerOf = (row: SignerRow): Signer => ({
  ...row,
  secret: appSecrets.decrypt(row.secret, row.id),
});

// Keys consist of letters and digits. Anything else is not a key, so no query is needed.
const KEY = /^[0-9A-Za-z]{1,64}$/;

/** Finds the app with this consumer key (API key); null when there is none. */
export async function signerOfKey(consumerKey: string): Promise<Signer | null> {
  const row = KEY.test(consumerKey) ? await findSigner(consumerKey) : null;
  return row && signerOf(row);
}

/** Returns an app with its secret; 404 when the organization has none with this id. */
export async function signerOfApp(organizationId: string, id: string): Promise<Signer> {
  const row = await findSignerById(organizationId, id);
  if (!row) throw notFound();
  return signerOf(row);
}

/** Finds the name of the organization's app with this consumer key; null when there is none. */
export async function appNameOfKey(organizationId: string, consumerKey: string): Promise<string | null> {
  const found = KEY.test(consumerKey) ? await findNameOfKey(organizationId, consumerKey) : null;
  return found?.name ?? null;
}

/**
 * How long a nonce is stored: five minutes each way, as long as its timestamp is valid, plus one minute for the time
 * between checking the timestamp and storing the nonce, and for clocks that differ.
 */
const REMEMBERED_MS = 11 * 60_000;
/** Each new nonce deletes up to this many expired ones, so that the table does not grow. */
const FORGOTTEN_WITH_ONE = 100;

/**
 * Stores a nonce of an app for eleven minutes; false when it was used before. Of two concurrent requests, one gets
 * true.
 */
export async function takeNonce({ id }: Pick<Signer, "id">, nonce: string): Promise<boolean> {
  const now = clock.now();
  await deleteOldNonces(new Date(now.getTime() - REMEMBERED_MS), FORGOTTEN_WITH_ONE);
  return insertNonce(id, nonce, now);
}
