export type Look = "" | "light" | "dark";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Sets the theme of this page (app/document.tsx) and, by a cookie, of later ones. Empty: the system's theme. */
export function wearLook(look: string): void {
  const { dataset } = document.documentElement;
  if (look === "") delete dataset.theme;
  else dataset.theme = look;
  document.cookie = `theme=${look}; Path=/; SameSite=Lax; Max-Age=${look === "" ? 0 : YEAR_SECONDS}`;
}
