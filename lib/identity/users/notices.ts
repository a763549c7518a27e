import { recordEvents } from "@/lib/platform/recording/record-events";
import type { AccountChange } from "./choices";
import { findContact } from "./queries";

/** The address and language for mails to a person. */
export type OwnerContact = { userId: string; address: string; locale: string };

/** Finds the primary address of an account. Call it before a change that removes the address. Null when it has none. */
export async function findOwnerContact(userId: string): Promise<OwnerContact | null> {
  const found = await findContact(userId);
  const [primary] = found?.emails ?? [];
  return found && primary ? { userId, address: primary.email, locale: found.locale } : null;
}

/**
 * Mails the owner of an account about a change, in the transaction of the change, so that an intruder cannot act
 * unnoticed. The message contains the address, which may no longer belong to the account when the mail is sent.
 */
export async function notifyOwner(contact: OwnerContact | null, change: AccountChange): Promise<void> {
  if (!contact) return;
  const { userId, address, locale } = contact;
  const payload = { template: "account_changed", change, address, locale };
  await recordEvents([], [{ kind: "mail", organizationId: null, subjectId: userId, payload }]);
}
