import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { until } from "./until";

/** A mail to an address, out of the mail files of an installation without SMTP; `about` is a part of its subject. */
export async function mailTo(dataDir: string, address: string, about = ""): Promise<Email> {
  const directory = join(dataDir, "mail");
  return until(`a mail to ${address}`, async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const mail = await PostalMime.parse(await readFile(join(directory, name)));
      const isTo = mail.to?.some((to) => to.address === address);
      if (isTo && mail.subject?.includes(about)) return mail;
    }
    return null;
  });
}
