import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { invalidField } from "@/lib/kernel/errors";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;
const EXAMPLE = "Enter a name such as example.org.";

const invalidName = (code: string, message: string) => invalidField("name", code, message);

const isHostname = (ascii: string): boolean =>
  ascii.length <= MAX_LENGTH && ascii.split(".").every((label) => LABEL.test(label));

/**
 * Parses a domain name to the stored form: lower-case ASCII (IDNA), without the final dot. Throws 422 for other text
 * (a URL, a port, an IP address), for names outside the public DNS (`localhost`), and for public suffixes, which have
 * no single owner (`co.uk`, `github.io`: the Public Suffix List).
 */
export async function parseDomainName(given: string): Promise<string> {
  const trimmed = given.trim().replace(/\.$/, "");
  if (/[/:@?#%\\\s]/.test(trimmed)) {
    throw invalidName(
      "invalid_domain",
      `“${given}” is not a domain name. Leave out https://, ports and paths.`,
    );
  }
  const ascii = domainToASCII(trimmed);
  if (isIP(ascii) !== 0) throw invalidName("ip_address", `“${given}” is an IP address. ${EXAMPLE}`);
  if (!isHostname(ascii)) throw invalidName("invalid_domain", `“${given}” is not a domain name. ${EXAMPLE}`);
  // The list takes some megabytes of memory, which only servers need.
  const { parse } = await import("tldts");
  const { domain, isIcann, isPrivate } = parse(ascii, { allowPrivateDomains: true });
  if (!isIcann && !isPrivate) {
    throw invalidName("not_public", `“${given}” is not a public domain. ${EXAMPLE}`);
  }
  if (domain === null) {
    throw invalidName(
      "public_suffix",
      `“${given}” is shared by many organizations. Enter your own name below it, such as example.${ascii}.`,
    );
  }
  return ascii;
}
