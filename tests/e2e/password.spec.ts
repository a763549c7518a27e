import { expect, type Page } from "@playwright/test";
import { administratorCredentials, inspectPage, openPage, signInAt } from "../support/browser/console-pages";
import { test } from "../support/browser/shared-product";
import { waitForMailedLink } from "../support/delivery/mailbox";
import { createOrganization, type Product } from "../support/platform/product";

let product: Product;

const EMAIL = "dekanin@password.example";
const PASSWORD = "ein Satz, den nur ich kenne";

test.beforeAll(async ({ sharedProduct }) => {
  product = sharedProduct;
  await createOrganization(product.dataDir, { name: "Hafenschule", adminEmail: EMAIL });
});

const inGerman = (address: string): string => {
  const url = new URL(address);
  url.searchParams.set("lang", "de");
  return url.href;
};

const pageLanguage = (page: Page) => page.locator("html").getAttribute("lang");

test("a forgotten password is replaced by mail, in German, without JavaScript too", async ({ browser }) => {
  const page = await openPage(browser, 320, "light");
  await test.step("the front page links to the sign-in page, in the chosen language", async () => {
    await page.goto(`${product.origin}/`);
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto(`${product.origin}/sign-in?lang=de`);
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    expect(await pageLanguage(page)).toBe("de");
  });
  await test.step("the form requests the mail, and shows the same message for every address", async () => {
    await page.getByRole("link", { name: "Passwort vergessen?" }).click();
    // The page before it has a field with this name too.
    await expect(page.getByRole("heading", { level: 1, name: "Passwort vergessen?" })).toBeVisible();
    await page.getByLabel("E-Mail-Adresse").fill(EMAIL);
    await page.getByRole("button", { name: "Link senden" }).click();
    await expect(page.getByRole("heading", { name: "Sehen Sie in Ihr Postfach" })).toBeVisible();
  });
  await test.step("the link works once, in a browser without JavaScript", async () => {
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    const link = inGerman(await waitForMailedLink(product.dataDir, EMAIL, "password"));
    await plain.goto(link);
    await plain.getByLabel("Neues Passwort").fill(PASSWORD);
    await plain.getByRole("button", { name: "Passwort speichern" }).click();
    await expect(plain.getByText("Ihr neues Passwort ist gesetzt.")).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Dieser Link gilt nicht mehr" })).toBeVisible();
    await plain.context().close();
  });
  await test.step("the new password signs in, to the person's own pages and in their language", async () => {
    await page.goto(`${product.origin}/sign-in`);
    await page.getByLabel("E-Mail-Adresse").fill(EMAIL);
    await page.getByLabel("Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.waitForURL(`${product.origin}/console/hafenschule`);
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === "language")?.value).toBe("en");
  });
  await page.context().close();
});

const COMMON = "password1234";

/** The link in the mail that a person without their password requests. */
async function linkFor(page: Page, email: string): Promise<string> {
  await page.goto(`${product.origin}/password`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  return waitForMailedLink(product.dataDir, email, "password");
}

/** Where the strength of the password is shown. */
const verdict = (page: Page) =>
  page.getByRole("status").filter({ hasText: /guess|enough|Strong|characters/ });

const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );

test("the strength is shown while a password is typed, and an easy one is refused", async ({ browser }) => {
  test.setTimeout(120_000);
  const email = "ada.lovelace@password.example";
  await createOrganization(product.dataDir, { name: "Silverbrook Academy", adminEmail: email });
  const page = await openPage(browser, 320, "light");
  const link = await linkFor(page, email);
  await page.goto(link);
  const field = page.getByLabel("New password");
  await test.step("the dictionaries are loaded on typing, and the message appears after a pause", async () => {
    expect(await scriptBytes(page)).toBeLessThan(200_000);
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const status = document.querySelector("form [role=status]");
      new MutationObserver(() => said.push(status?.textContent ?? "")).observe(status as Element, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await field.pressSequentially(COMMON, { delay: 20 });
    await expect(verdict(page)).toContainText("Too easy to guess");
    await expect(verdict(page)).toContainText("Many people use a password like this one.");
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said.length)).toBe(1);
    expect(await scriptBytes(page)).toBeGreaterThan(200_000);
    expect(await inspectPage(page, "weak password")).toEqual([]);
  });
  await test.step("known facts about the person are refused as a password", async () => {
    for (const password of [email, "AdaLovelace2026", "SilverbrookAcademy1"]) {
      await field.fill("");
      await expect(verdict(page)).toHaveCount(0);
      await field.fill(password);
      await expect(verdict(page)).toContainText("Leave out your name");
    }
  });
  await test.step("the server shows the same message at the field, and the link is still valid", async () => {
    await field.fill(COMMON);
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Many people use a password like" }),
    ).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill("another one!");
    await expect(verdict(page)).toContainText("Almost strong enough");
    await expect(page.getByText("Many people use a password like")).toBeHidden();
    expect(await inspectPage(page, "fair password")).toEqual([]);
  });
  await test.step("a phrase of four words is accepted", async () => {
    await field.fill("trout violet anchor ladle");
    await expect(verdict(page)).toHaveText("Strong password");
    expect(await inspectPage(page, "strong password")).toEqual([]);
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Your new password is set.")).toBeVisible();
  });
  await page.context().close();
});

test("the account pages in the console and in the wallet refuse it with the same message", async ({
  browser,
}) => {
  const email = "grace@password.example";
  const created = await createOrganization(product.dataDir, { name: "Northgate College", adminEmail: email });
  const page = await openPage(browser, 1440, "light");
  await signInAt(
    page,
    `${product.origin}/console/northgate-college/account`,
    administratorCredentials(created),
  );
  for (const [path, button] of [
    ["/console/northgate-college/account", "Change password"],
    ["/wallet/account", "Change password"],
  ] as const) {
    await page.goto(product.origin + path);
    const field = page.getByLabel("New password");
    await page.getByLabel("Current password").fill(created.admin_password);
    await field.fill("NorthgateCollege26");
    await expect(verdict(page)).toContainText("Leave out your name");
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Leave out your name" })).toBeVisible();
    // Shown once, from the response, until the next key press.
    await expect(verdict(page)).toHaveCount(0);
    await field.fill("violet trout ladle anchor");
    await expect(verdict(page)).toHaveText("Strong password");
    await expect(page.getByText("Leave out your name")).toBeHidden();
  }
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("");
  await expect(verdict(page)).toHaveCount(0);
  await page.context().close();
});
