import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { until } from "../until";

/** The mails that were read before, by their files, which appear complete and never change. */
const readMails = new Map<string, Email>();

/** Reads a file of a mail. A test that waits for a mail looks at all of them many times a second. */
async function readMail(path: string): Promise<Email> {
  const mail = readMails.get(path) ?? (await PostalMime.parse(await readFile(path)));
  readMails.set(path, mail);
  return mail;
}

/**
 * Waits for a mail to an address in the mail files of an installation without SMTP. Returns what `look` finds in it.
 */
function waitForMail<Found>(
  dataDir: string,
  address: string,
  extract: (mail: Email) => Found | null,
): Promise<Found> {
  const directory = join(dataDir, "mail");
  return until(`a mail to ${address}`, async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const mail = await readMail(join(directory, name));
      const result = mail.to?.some((to) => to.address === address) ? extract(mail) : null;
      if (result !== null) return result;
    }
    return null;
  });
}

/** Waits for a mail to an address. `about` is a part of its subject. */
export const waitForMailTo = (dataDir: string, address: string, subjectPart = ""): Promise<Email> =>
  waitForMail(dataDir, address, (mail) => (mail.subject?.includes(subjectPart) ? mail : null));

/** The links in mails, by purpose. */
const LINKS = {
  accept: /https?:\/\/\S+\/accept\/\S+/,
  confirm: /https?:\/\/\S+\/confirm\?token=\S+/,
  connect: /https?:\/\/\S+\/connect\/\S+/,
  merge: /https?:\/\/\S+\/merge\?token=\S+/,
  password: /https?:\/\/\S+\/password\/\S+/,
};

/** Waits for a mail to an address with a link for this purpose. Returns the link. */
export const waitForMailedLink = (
  dataDir: string,
  address: string,
  kind: keyof typeof LINKS,
): Promise<string> => waitForMail(dataDir, address, ({ text = "" }) => LINKS[kind].exec(text)?.[0] ?? null);
