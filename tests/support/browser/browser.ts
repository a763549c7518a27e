import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

// The headless shell is the same engine without the window of a browser around it: half the work for each page.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine: CHROMIUM, Playwright's own, or an installed one; null when there is none. */
export function findBrowser(): string | null {
  const given = process.env.CHROMIUM;
  return [given, chromium.executablePath(), ...PLACES].find((path) => path && existsSync(path)) ?? null;
}

/** What Chromium needs as root and behind a closed network. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Its environment: in a locale of ASCII alone it names no download as its page says. */
export const BROWSER_ENVIRONMENT = { ...(process.env as Record<string, string>), LC_ALL: "C.UTF-8" };
