import { env } from "./env";

/** True when the site is served over https, so that its cookies may be `Secure`. */
export const isSecureSite = (): boolean => env().APP_URL.startsWith("https:");

/** The name of a cookie of this origin alone: `__Host-` pins it, which browsers accept only over https. */
export const hostCookieName = (name: string): string => (isSecureSite() ? `__Host-${name}` : name);

/** The value of a cookie in a `Cookie` header; null without it. */
export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const [key = "", ...rest] = part.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return null;
}

/** A `Set-Cookie` header for a cookie that scripts cannot read and other sites cannot send along with a form. */
export const hostCookie = (name: string, value: string, maxAgeSeconds: number): string =>
  `${hostCookieName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecureSite() ? "; Secure" : ""}`;
