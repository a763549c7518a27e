import parseAddresses from "nodemailer/lib/addressparser";
import { env } from "@/lib/kernel/env";

/** Splits a sender such as `Badges <badges@example.org>` into its name and its address. */
export function parseSender(sender: string): { name: string; address: string } {
  const [first] = parseAddresses(sender, { flatten: true });
  return { name: first?.name ?? "", address: first?.address ?? sender };
}

/** Returns the sender of all mails of the installation. */
export const readInstallationSender = () => parseSender(env().MAIL_FROM);
