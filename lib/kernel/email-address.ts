const ASCII = /^[\0-\x7f]*$/;

/** In a domain these would mean something else to the reader of an address of the web, or nothing. */
const NO_PART_OF_DOMAIN = /[\s\p{Cc}/\\?#@:%[\]<>^|]/u;

/** Only A to Z: other letters become ASCII ones in lower case, such as the Kelvin sign, which becomes a k. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The domain as mail servers and DNS write it (UTS 46, `bücher.example` as `xn--bcher-kva.example`). */
function asciiDomain(domain: string): string {
  if (ASCII.test(domain) || NO_PART_OF_DOMAIN.test(domain)) return lowerCase(domain);
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/**
 * Returns an address of e-mail in the one spelling by which it is stored, compared and found: without spaces around it,
 * in lower case, its domain in ASCII. Text that is no address comes back trimmed and in lower case, and what is not
 * ASCII before the @ stays as it is: so it equals no stored address, because those are ASCII. Safe in the browser.
 */
export function normalizeEmailAddress(text: string): string {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 0) return lowerCase(trimmed);
  return `${lowerCase(trimmed.slice(0, at))}@${asciiDomain(trimmed.slice(at + 1))}`;
}

/** True when the part before the @ has characters other than ASCII, which no address here may have. */
export const hasForeignLocalPart = (address: string): boolean =>
  address.includes("@") && !ASCII.test(address.slice(0, address.lastIndexOf("@")));
