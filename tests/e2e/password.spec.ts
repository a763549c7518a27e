import { expect, test, type Page } from "@playwright/test";
import { openPage } from "../support/console-pages";
import { linkMailedTo } from "../support/mailbox";
import { createOrganization, ensureBuilt, startProduct, type Product } from "../support/product";

let product: Product;

const EMAIL = "dekanin@example.org";
const PASSWORD = "ein Satz, den nur ich kenne";

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await ensureBuilt();
  product = await startProduct();
  await createOrganization(product.dataDir, { name: "Hafenschule", adminEmail: EMAIL });
});

test.afterAll(() => product.remove());

const inGerman = (address: string): string => {
  const url = new URL(address);
  url.searchParams.set("lang", "de");
  return url.href;
};

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

test("who forgot their password chooses another one by mail, in German, without JavaScript too", async ({
  browser,
}) => {
  const page = await openPage(browser, 320, "light");
  await test.step("the front door leads to the sign-in page, in the language that was chosen", async () => {
    await page.goto(`${product.origin}/`);
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto(`${product.origin}/sign-in?lang=de`);
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    expect(await languageOf(page)).toBe("de");
  });
  await test.step("the form asks for the mail, and says the same to everybody", async () => {
    await page.getByRole("link", { name: "Passwort vergessen?" }).click();
    // The page before it has a field of this name too.
    await expect(page.getByRole("heading", { level: 1, name: "Passwort vergessen?" })).toBeVisible();
    await page.getByLabel("E-Mail-Adresse").fill(EMAIL);
    await page.getByRole("button", { name: "Link senden" }).click();
    await expect(page.getByRole("heading", { name: "Sehen Sie in Ihr Postfach" })).toBeVisible();
  });
  await test.step("the link works once, in a browser without JavaScript", async () => {
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    const link = inGerman(await linkMailedTo(product.dataDir, EMAIL, "password"));
    await plain.goto(link);
    await plain.getByLabel("Neues Passwort").fill(PASSWORD);
    await plain.getByRole("button", { name: "Passwort speichern" }).click();
    await expect(plain.getByText("Ihr neues Passwort ist gesetzt.")).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Dieser Link gilt nicht mehr" })).toBeVisible();
    await plain.context().close();
  });
  await test.step("and the new password signs in, to where its person works and in their language", async () => {
    await page.goto(`${product.origin}/sign-in`);
    await page.getByLabel("E-Mail-Adresse").fill(EMAIL);
    await page.getByLabel("Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.waitForURL(`${product.origin}/console/hafenschule`);
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === "language")?.value).toBe("en");
  });
  await page.context().close();
});
