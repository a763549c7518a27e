import { expect, test, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import {
  inspectPage,
  tabAndPress,
  measureSettledOverflow,
  waitUntilShown,
} from "../support/browser/console-pages";
import { startEarnerWorld, type EarnerScreen, type EarnerScreens } from "../support/browser/earner-screens";
import { listKeyboardProblems, type TabbedPart } from "../support/browser/keyboard";
import type { Product } from "../support/platform/product";
import { readTranslators } from "../support/browser/words";

// Every page for earners is accessible: checked with axe, with the keyboard alone, on narrow screens and strongly
// zoomed.

/** A product of its own, which was filled for this file and `languages.spec.ts` with one of everything. */
let product: Product;
let screens: EarnerScreens;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  ({ product, screens } = await startEarnerWorld());
});

test.afterAll(() => product.remove());

/** Pages that equal another one except for a sentence. */
const EQUAL_PAGES =
  /^(lti-LTI|sign-in-(?!mismatch)|password-(often|long|too)|verify-(no-file|too|outdated|un))/;

/** 1280 × 1024, four times as large (WCAG 2.2, 1.4.10). */
const ENLARGED = { width: 320, height: 256 };
const WIDE = { width: 1440, height: 900 };

async function listPageProblems(page: Page, name: string, part: TabbedPart): Promise<string[]> {
  const problems = [...(await inspectPage(page, name)), ...(await listKeyboardProblems(page, name, part))];
  await page.setViewportSize(ENLARGED);
  const overflow = await measureSettledOverflow(page);
  if (overflow > 0) problems.push(`${name}, enlarged: ${overflow} px too wide`);
  problems.push(...(await listKeyboardProblems(page, `${name}, enlarged`, part)));
  await page.setViewportSize(WIDE);
  return problems;
}

/** Opens pages one after the other in one session, and lists their problems. */
async function inspectPages(
  browser: Browser,
  pages: EarnerScreen[],
  contextOptions: BrowserContextOptions,
): Promise<string[]> {
  const context = await browser.newContext({
    viewport: WIDE,
    reducedMotion: "reduce",
    locale: "de",
    ...contextOptions,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const sections = new Set<string>();
  for (const { name, path, status = 200 } of pages) {
    page.on("console", (message) => {
      // The browser also reports the status of the page itself.
      const isStatus = status !== 200 && message.text().includes(`a status of ${status} `);
      if (message.type() === "error" && !isStatus) problems.push(`${name}: ${message.text()}`);
    });
    await page.goto(product.origin + path);
    await waitUntilShown(page);
    // The pages of a section have the same frame.
    const section = path.split(/[/?]/)[1] ?? "";
    problems.push(...(await listPageProblems(page, name, sections.has(section) ? "main" : "page")));
    page.removeAllListeners("console");
    sections.add(section);
  }
  await context.close();
  return problems;
}

// Runs axe in all widths and colour schemes. The keyboard reaches every control, its focus is visible and nothing
// focused is hidden, also at 400 %, where nothing is cut off either.
test("the public pages are accessible", async ({ browser }) => {
  test.setTimeout(900_000);
  const pages = screens.open.filter(({ name }) => !EQUAL_PAGES.test(name));
  expect(await inspectPages(browser, pages, {})).toEqual([]);
  expect(await inspectPages(browser, [{ name: "launch", path: await screens.launch() }], {})).toEqual([]);
});

test("the pages of an earner are accessible", async ({ browser }) => {
  test.setTimeout(900_000);
  const { earner, newcomer, cookies } = screens;
  expect(await inspectPages(browser, earner, { storageState: cookies.earner })).toEqual([]);
  expect(await inspectPages(browser, newcomer, { storageState: cookies.newcomer })).toEqual([]);
});

test("with reduced motion, a change of colours is immediate at every depth of the page", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.goto(`${product.origin}/sign-in`);
  await waitUntilShown(page);
  const seen = await page.evaluate(() => {
    const link = document.querySelector("a[href='/password']");
    if (!link) throw new Error("The link is not there.");
    document.documentElement.style.setProperty("--ink", "rgb(1, 2, 3)");
    return { color: getComputedStyle(link).color, moving: document.getAnimations().length };
  });
  expect(seen).toEqual({ color: "rgb(1, 2, 3)", moving: 0 });
  await page.context().close();
});

test("dialogs trap the focus and return it, and menus close when the focus leaves them", async ({
  browser,
}) => {
  const { wallet: w } = await readTranslators("en");
  const context = await browser.newContext({ storageState: screens.cookies.earner, locale: "en" });
  const page = await context.newPage();
  await page.goto(`${product.origin}/wallet/account`);
  await waitUntilShown(page);
  await test.step("a dialog", async () => {
    const opener = page.getByRole("button", { name: w("account.delete_action") });
    await tabAndPress(page, opener, "Enter");
    await expect(page.getByRole("dialog").locator(":focus")).toBeVisible();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press("Tab");
      const isOutside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
      );
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
  await test.step("a menu, with Escape and by moving on", async () => {
    const menu = page.locator("header summary");
    const listPageProblems = page.getByRole("group", { name: w("nav.look") });
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(listPageProblems).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(listPageProblems).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(listPageProblems).toBeHidden();
  });
  await context.close();
});
