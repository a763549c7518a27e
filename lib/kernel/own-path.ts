import { env } from "./env";

/** Paths that begin another sign-in, which could be one to an account of whoever made the address. */
const SIGN_IN_PATHS = /^\/+(sign-in|saml|api\/auth)(\/|$)/;

/** Returns where to go after a sign-in: a path of this site, or `/` for anything else, such as an address of another site. */
export function toOwnPath(address: string | null | undefined): string {
  const { APP_URL } = env();
  if (!address || !URL.canParse(address, APP_URL)) return "/";
  const url = new URL(address, APP_URL);
  if (url.origin !== APP_URL || SIGN_IN_PATHS.test(url.pathname)) return "/";
  // Two slashes at the beginning would mean another site.
  return url.pathname.replace(/^\/+/, "/") + url.search;
}
