import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";

// What every test of the console does in the browser; nothing here knows which pages there are.

export type Scheme = "light" | "dark";

/** A new page of this width; what moves stands still, so that it is looked at when it has arrived. */
export async function openPage(browser: Browser, width: number, colorScheme: Scheme): Promise<Page> {
  const viewport = { width, height: 900 };
  return (await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" })).newPage();
}

/** Signs a person in who asked for `path`, and waits until they are there. */
export async function signIn(
  page: Page,
  to: { origin: string; path: string; email: string; password: string },
): Promise<void> {
  await page.goto(`${to.origin}/sign-in?callbackUrl=${encodeURIComponent(to.path)}`);
  await page.getByLabel("E-mail address").fill(to.email);
  await page.getByLabel("Password").fill(to.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(to.origin + to.path);
}

/** What is wrong with the page as it stands: what axe finds, and what runs out of the side. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const { violations } = await new AxeBuilder({ page }).analyze();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map((node) => node.target).join(" ")}`),
    ...(overflow > 0 ? [`${name}: ${overflow} px too wide`] : []),
  ];
}
