import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { until } from "../until";

/**
 * Waits for a mail to an address in the mail files of an installation without SMTP. Returns what `look` finds in it.
 */
function found<Found>(dataDir: string, address: string, look: (mail: Email) => Found | null): Promise<Found> {
  const directory = join(dataDir, "mail");
  return until(`a mail to ${address}`, async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const mail = await PostalMime.parse(await readFile(join(directory, name)));
      const seen = mail.to?.some((to) => to.address === address) ? look(mail) : null;
      if (seen !== null) return seen;
    }
    return null;
  });
}

/** Waits for a mail to an address. `about` is a part of its subject. */
export const mailTo = (dataDir: string, address: string, about = ""): Promise<Email> =>
  found(dataDir, address, (mail) => (mail.subject?.includes(about) ? mail : null));

/** The links in mails, by purpose. */
const LINKS = {
  accept: /https?:\/\/\S+\/accept\/\S+/,
  confirm: /https?:\/\/\S+\/confirm\?token=\S+/,
  connect: /https?:\/\/\S+\/connect\/\S+/,
  merge: /https?:\/\/\S+\/merge\?token=\S+/,
  password: /https?:\/\/\S+\/password\/\S+/,
};

/** Waits for a mail to an address with a link for this purpose. Returns the link. */
export const linkMailedTo = (dataDir: string, address: string, kind: keyof typeof LINKS): Promise<string> =>
  found(dataDir, address, ({ text = "" }) => LINKS[kind].exec(text)?.[0] ?? null);
