/** How pages look in this browser. Each setting has values beside the default, which is the empty text. */
export const APPEARANCE = {
  /** Default: the system's theme. */
  theme: ["light", "dark"],
  /** The height of table rows. Default: compact. */
  density: ["comfortable"],
} as const;

export type AppearanceSetting = keyof typeof APPEARANCE;
export type Theme = "" | (typeof APPEARANCE.theme)[number];

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Changes a setting on this page (an attribute of <html>, app/document.tsx) and, by a cookie, on later ones. */
export function applyAppearance(setting: AppearanceSetting, value: string): void {
  const { dataset } = document.documentElement;
  if (value === "") delete dataset[setting];
  else dataset[setting] = value;
  document.cookie = `${setting}=${value}; Path=/; SameSite=Lax; Max-Age=${value === "" ? 0 : YEAR_SECONDS}`;
}
