import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { ensureBuilt, startProduct, type Product } from "../support/product";

let product: Product;
let password: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await ensureBuilt();
  product = await startProduct();
  password = /password\s+(\S+)/.exec(product.log())?.[1] ?? "";
});

test.afterAll(() => product.remove());

const CONSOLE = [
  "",
  "/badge_templates",
  "/badge_templates/new",
  "/issue",
  "/issued_badges",
  "/developer/authorization_tokens",
];

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.origin}/sign-in?callbackUrl=%2Fconsole`);
  await page.getByLabel("E-mail address").fill("admin@lumen-academy.example");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/console/lumen-academy");
}

const open = async (browser: Browser, width: number, colorScheme: "light" | "dark"): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: "reduce",
  });
  return context.newPage();
};

/** axe finds nothing, nothing runs out of the side, and the browser reports no error (a refused script, say). */
async function inspect(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  const note = (text: string) => problems.push(`${path}: ${text}`);
  page.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  await page.goto(product.origin + path);
  await page.waitForLoadState("networkidle");
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const violation of violations)
    note(`${violation.id} ${violation.nodes.map((node) => node.target).join(" ")}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) note(`${overflow} px too wide`);
  page.removeAllListeners("console");
  return problems;
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 320]) {
    test(`every console page is clean at ${width} px, ${colorScheme}`, async ({ browser }) => {
      const page = await open(browser, width, colorScheme);
      const signInProblems = await inspect(page, "/sign-in");
      expect(signInProblems).toEqual([]);
      await signIn(page);
      const problems: string[] = [];
      for (const path of CONSOLE) problems.push(...(await inspect(page, `/console/lumen-academy${path}`)));
      await page.goto(`${product.origin}/console/lumen-academy/issued_badges`);
      const badge = await page
        .getByRole("link", { name: /Ada Okafor/ })
        .first()
        .getAttribute("href");
      problems.push(...(await inspect(page, badge ?? "")));
      problems.push(...(await inspect(page, `/badges/${badge?.split("/").pop()}`)));
      expect(problems).toEqual([]);
      await page.context().close();
    });
  }
}
