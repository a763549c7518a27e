import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

// The headless shell is the same engine without a browser window: half the work for each page.
const BROWSER_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the browser of this machine: CHROMIUM, Playwright's own, or an installed one. Null if there is none. */
export function findBrowser(): string | null {
  const given = process.env.CHROMIUM;
  return (
    [given, chromium.executablePath(), ...BROWSER_PATHS].find((path) => path && existsSync(path)) ?? null
  );
}

/** The flags that Chromium needs as root and on a network without internet access. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Its environment: with an ASCII-only locale, it would not use the file names that pages suggest for downloads. */
export const BROWSER_ENVIRONMENT = { ...(process.env as Record<string, string>), LC_ALL: "C.UTF-8" };
