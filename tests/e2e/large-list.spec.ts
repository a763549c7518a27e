import { expect, test, type Browser, type Page } from "@playwright/test";
import { withClient } from "@/lib/platform/postgres/database";
import { fillOrganization } from "../bench/organization-data";
import {
  administratorCredentials,
  measurePageCost,
  openPage,
  signInAt,
} from "../support/browser/console-pages";
import { startNewProduct } from "../support/platform/prepared-product";
import { createOrganization, type Product } from "../support/platform/product";

// An organization of many years compared with a new one. `npm run bench search` measures how long a page takes.

type ConsoleOrganization = { home: string; administrator: ReturnType<typeof administratorCredentials> };

/** A product of its own: with so many badges in its database, the tests of other files would take longer. */
let product: Product;
let small: ConsoleOrganization;
let large: ConsoleOrganization;

async function createOrganizationWithBadges(name: string, badges: number): Promise<ConsoleOrganization> {
  const slug = name.toLowerCase().replace(" ", "-");
  const created = await createOrganization(product.dataDir, { name, adminEmail: `${slug}@example.org` });
  await withClient(await product.databaseUrl(), async (client) => {
    await fillOrganization(client, { organizationId: created.organization_id, badges, seed: badges });
    // As autovacuum does in time.
    await client.query("ANALYZE");
  });
  return { home: `${product.origin}/console/${slug}`, administrator: administratorCredentials(created) };
}

test.beforeAll(async () => {
  test.setTimeout(600_000);
  product = await startNewProduct();
  small = await createOrganizationWithBadges("Small House", 100);
  large = await createOrganizationWithBadges("Large House", 100_000);
});

test.afterAll(() => product.remove());

const badgeRows = (page: Page) => page.getByRole("table", { name: "Issued badges" }).locator("tbody tr");

/** Opens the list. Returns the size of the page, and how much it shows. */
async function open(browser: Browser, { home, administrator }: ConsoleOrganization) {
  const page = await openPage(browser, 1440, "light");
  await signInAt(page, `${home}/issued_badges`, administrator);
  const { dataRequests } = await measurePageCost(page, `${home}/issued_badges`);
  const rows = await badgeRows(page).count();
  const { length: bytes } = await (await page.request.get(`${home}/issued_badges`)).body();
  return { page, shown: { rows, dataRequests }, bytes };
}

test("a list of 100,000 badges opens like one of 100: as many rows, as many bytes, without further requests", async ({
  browser,
}) => {
  const [few, many] = [await open(browser, small), await open(browser, large)];
  expect(few.shown).toEqual({ rows: 25, dataRequests: 0 });
  expect(many.shown).toEqual(few.shown);
  expect(many.bytes).toBeLessThan(few.bytes * 1.2);
  await expect(few.page.getByText(/^1–25 of (\d\d|100) badges$/)).toBeVisible();
  await expect(many.page.getByText(/^1–25 of (99,\d{3}|100,000) badges$/)).toBeVisible();
  await few.page.context().close();
  await many.page.context().close();
});

test("its filters, order and pages work, and Back returns through them", async ({ browser }) => {
  const { page } = await open(browser, large);
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Revoked" }).click();
  await expect(page).toHaveURL(/state=revoked/);
  await expect(page.getByText(/^1–25 of \d,\d{3} badges$/)).toBeVisible();
  await page
    .getByRole("columnheader", { name: /Recipient/ })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/sort=users/);
  // Sorted by last name, of which the generator has a thousand.
  await expect(badgeRows(page).first()).toContainText("Baanberg");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  await expect(badgeRows(page).first()).toContainText("Baanberg");
  await page.getByRole("searchbox").fill("nobody of this name");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.context().close();
});
