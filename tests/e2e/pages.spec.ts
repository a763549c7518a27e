import { expect, test, type Page } from "@playwright/test";
import { costOf, inspectPage, openPage, signInAt } from "../support/console-pages";
import { startDemonstration, type Demonstration } from "../support/demonstration";
import { keyboardFaultsOf } from "../support/keyboard";
import { forgottenOf, pagePatterns } from "../support/page-folders";
import { consoleScreens, openScreens, type Screen } from "../support/screens";

/** README, "Speed". */
const MOST_SCRIPT_BYTES = 200_000;
const MOST_REQUESTS = 3;

// The longest file by far: each half of it has a product of its own.
test.describe.configure({ mode: "parallel" });

let demonstration: Demonstration;

test.beforeAll(async () => {
  test.setTimeout(300_000);
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
    // The frame of the mails runs nothing: not the tools of this test either, when they come while it is loading.
    const isOfMail = message.location().url === "about:srcdoc";
    if (message.type() === "error" && !isOfMail) problems.push(`${name}: ${message.text()}`);
  });
  await page.goto(demonstration.product.origin + path);
  problems.push(...(await inspectPage(page, name)));
  page.removeAllListeners("console");
  return problems;
}

test("every page is clean, narrow and wide, light and dark", async ({ browser }) => {
  test.setTimeout(900_000);
  const page = await openPage(browser, 1440, "light");
  const problems: string[] = [];
  for (const screen of openScreens(demonstration)) problems.push(...(await inspect(page, screen)));
  await signInHere(page);
  for (const screen of consoleScreens(demonstration)) problems.push(...(await inspect(page, screen)));
  expect(problems).toEqual([]);
  await page.context().close();
});

test("no page sends more than 200 kB of JavaScript, or asks for much data by itself", async ({ browser }) => {
  test.setTimeout(900_000);
  const page = await openPage(browser, 1440, "light");
  const faults: string[] = [];
  const measure = async ({ name, path }: Screen) => {
    const { scriptBytes, dataRequests } = await costOf(page, demonstration.product.origin + path);
    test
      .info()
      .annotations.push({ type: name, description: `${scriptBytes} bytes, ${dataRequests} requests` });
    if (scriptBytes > MOST_SCRIPT_BYTES) faults.push(`${name}: ${scriptBytes} bytes of JavaScript`);
    if (dataRequests > MOST_REQUESTS) faults.push(`${name}: ${dataRequests} requests for data`);
  };
  for (const screen of openScreens(demonstration)) await measure(screen);
  await signInHere(page);
  for (const screen of consoleScreens(demonstration)) await measure(screen);
  expect(faults).toEqual([]);
  await page.context().close();
});

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

test("where nothing is, the console keeps its navigation; who has no console sees the public frame", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  await signInHere(page);
  const { product, home } = demonstration;
  const faults: string[] = [];
  const look = async (path: string) => {
    const response = await page.goto(product.origin + path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
    faults.push(...(await inspectPage(page, path)));
  };
  await look(`${home}/issued_badges/none`);
  await page.getByRole("link", { name: "Templates" }).click();
  await expect(page).toHaveURL(`${product.origin}${home}/badge_templates`);
  await look("/console/nobody-here");
  await expect(page.getByText("Trust this address, not a picture of the badge.")).toBeVisible();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("no page of the console is forgotten here", async () => {
  const paths = consoleScreens(demonstration).map(({ path }) => path.slice(demonstration.home.length));
  const patterns = await pagePatterns("app/(console)/console/[organization]");
  // It leads on to the first page of its section.
  expect(forgottenOf(patterns, [...paths, "/developer"])).toEqual([]);
});
