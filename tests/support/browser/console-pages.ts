import { expect, type Browser, type Cookie, type Locator, type Page } from "@playwright/test";
import { listViolations } from "./axe";
import { until } from "../until";

// Browser steps that all tests of the console share, independent of any particular page.

export type Scheme = "light" | "dark";
export type SignInCredentials = { email: string; password: string };

/** The administrator that the operator's command created together with an organization. */
export const administratorCredentials = (created: {
  admin_email: string;
  admin_password: string;
}): SignInCredentials => ({
  email: created.admin_email,
  password: created.admin_password,
});

/** Opens an address, signs in on the sign-in page and waits for the redirect back to the address. */
export async function signInAt(
  page: Page,
  url: string,
  { email, password }: SignInCredentials,
): Promise<void> {
  await page.goto(url);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(url);
}

/** The sessions that `openSignedIn` began, by origin and person. */
const sessions = new Map<string, Cookie[]>();

/**
 * Opens an address as this person. The first time it signs in on the page, later it continues that session in the page's browser
 * context, unless it has ended. Tests of signing in use `signInAt`.
 */
export async function openSignedIn(page: Page, url: string, person: SignInCredentials): Promise<void> {
  const key = `${new URL(url).origin} ${person.email}`;
  const context = page.context();
  const session = sessions.get(key);
  if (session) {
    await context.addCookies(session);
    await page.goto(url);
    if (page.url() === url) return;
  }
  await signInAt(page, url, person);
  const cookies = await context.cookies(url);
  sessions.set(
    key,
    cookies.filter(({ name }) => name.endsWith("badges.session")),
  );
}

/** Opens a page in a new browser context with this width and colour scheme. */
export const openPage = async (browser: Browser, width: number, colorScheme: Scheme): Promise<Page> => {
  const viewport = { width, height: 900 };
  return (await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" })).newPage();
};

/** Waits until the page is complete: nothing in it is loading any more. */
export async function waitUntilShown(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expect(page.locator("fieldset:disabled")).toHaveCount(0);
}

/** Returns how many pixels of the page overflow its width. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Returns the overflow after elements that depend on the window's width (such as an open menu) have adapted. */
export async function measureSettledOverflow(page: Page): Promise<number> {
  const isNone = expect.poll(() => measureOverflow(page)).toBe(0);
  return isNone.then(
    () => 0,
    () => measureOverflow(page),
  );
}

/** Waits until the page is painted in the requested colour scheme. */
const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

const WIDTHS = [320, 1440];

/** Below this width, pages have the layout for phones. */
const NARROW_BELOW = 640;
const hasSameLayout = (one: number, other: number): boolean => one < NARROW_BELOW === other < NARROW_BELOW;

/**
 * Runs in a page in forced colours, as when the system replaces all colours by its own for high contrast. Tells whether anything
 * in it has other colours than the ones that the system combines by itself, which are always distinct.
 */
function hasOwnColours(): boolean {
  const probe = document.body.appendChild(document.createElement("i"));
  const usual = ["Canvas", "ButtonFace", "Field", "transparent"].map((colour) => {
    probe.style.backgroundColor = colour;
    return getComputedStyle(probe).backgroundColor;
  });
  probe.remove();
  return [...document.body.querySelectorAll("*")].some((element) => {
    const { backgroundColor, forcedColorAdjust } = getComputedStyle(element);
    const isOfPicture = element instanceof SVGElement;
    return !isOfPicture && (forcedColorAdjust === "none" || !usual.includes(backgroundColor));
  });
}

/** Lists what axe finds in the page as it is in light colours, and what is hard to see in other colours. */
async function listColourProblems(page: Page, isWithOtherColours: boolean): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "reduce" });
  await waitForPaint(page);
  const problems = (await listViolations(page)).map((one) => `light: ${one}`);
  if (!isWithOtherColours) return problems;
  const addOfColours = async (name: string) => {
    const found = await listViolations(page, { coloursOnly: true });
    problems.push(...found.map((one) => `${name}: ${one}`));
  };
  await page.emulateMedia({ colorScheme: "dark" });
  await waitForPaint(page);
  await addOfColours("dark");
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await waitForPaint(page);
  if (await page.evaluate(hasOwnColours)) await addOfColours("forced colours");
  return problems;
}

/**
 * Lists the problems of the open page, narrow and wide: content that overflows the width, and what axe finds. Dark and forced
 * colours are inspected in the width in which the page was opened. Restores the page afterwards.
 */
