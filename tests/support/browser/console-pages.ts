import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { violationsIn } from "./axe";
import { until } from "../until";

// What every test of the console does in the browser; nothing here knows which pages there are.

export type Scheme = "light" | "dark";
export type Who = { email: string; password: string };

/** The administrator whom the operator's command made together with an organization. */
export const administratorOf = (made: { admin_email: string; admin_password: string }): Who => ({
  email: made.admin_email,
  password: made.admin_password,
});

/** Asks for an address, signs in where the sign-in page stands in the way, and waits until it is there. */
export async function signInAt(page: Page, url: string, { email, password }: Who): Promise<void> {
  await page.goto(url);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(url);
}

/** A page of a browser of its own, in this width and look. */
export const openPage = async (browser: Browser, width: number, colorScheme: Scheme): Promise<Page> => {
  const viewport = { width, height: 900 };
  return (await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" })).newPage();
};

/** Waits until the page has come whole: nothing in it is on its way any more. */
export async function whenShown(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expect(page.locator("fieldset:disabled")).toHaveCount(0);
}

/** How many pixels of the page run out of its side. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** The same once what follows the width of the window (an open menu, say) has followed. */
export async function settledOverflowOf(page: Page): Promise<number> {
  const isNone = expect.poll(() => overflowOf(page)).toBe(0);
  return isNone.then(
    () => 0,
    () => overflowOf(page),
  );
}

/** Waits until the page stands in the look that was asked for. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

const WIDTHS = [320, 1440];
const SCHEMES = ["light", "dark"] as const;

/**
 * What is wrong with the page that is open, narrow and wide, light and dark: violations that axe finds, and what runs
 * out of the side. The page then looks as before.
 */
export async function inspectPage(page: Page, name: string): Promise<string[]> {
  await whenShown(page);
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const problems: string[] = [];
  // As it stands first: what is open shows itself best in the width it was opened in.
  for (const width of [before.width, ...WIDTHS.filter((one) => one !== before.width)]) {
    await page.setViewportSize({ ...before, width });
    const overflow = await settledOverflowOf(page);
    if (overflow > 0) problems.push(`${name} at ${width} px: ${overflow} px too wide`);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await painted(page);
      const found = await violationsIn(page, { coloursOnly: scheme === "dark" });
      problems.push(...found.map((one) => `${name} at ${width} px, ${scheme}: ${one}`));
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
  return problems;
}

const MOST_STEPS = 120;
const PATIENCE_MS = 15_000;

/**
 * Moves the focus to a control as somebody without a mouse does: by Tab. A page that is just being rendered anew lets go
 * of the focus, so the way may begin again; somebody presses on.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // Tab leaves out what waits for an answer.
  await expect(control).toBeEnabled();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  // Only the page in front has the focus.
  await page.bringToFront();
  const met: string[] = [];
  const deadline = Date.now() + PATIENCE_MS;
  for (let step = 0; step < MOST_STEPS || Date.now() < deadline; step += 1) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
    met.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 60) ?? ""));
  }
  throw new Error(`Not reached by Tab: ${control.toString()}, but\n${met.join("\n")}`);
}

/** Tab to a control, and press a key there. */
export async function pressAt(page: Page, control: Locator, key: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** What opening an address costs the browser. */
export type PageCost = { scriptBytes: number; dataRequests: number };

const QUIET_MS = 1_000;

/** Bytes of JavaScript as they came over the wire, and requests for data, until the page is quiet. */
export async function costOf(page: Page, url: string): Promise<PageCost> {
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const cost = { scriptBytes: 0, dataRequests: 0 };
  let last = Date.now();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    types.set(requestId, type);
    last = Date.now();
    // What the router fetches ahead is of other pages.
    const isAhead = "next-router-prefetch" in (response.requestHeaders ?? {});
    const isPage = new URL(response.url).searchParams.has("_rsc");
    if ((type === "Fetch" || type === "XHR") && !isAhead && !isPage) cost.dataRequests += 1;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    last = Date.now();
    if (types.get(requestId) === "Script") cost.scriptBytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(url);
  await whenShown(page);
  await until("the page to be quiet", () => Date.now() - last > QUIET_MS);
  await session.detach();
  return cost;
}
