export type Theme = "" | "light" | "dark";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Sets the theme of this page (app/document.tsx) and, by a cookie, of later ones. Empty: the system's theme. */
export function applyTheme(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === "") delete dataset.theme;
  else dataset.theme = theme;
  document.cookie = `theme=${theme}; Path=/; SameSite=Lax; Max-Age=${theme === "" ? 0 : YEAR_SECONDS}`;
}
