/** Whether a text begins as an absolute web URL does. URL parsers also accept `https:host` and complete it. */
export const hasWebScheme = (text: string): boolean => /^\s*https?:\/\//i.test(text);

/**
 * True for the origin of a web page, as browsers write it: `https://lms.example.org`, with a port unless it is the
 * default one.
 */
export const isWebOrigin = (text: string): boolean =>
  /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** The parameter of an address whose page has a form for another site: the origin of that site. */
export const FORM_TARGET_KEY = "form_target";

/** The origin of a web URL; null for anything else, such as the `null` that browsers send for hidden origins. */
export function parseWebOrigin(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return isWebOrigin(origin) ? origin : null;
}

/** The IP address of this machine to which a URL leads (decision 0141); undefined for a URL of elsewhere. */
export function loopbackAddress(url: URL): string | undefined {
  if (!isLoopback(url)) return undefined;
  const address = url.hostname.replaceAll(/^\[|\]$/g, "");
  return /^[\d.]+$|:/.test(address) ? address : "127.0.0.1";
}

/** Whether an address leads to this machine: `localhost` and names below it (RFC 6761), 127.0.0.0/8 and ::1. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:[^.]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
