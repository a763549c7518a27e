import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "./env";

/** True when the site is served over https, so its cookies can be `Secure`. */
export const isSecureSite = (): boolean => env().APP_URL.startsWith("https:");

/** The name of a cookie that belongs to this origin only: `__Host-` pins it, which browsers accept only over https. */
export const hostCookieName = (name: string): string => (isSecureSite() ? `__Host-${name}` : name);

/** Returns the value of a cookie in a `Cookie` header, percent-decoded where possible; null when it is missing. */
export const readCookie = (header: string | null | undefined, name: string): string | null =>
  parseCookie(header ?? "")[name] ?? null;

/** Returns the theme that the user has chosen, from a `Cookie` header; empty for the theme of their system. */
export function readTheme(header: string | null | undefined): "light" | "dark" | "" {
  const theme = readCookie(header, "theme");
  return theme === "light" || theme === "dark" ? theme : "";
}

/** Builds a `Set-Cookie` header for a cookie that scripts cannot read and other sites cannot send with a form. */
export const buildHostCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  stringifySetCookie({
    name: hostCookieName(name),
    value,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: maxAgeSeconds,
    secure: isSecureSite(),
  });
