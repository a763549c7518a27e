const ASCII = /^[\0-\x7f]*$/;

/** Characters that are not allowed in a domain, because they have another meaning or none in a URL. */
const FORBIDDEN_IN_DOMAIN = /[\s\p{Cc}/\\?#@:%[\]<>^|]/u;

/** Lower-cases A to Z only. `toLowerCase` would turn other letters into ASCII, such as the Kelvin sign into k. */
const lowerCaseAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The domain as mail servers and DNS write it (UTS 46: `bücher.example` becomes `xn--bcher-kva.example`). */
function toAsciiDomain(domain: string): string {
  if (ASCII.test(domain) || FORBIDDEN_IN_DOMAIN.test(domain)) return lowerCaseAscii(domain);
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/**
 * Normalizes an e-mail address to the form in which addresses are stored and compared: trimmed, in lower case, with the
 * domain in ASCII. Text that is not an address is trimmed and lower-cased. Non-ASCII characters before the @ are not
 * changed, so such an address equals no stored one, because those are ASCII. Safe in the browser.
 */
export function normalizeEmailAddress(text: string): string {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 0) return lowerCaseAscii(trimmed);
  return `${lowerCaseAscii(trimmed.slice(0, at))}@${toAsciiDomain(trimmed.slice(at + 1))}`;
}

/** True when the part before the @ has non-ASCII characters, which are not supported. */
export const hasNonAsciiLocalPart = (address: string): boolean =>
  address.includes("@") && !ASCII.test(address.slice(0, address.lastIndexOf("@")));
