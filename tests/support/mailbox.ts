import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { until } from "./until";

/** The mail files of an installation without SMTP. */
export async function mailTo(dataDir: string, address: string): Promise<Email> {
  const directory = join(dataDir, "mail");
  return until(`a mail to ${address}`, async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const mail = await PostalMime.parse(await readFile(join(directory, name)));
      if (mail.to?.some((to) => to.address === address)) return mail;
    }
    return null;
  });
}
