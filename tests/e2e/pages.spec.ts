import { expect, test, type Page } from "@playwright/test";
import { measurePageCost, inspectPage, openPage, openSignedIn } from "../support/browser/console-pages";
import { startDemonstration, type Demonstration } from "../support/browser/demonstration";
import { listKeyboardProblems } from "../support/browser/keyboard";
import { listUnvisitedPatterns, listPagePatterns } from "../support/browser/page-folders";
import { consoleScreens, openScreens, type Screen } from "../support/browser/screens";

/** Decision 0076. */
const MOST_SCRIPT_BYTES = 200_000;
const MOST_REQUESTS = 3;
/** Above this people notice that a page jumps while it loads. */
const MOST_LAYOUT_SHIFT = 0.05;

// By far the longest file, so its tests run side by side, on one product for each worker.
test.describe.configure({ mode: "parallel" });

let demonstration: Demonstration;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  demonstration = await startDemonstration();
});

test.afterAll(() => demonstration.product.remove());

const signInHere = (page: Page): Promise<void> => {
  const { product, home, administrator } = demonstration;
  return openSignedIn(page, product.origin + home, administrator);
};

/** Records what the browser reports while a page is open, for example a refused script. */
function listen(page: Page, { name }: Screen, problems: string[]): void {
  page.on("console", (message) => {
    // The frame of the mails runs no scripts, including the tools of this test when they start while it is loading.
    const isOfMail = message.location().url === "about:srcdoc";
    if (message.type() === "error" && !isOfMail) problems.push(`${name}: ${message.text()}`);
  });
}

/** Opens a page and lists what it costs above the limits. */
async function listCosts(page: Page, { name, path }: Screen): Promise<string[]> {
  const { scriptBytes, dataRequests, layoutShift } = await measurePageCost(
    page,
    demonstration.product.origin + path,
  );
  test.info().annotations.push({
    type: name,
    description: `${scriptBytes} bytes, ${dataRequests} requests, shift ${layoutShift.toFixed(3)}`,
  });
  return [
    ...(scriptBytes > MOST_SCRIPT_BYTES ? [`${name}: ${scriptBytes} bytes of JavaScript`] : []),
    ...(layoutShift > MOST_LAYOUT_SHIFT ? [`${name}: jumps by ${layoutShift.toFixed(3)}`] : []),
    ...(dataRequests > MOST_REQUESTS ? [`${name}: ${dataRequests} requests for data`] : []),
  ];
}

/** Parts of the pages, for tests that run side by side. */
const PARTS = 4;

// access.spec.ts checks the public pages in all other ways.
test("no public page sends more than 200 kB of JavaScript or many data requests by itself, jumps while it loads, or reports errors", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  const problems: string[] = [];
  for (const screen of openScreens(demonstration)) {
    listen(page, screen, problems);
    problems.push(...(await listCosts(page, screen)));
    page.removeAllListeners("console");
  }
  expect(problems).toEqual([]);
  await page.context().close();
});

for (let part = 1; part <= PARTS; part += 1) {
  // Each page is opened once: for what it costs to open it, for what the browser reports, for axe's findings and overflowing
  // content, narrow and wide, light and dark, and for the keyboard alone with a visible focus.
  test(`every page of the console passes the checks and costs little to open (${part} of ${PARTS})`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const page = await openPage(browser, 1440, "light");
    await signInHere(page);
    const problems: string[] = [];
    const screens = consoleScreens(demonstration).filter((_, index) => index % PARTS === part - 1);
    for (const [index, screen] of screens.entries()) {
      listen(page, screen, problems);
      problems.push(...(await listCosts(page, screen)));
      problems.push(...(await inspectPage(page, screen.name)));
      page.removeAllListeners("console");
      problems.push(...(await listKeyboardProblems(page, screen.name, index === 0 ? "page" : "main")));
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
}

test("the frame of the console passes the checks on a phone", async ({ browser }) => {
  const page = await openPage(browser, 390, "light");
  await signInHere(page);
  expect(await inspectPage(page, "overview on a phone")).toEqual([]);
  await page.context().close();
});

test("missing pages keep the console's navigation; without a console, they have the public frame", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  await signInHere(page);
  const { product, home } = demonstration;
  const faults: string[] = [];
  const openMissing = async (path: string) => {
    const response = await page.goto(product.origin + path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    faults.push(...(await inspectPage(page, path)));
  };
  await openMissing(`${home}/issued_badges/none`);
  await page.getByRole("link", { name: "Templates" }).click();
  await expect(page).toHaveURL(`${product.origin}${home}/badge_templates`);
  await openMissing("/console/nobody-here");
  await expect(page.getByText("Trust this address, not a picture of the badge.")).toBeVisible();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("no page of the console is missing here", async () => {
  const paths = consoleScreens(demonstration).map(({ path }) => path.replace(/^\/console\/[^/]+/, ""));
  const patterns = await listPagePatterns("app/(console)/console/[organization]");
  // It redirects to the first page of its section.
  expect(listUnvisitedPatterns(patterns, [...paths, "/developer"])).toEqual([]);
});
