import { expect, test, type Page } from "@playwright/test";
import { inspectPage, openPage } from "../support/browser/console-pages";
import { consoleUrl, signInDean, useOwnHarborCollege } from "../support/browser/harbor-college";
import { startNewProduct } from "../support/platform/prepared-product";
import type { Product } from "../support/platform/product";

// The move gives badges to the people that each first start creates. Other files read the wallets of these people.
useOwnHarborCollege();

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });

const MOVES = "/settings/service_moves";
/** The service that badges are moved from. */
let other: Product;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  other = await startNewProduct();
  page = await openPage(browser, 1440, "light");
  await signInDean(page, MOVES);
});

test.afterAll(() => other.remove());

/** The token that the other product printed at its first start. */
const readToken = (): string => /token\s+(\S+)/.exec(other.log())?.[1] ?? "";

async function check(token: string): Promise<void> {
  await page.goto(consoleUrl(MOVES));
  await page.getByLabel("Address of the service").fill(other.origin);
  await page.getByLabel("Authorization token").fill(token);
  await page.getByRole("button", { name: "Check the service" }).click();
}

test("says why another service cannot be read, and stores nothing", async () => {
  await check("a wrong token");
  await expect(page.getByRole("alert").filter({ hasText: "401" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("No moves yet")).toBeVisible();
});

test("shows what the token reads, and moves nothing before the start", async () => {
  await check(readToken());
  await expect(page.getByText("Nothing is moved yet")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lumen Academy");
  await expect(page.getByRole("term").filter({ hasText: "Recommendations" })).toBeVisible();
  expect(await inspectPage(page, "checked move")).toEqual([]);
});

test("moves badges and templates in, and shows what was written", async () => {
  await page.getByRole("button", { name: "Start the move…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start the move" }).click();
  await expect(page.getByText("Check the service again whenever you want")).toBeVisible({ timeout: 100_000 });
  const templates = page.getByRole("row", { name: /^Badge templates/ });
  await expect(templates.getByRole("cell").nth(1)).not.toHaveText("0");
  await page.goto(consoleUrl("/badge_templates"));
  await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(1);
});

test("writes nothing again the next time, and deletes a move", async () => {
  await check(readToken());
  await page.getByRole("button", { name: "Start the move…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start the move" }).click();
  const templates = page.getByRole("row", { name: /^Badge templates/ });
  await expect(templates.getByRole("cell").nth(1)).toHaveText("0", { timeout: 100_000 });
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the move" }).click();
  await page.waitForURL(consoleUrl(MOVES));
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
});
