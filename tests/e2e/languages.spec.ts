import { expect, test, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { LOCALES, type Locale } from "@/lib/kernel/locales";
import { measureOverflow, waitUntilShown } from "../support/browser/console-pages";
import { startEarnerWorld, type EarnerScreen, type EarnerScreens } from "../support/browser/earner-screens";
import { WORDS } from "../support/browser/earner-world";
import { listUnvisitedPatterns, listPagePatterns } from "../support/browser/page-folders";
import { isLong } from "../support/platform/long";
import type { Product } from "../support/platform/product";
import { listForeignTexts, readLanguageWords, type LanguageWords } from "../support/browser/speech";

// Every page for earners, in every state and in several languages (npm run test:long: in every one).

const NOBODYS = "01980000-0000-7000-8000-000000000000";

/** A product of its own, which was filled for this file and `access.spec.ts` with one of everything. */
let product: Product;
let screens: EarnerScreens;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  ({ product, screens } = await startEarnerWorld());
});

test.afterAll(() => product.remove());

/** Requests that take time and contain no text. */
const BLOCKED_REQUESTS = ["*/image.png*", "*.woff2*"];

/** Opens a browser for a session, with a chosen language. */
async function openInLanguage(browser: Browser, { locale }: LanguageWords, options: BrowserContextOptions) {
  const context = await browser.newContext({ viewport: { width: 320, height: 900 }, ...options });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: BLOCKED_REQUESTS });
  await page.goto(`${product.origin}/sign-in?lang=${locale}`);
  return page;
}

/** Reads a page as it is without JavaScript. Lists text in another language and another status than it shall have. */
async function readPage(page: Page, speech: LanguageWords, { path, status = 200 }: EarnerScreen) {
  const response = await page.request.get(product.origin + path, { headers: { accept: "text/html" } });
  const found = await listForeignTexts(page, speech, await response.text());
  return response.status() === status
    ? found
    : [`answers ${response.status()} at ${response.url()}`, ...found];
}

/** Lists content of a page without JavaScript that overflows the width. */
async function listOverflow(page: Page, { path }: EarnerScreen): Promise<string[]> {
  await page.goto(product.origin + path, { waitUntil: "domcontentloaded" });
  const overflow = await measureOverflow(page);
  return overflow > 0 ? [`${overflow} px too wide`] : [];
}

/**
 * Lists the faults of pages without JavaScript. Only `npm run test:long` displays them: access.spec.ts does so in German, which
 * has the longest words.
 */
async function inspectPages(
  browser: Browser,
  speech: LanguageWords,
  pages: EarnerScreen[],
  contextOptions: BrowserContextOptions,
) {
  const page = await openInLanguage(browser, speech, { javaScriptEnabled: false, ...contextOptions });
  const problems: string[] = [];
  for (const screen of pages) {
    const found = await readPage(page, speech, screen);
    if (isLong) found.push(...(await listOverflow(page, screen)));
    problems.push(...found.map((fault) => `${screen.name}: ${fault}`));
  }
  await page.context().close();
  return problems;
}

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.origin + path);
  await waitUntilShown(page);
};

/** Submits the form of a field unchanged, and waits for the message. */
async function refused(page: Page, field: string): Promise<void> {
  const form = page.locator("form").filter({ has: page.locator(`[name="${field}"]`) });
  await form.locator("button[type=submit]").click();
  await expect(form.locator("[role=alert]").filter({ hasText: /\S/ }).first()).toBeVisible();
}

const NEW = "/wallet/external_badges/new";

/** What is shown only with scripts, step by step. */
const ACTS: Record<string, (page: Page) => Promise<void>> = {
  launch: async (page) => {
    await open(page, await screens.launch());
    await expect(page.locator("summary, button").first()).toBeVisible();
  },
  "launch-ended": (page) => open(page, "/lti/launch"),
  "not-found": (page) => open(page, `/wallet/badges/${NOBODYS}`),
  "sign-in-refused": async (page) => {
    await page.context().clearCookies({ name: "badges.session" });
    await open(page, "/sign-in");
    await page.locator("[name=email]").fill("nobody@example.org");
    await page.locator("[name=password]").fill("not the password");
    await page.locator("form button[type=submit]").click();
    await expect(page.locator("[role=alert]").filter({ hasText: /\S/ }).first()).toBeVisible();
    await page.context().addCookies(screens.cookies.earner.cookies);
  },
  "account-refused": async (page) => {
    await open(page, "/wallet/account");
    await page.locator("[name=first_name]").fill("");
    await refused(page, "first_name");
    await refused(page, "email");
    await refused(page, "current_password");
  },
  "deletion-refused": async (page) => {
    await page.locator("button[aria-haspopup=dialog]").last().click();
    await page.locator("dialog[open] button[type=submit]").click();
    await expect(page.locator("dialog[open] [role=alert]").filter({ hasText: /\S/ })).toBeVisible();
  },
  "external-by-address-refused": async (page) => {
    await open(page, NEW);
    await refused(page, "url");
  },
  "external-by-file-refused": async (page) => {
    await open(page, `${NEW}?way=file`);
    await refused(page, "file");
  },
  "external-typed-refused": async (page) => {
    await open(page, `${NEW}?way=typed`);
    await refused(page, "badge.badge_name");
  },
  said: async (page) => {
    await open(page, screens.earner.find(({ name }) => name === "wallet-badge-hidden")?.path ?? "");
    await page.getByRole("switch").click();
    await expect(page.getByRole("status").filter({ hasText: /\S/ })).toBeVisible();
  },
};

/**
 * English, a language with long words, one with accents, and one without spaces show what a page does wrong. What the others
 * say is compared with the English words for each change (tests/lib/platform/messages.test.ts).
 */
const SOME: readonly Locale[] = ["en", "de", "fr", "ja"];

for (const locale of LOCALES.filter((one) => isLong || SOME.includes(one))) {
  test(`every page is in ${locale} and in no other language`, async ({ browser }) => {
    test.setTimeout(300_000);
    const speech = await readLanguageWords(locale, WORDS);
    const { open, earner, newcomer, cookies } = screens;
    expect([
      ...(await inspectPages(browser, speech, open, {})),
      ...(await inspectPages(browser, speech, earner, { storageState: cookies.earner })),
      ...(await inspectPages(browser, speech, newcomer, { storageState: cookies.newcomer })),
    ]).toEqual([]);
  });

  test(`what a page shows only with JavaScript is in ${locale}, too`, async ({ browser }) => {
    const speech = await readLanguageWords(locale, WORDS);
    const page = await openInLanguage(browser, speech, { storageState: screens.cookies.earner });
    const problems: string[] = [];
    const inspectStep = async (name: string) =>
      problems.push(...(await listForeignTexts(page, speech)).map((fault) => `${name}: ${fault}`));
    for (const [name, act] of Object.entries(ACTS)) {
      await act(page);
      await inspectStep(name);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

test("no page for earners or the public is missing here", async () => {
  const { open, earner, newcomer } = screens;
  const paths = [...open, ...earner, ...newcomer].map(({ path }) => path);
  // The front page only redirects; the page of a launch is tested with JavaScript.
  paths.push("", await screens.launch());
  const folders = ["app/(earner)", "app/(public)", "app/(lti)"];
  const patterns = (await Promise.all(folders.map(listPagePatterns))).flat();
  expect(listUnvisitedPatterns(patterns, paths)).toEqual([]);
});
