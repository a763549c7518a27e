import { readdir } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { costOf, inspectPage, openPage, signInAt } from "../support/console-pages";
import { startDemonstration, type Demonstration } from "../support/demonstration";
import { keyboardFaultsOf } from "../support/keyboard";
import { ensureBuilt } from "../support/product";
import { consoleScreens, openScreens, type Screen } from "../support/screens";

/** What is reached, so that it does not grow; the goal is 200,000 (README, "Speed"). */
const MOST_SCRIPT_BYTES = 325_000;
const MOST_REQUESTS = 3;

let demonstration: Demonstration;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await ensureBuilt();
  demonstration = await startDemonstration();
});

test.afterAll(() => demonstration.product.remove());

const signInHere = (page: Page): Promise<void> => {
  const { product, home, administrator } = demonstration;
  return signInAt(page, product.origin + home, administrator);
};

/** axe finds nothing, nothing runs out of the side, and the browser reports no error (a refused script, say). */
async function inspect(page: Page, { name, path }: Screen): Promise<string[]> {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${name}: ${message.text()}`);
  });
  await page.goto(demonstration.product.origin + path);
  problems.push(...(await inspectPage(page, name)));
  page.removeAllListeners("console");
  return problems;
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 320]) {
    test(`every page is clean at ${width} px, ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(900_000);
      const page = await openPage(browser, width, colorScheme);
      const problems: string[] = [];
      for (const screen of openScreens(demonstration)) problems.push(...(await inspect(page, screen)));
      await signInHere(page);
      for (const screen of consoleScreens(demonstration)) problems.push(...(await inspect(page, screen)));
      expect(problems).toEqual([]);
      await page.context().close();
    });
  }
}

test("every page can be gone through by the keyboard alone, and one sees where one is", async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const page = await openPage(browser, 1440, "light");
  await signInHere(page);
  const faults: string[] = [];
  for (const { name, path } of consoleScreens(demonstration)) {
    await page.goto(demonstration.product.origin + path);
    await page.waitForLoadState("networkidle");
    faults.push(...(await keyboardFaultsOf(page, name)));
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("no page of the console sends more JavaScript than it did, or asks for much data by itself", async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const page = await openPage(browser, 1440, "light");
  await signInHere(page);
  const faults: string[] = [];
  for (const { name, path } of consoleScreens(demonstration)) {
    const { scriptBytes, dataRequests } = await costOf(page, demonstration.product.origin + path);
    test
      .info()
      .annotations.push({ type: name, description: `${scriptBytes} bytes, ${dataRequests} requests` });
    if (scriptBytes > MOST_SCRIPT_BYTES) faults.push(`${name}: ${scriptBytes} bytes of JavaScript`);
    if (dataRequests > MOST_REQUESTS) faults.push(`${name}: ${dataRequests} requests for data`);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

/** The addresses of the console's pages as their folders spell them. */
async function pagePatterns(): Promise<string[]> {
  const root = "app/(console)/console/[organization]";
  const files = await readdir(root, { recursive: true });
  return (
    files
      .filter((file) => file === "page.tsx" || file.endsWith("/page.tsx"))
      // It leads on to the first page of its section.
      .filter((file) => file !== "developer/page.tsx")
      .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`.replace(/\/$/, ""))
  );
}

test("no page of the console is forgotten here", async () => {
  const paths = consoleScreens(demonstration).map(({ path }) => path.slice(demonstration.home.length));
  const forgotten = (await pagePatterns()).filter((pattern) => {
    const expression = new RegExp(`^${pattern.replace(/\[\w+\]/g, "[^/]+")}$`);
    return !paths.some((path) => expression.test(path.replace(/\?.*/, "")));
  });
  expect(forgotten).toEqual([]);
});
