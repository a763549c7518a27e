import type { Page } from "@playwright/test";

/** Holds back every script that is requested from now on, until it is released. */
export async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (releaseScripts = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return releaseScripts;
}