export async function inspectPage(page: Page, name: string): Promise<string[]> {
  await waitUntilShown(page);
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const problems: string[] = [];
  // In its current width first: menus and dialogs are shown best in the width in which they were opened.
  for (const width of [before.width, ...WIDTHS.filter((one) => one !== before.width)]) {
    await page.setViewportSize({ ...before, width });
    // Otherwise a header that stays at the top covers part of whatever happens to be below it.
    await page.evaluate(() => window.scrollTo(0, 0));
    const overflow = await measureSettledOverflow(page);
    if (overflow > 0) problems.push(`${name} at ${width} px: ${overflow} px too wide`);
    const isFirst = width === before.width;
    // Another width with the same layout can only be too narrow for it.
    const found =
      isFirst || !hasSameLayout(width, before.width) ? await listColourProblems(page, isFirst) : [];
    problems.push(...found.map((one) => `${name} at ${width} px, ${one}`));
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light", forcedColors: "none" });
  return problems;
}

const MAX_STEPS = 120;
const TIMEOUT_MS = 15_000;

/**
 * Moves the focus to a control with Tab, as people without a mouse do. A page that is being rendered again loses the
 * focus and the order starts over, so it keeps pressing.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // Tab skips controls that are disabled while a request is running.
  await expect(control).toBeEnabled();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  // Only the front page has the focus.
  await page.bringToFront();
  const passedControls: string[] = [];
  const deadline = Date.now() + TIMEOUT_MS;
  for (let step = 0; step < MAX_STEPS || Date.now() < deadline; step += 1) {
    if (await isFocused()) return;
    await page.keyboard.press("Tab");
    passedControls.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 60) ?? ""));
  }
  throw new Error(`Not reached by Tab: ${control.toString()}, but\n${passedControls.join("\n")}`);
}

/** Moves the focus to a control and presses a key there. */
export async function tabAndPress(page: Page, control: Locator, key: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** What opening a page costs the browser. */
export type PageCost = {
  scriptBytes: number;
  dataRequests: number;
  /** The sum of all layout shifts that no input caused: at least the Cumulative Layout Shift of web.dev. */
  layoutShift: number;
  /** Milliseconds until the largest element was painted (Largest Contentful Paint). */
  largestPaintMs: number;
};

/** Reads what the browser has recorded of the display of a page since it was opened. */
const readDisplay = (page: Page): Promise<Pick<PageCost, "layoutShift" | "largestPaintMs">> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    // No function in here has a name: the loader of scripts would call a helper that the page does not have.
    const [shifts, paints] = await Promise.all(
      ["layout-shift", "largest-contentful-paint"].map(
        (type) =>
          // The entries so far come in the first call. A page without any has none: its timeout is the answer.
          new Promise<PerformanceEntry[]>((resolve) => {
            const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
            observer.observe({ type, buffered: true });
            requestAnimationFrame(() => setTimeout(() => resolve(observer.takeRecords())));
          }),
      ),
    );
    return {
      layoutShift: ((shifts ?? []) as Shift[]).reduce(
        (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value),
        0,
      ),
      largestPaintMs: paints?.at(-1)?.startTime ?? 0,
    };
  });

const QUIET_MS = 300;

/**
 * Measures the bytes of JavaScript as transferred, the number of data requests and the display of a page, until all its requests
 * are complete and no other one follows.
 */
export async function measurePageCost(page: Page, url: string): Promise<PageCost> {
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const open = new Map<string, string>();
  let loaderId = "";
  const cost = { scriptBytes: 0, dataRequests: 0 };
  let last = Date.now();
  const end = (requestId: string) => {
    open.delete(requestId);
    last = Date.now();
  };
  session.on("Network.requestWillBeSent", (sent) => {
    if (sent.type === "Document") loaderId ||= sent.loaderId;
    // The end of a request is not always reported here when it belongs to the page before this one, or to a frame with a
    // process of its own.
    else if (sent.loaderId === loaderId) open.set(sent.requestId, sent.request.url);
  });
  session.on("Network.loadingFailed", ({ requestId }) => end(requestId));
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    types.set(requestId, type);
    // What the router prefetches belongs to other pages.
    const isAhead = "next-router-prefetch" in (response.requestHeaders ?? {});
    const isPage = new URL(response.url).searchParams.has("_rsc");
    if ((type === "Fetch" || type === "XHR") && !isAhead && !isPage) cost.dataRequests += 1;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    end(requestId);
    if (types.get(requestId) === "Script") cost.scriptBytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(url);
  await waitUntilShown(page);
  await until("the page to be quiet", () => open.size === 0 && Date.now() - last > QUIET_MS).catch(
    (error: unknown) => {
      throw new Error(`Still open: ${[...open.values()].join(" ") || "nothing"}`, { cause: error });
    },
  );
  await session.detach();
  return { ...cost, ...(await readDisplay(page)) };
}
