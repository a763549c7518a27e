import { record } from "@/lib/delivery/recording/record";
import { findReach } from "./queries";

/**
 * What happened to an account that decides who gets into it: another primary address, an address removed (told to the
 * primary one), this very address removed, a password set or changed, two accounts merged.
 */
export type AccountChange = "primary" | "removed" | "gone" | "password" | "merged";

/** Where and in which language a person is told. */
export type Reach = { userId: string; address: string; locale: string };

/** The primary address of an account as it is now: read it before a change that takes it away. Null when it has none. */
export async function reachOwner(userId: string): Promise<Reach | null> {
  const found = await findReach(userId);
  const [primary] = found?.emails ?? [];
  return found && primary ? { userId, address: primary.email, locale: found.locale } : null;
}

/**
 * Mails the owner of an account what was done to it, in the transaction of the change, so that nobody who got hold of a
 * session or a link acts in silence. The address stands in the message, because it may be none of the account's any more
 * when the mail is written.
 */
export async function tellOwner(reach: Reach | null, change: AccountChange): Promise<void> {
  if (!reach) return;
  const { userId, address, locale } = reach;
  const payload = { template: "account_changed", change, address, locale };
  await record([], [{ kind: "mail", organizationId: null, subjectId: userId, payload }]);
}
