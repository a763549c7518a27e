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

/** An app as the holder of a secret, in clear. */
export type Signer = Omit<SignerRow, "secret"> & { secret: string };

export const signerOf = (row: SignerRow): Signer => ({
  ...row,
  secret: appSecrets.decrypt(row.secret, row.id),
});

// Key and secret are letters and digits: anything else is no key of ours, and costs no query.
const KEY = /^[0-9A-Za-z]{1,64}$/;

/** The app of a consumer key (API key); null when there is none. */
export async function signerOfKey(consumerKey: string): Promise<Signer | null> {
  const row = KEY.test(consumerKey) ? await findSigner(consumerKey) : null;
  return row && signerOf(row);
}

/** An app by its id; 404 when the organization has none with this one. */
export async function signerOfApp(organizationId: string, id: string): Promise<Signer> {
  const row = await findSignerById(organizationId, id);
  if (!row) throw notFound();
  return signerOf(row);
}

/** The name of the organization's app that has a consumer key; null for a key that is none of its own. */
export async function appNameOfKey(organizationId: string, consumerKey: string): Promise<string | null> {
  const found = KEY.test(consumerKey) ? await findNameOfKey(organizationId, consumerKey) : null;
  return found?.name ?? null;
}

/**
 * A nonce is remembered as long as its timestamp may be good, five minutes each way, and a minute more for the moment
 * between judging the one and taking the other, and for clocks that differ.
 */
const REMEMBERED_MS = 11 * 60_000;
/** Each nonce forgets up to this many old ones, so that they cannot pile up. */
const FORGOTTEN_WITH_ONE = 100;

/** Takes a nonce of an app, for eleven minutes; false when somebody took it before. Of two at once one gets true. */
export async function takeNonce({ id }: Pick<Signer, "id">, nonce: string): Promise<boolean> {
  const now = clock.now();
  await deleteOldNonces(new Date(now.getTime() - REMEMBERED_MS), FORGOTTEN_WITH_ONE);
  return insertNonce(id, nonce, now);
}
