import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { parse } from "tldts";
import { invalidField } from "@/lib/kernel/errors";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MOST_CHARACTERS = 253;
const EXAMPLE = "Enter a name such as example.org.";

const refuse = (code: string, message: string) => invalidField("name", code, message);

const isHostname = (ascii: string): boolean =>
  ascii.length <= MOST_CHARACTERS && ascii.split(".").every((label) => LABEL.test(label));

/**
 * Parses a domain name to the stored form: lower-case ASCII (IDNA), without the final dot. Throws 422 for other text
 * (a URL, a port, an IP address), for names outside the public DNS (`localhost`), and for public suffixes, which have
 * no single owner (`co.uk`, `github.io`: the Public Suffix List).
 */
export function domainName(given: string): string {
  const bare = given.trim().replace(/\.$/, "");
  if (/[/:@?#%\\\s]/.test(bare)) {
    throw refuse("invalid_domain", `“${given}” is not a domain name. Leave out https://, ports and paths.`);
  }
  const ascii = domainToASCII(bare);
  if (isIP(ascii) !== 0) throw refuse("ip_address", `“${given}” is an IP address. ${EXAMPLE}`);
  if (!isHostname(ascii)) throw refuse("invalid_domain", `“${given}” is not a domain name. ${EXAMPLE}`);
  const { domain, isIcann, isPrivate } = parse(ascii, { allowPrivateDomains: true });
  if (!isIcann && !isPrivate) {
    throw refuse("not_public", `“${given}” is not a public domain. ${EXAMPLE}`);
  }
  if (domain === null) {
    throw refuse(
      "public_suffix",
      `“${given}” is shared by many organizations. Enter your own name below it, such as example.${ascii}.`,
    );
  }
  return ascii;
}
