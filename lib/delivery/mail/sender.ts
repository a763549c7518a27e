import type { SenderColumns } from "./sender-queries";
import type { Mail } from "./transport";

type Sending = SenderColumns & { supportEmail: string | null };

/**
 * Builds the sender and the address for replies of an organization's mail: those that it has chosen, otherwise the
 * installation's name and the organization's support address. `name` is the organization's.
 */
export function buildSender(
  name: string,
  { senderName, replyToAddress, supportEmail }: Sending,
): Pick<Mail, "fromName" | "replyTo"> {
  const address = replyToAddress ?? supportEmail;
  return { fromName: senderName, replyTo: address ? { name: senderName ?? name, address } : null };
}
