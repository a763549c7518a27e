export type Look = "" | "light" | "dark";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** The root says how the page looks (app/document.tsx); the cookie, how the next one shall. Empty: as the system. */
export function wearLook(look: string): void {
  const { dataset } = document.documentElement;
  if (look === "") delete dataset.theme;
  else dataset.theme = look;
  document.cookie = `theme=${look}; Path=/; SameSite=Lax; Max-Age=${look === "" ? 0 : YEAR_SECONDS}`;
}
