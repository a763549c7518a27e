/** The hosts of programs on the earner's own device (RFC 8252, 7.3 and 8.3). */
const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost"]);
const MAX_LENGTH = 2_000;
/** The characters of a URI (RFC 3986, 2). Others would be encoded, and the address would be another one. */
const URI_CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;

/** The host of a redirect URI that a browser resolves on the device itself. */
const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && LOOPBACK_HOSTS.has(hostname);

/**
 * Whether an application may register this redirect URI: https, or http to the earner's own device, without a fragment
 * (RFC 6749, 3.1.2), user or password. Schemes of applications are not accepted, because any program can claim one.
 */
export function isAllowedRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !URI_CHARACTERS.test(text) || text.includes("#")) return false;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === "https:" || isLoopback(url)) && url.username === "" && url.password === "";
}

/** A loopback URI without its port, because native applications take a free one each time (RFC 8252, 7.3). */
function withoutLoopbackPort(text: string): string {
  const url = new URL(text);
  if (!isLoopback(url)) return text;
  url.port = "";
  return url.href;
}

/** Whether a request names one of the registered redirect URIs: the same text (RFC 6749, 3.1.2.3) but for a loopback port. */
export const isRegisteredRedirectUri = (text: string, registered: readonly string[]): boolean =>
  registered.includes(text) ||
  (isAllowedRedirectUri(text) &&
    registered.some((one) => withoutLoopbackPort(one) === withoutLoopbackPort(text)));

/** The host that receives the earner after the consent; null for an application on the earner's own device. */
export function redirectHost(text: string): string | null {
  const url = new URL(text);
  const { host } = url;
  return isLoopback(url) ? null : host;
}

/** Adds parameters to the query of a redirect URI, which keeps its own ones (RFC 6749, 4.1.2). */
export function buildRedirect(redirectUri: string, parameters: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
