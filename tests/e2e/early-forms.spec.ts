import { expect, type Locator, type Page } from "@playwright/test";
import { administratorCredentials, openPage } from "../support/browser/console-pages";
import { openAccount } from "../support/browser/earner-pages";
import {
  consolePath,
  consoleUrl,
  createTidalZones,
  organization,
  product,
  sendAsHarborCollege,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { holdScripts } from "../support/browser/hold-scripts";
import { readTranslators } from "../support/browser/words";

// Forms that are filled in and submitted before the page's scripts have arrived (decision 0088).

useHarborCollege();
const { wallet: w } = await readTranslators("en");

const section = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const save = (part: Locator) => part.getByRole("button", { name: w("common.save"), exact: true });

/** Opens a page whose scripts are held back. Returns the function that releases them. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const releaseScripts = await holdScripts(page);
  await page.goto(product.origin + path, { waitUntil: "domcontentloaded" });
  return releaseScripts;
}

test("sign-in: an early submit signs in, and an early wrong password keeps the address", async ({
  browser,
}) => {
  const { email, password } = administratorCredentials(organization);
  const page = await openPage(browser, 1440, "light");
  const releaseScripts = await openWithoutScripts(page, `/sign-in?callbackUrl=${consolePath()}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  releaseScripts();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.unrouteAll({ behavior: "wait" });

  const releaseAgain = await openWithoutScripts(page, `/sign-in?callbackUrl=${consolePath()}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  releaseAgain();
  await page.waitForURL(consoleUrl());
  await page.context().close();
});

test("the account: what was typed early stays, and an early submit is sent or shows its error", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  const { id: templateId } = await createTidalZones();
  const { dataDir } = product;
  await openAccount(page, {
    send: sendAsHarborCollege,
    dataDir,
    templateId,
    email: "early@early-forms.example",
  });
  const profile = section(page, w("account.profile"));
  const language = section(page, w("account.language"));

  await test.step("saves an early submit", async () => {
    const releaseScripts = await openWithoutScripts(page, "/wallet/account");
    await profile.getByLabel(w("account.first_name")).fill("Amira");
    await profile.getByLabel(w("account.position")).fill("Diver");
    await save(profile).click();
    releaseScripts();
    await expect(page.getByRole("status").getByText(w("common.saved"))).toBeVisible();
    await expect(profile.getByLabel(w("account.first_name"))).toHaveValue("Amira");
    await expect(profile.getByLabel(w("account.position"))).toHaveValue("Diver");
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await expect(profile.getByLabel(w("account.position"))).toHaveValue("Diver");
  });

  await test.step("shows the error of an early submit, and keeps what was typed", async () => {
    const releaseScripts = await openWithoutScripts(page, "/wallet/account");
    await profile.getByLabel(w("account.first_name")).fill("");
    await profile.getByLabel(w("account.position")).fill("Diver and teacher");
    await language.getByRole("combobox").selectOption("fr");
    await save(profile).click();
    releaseScripts();
    await expect(profile.getByText(w("errors.required"))).toBeVisible();
    await expect(profile.getByLabel(w("account.first_name"))).toHaveValue("");
    await expect(profile.getByLabel(w("account.position"))).toHaveValue("Diver and teacher");
    await expect(language.getByRole("combobox")).toHaveValue("fr");
    await page.unrouteAll({ behavior: "wait" });
  });
  await page.context().close();
});
