import { expect, type Locator, type Page } from "@playwright/test";
import { openPage, openSignedIn, tabTo, waitUntilShown } from "../support/browser/console-pages";
import { holdScripts } from "../support/browser/hold-scripts";
import { DEMONSTRATION_CONSOLE, readAdministrator } from "../support/browser/demonstration";
import { test } from "../support/browser/shared-product";
import type { Product } from "../support/platform/product";

// Code that is loaded on first use (decision 0076): the first use works like every other.

let product: Product;

// The tests change nothing in the demonstration organization of the first start.
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const address = (path: string) => product.origin + DEMONSTRATION_CONSOLE + path;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(address(path));
  await waitUntilShown(page);
}

const signIn = (page: Page) => openSignedIn(page, address(""), readAdministrator(product));

const accountButton = (page: Page): Locator => page.getByRole("button", { name: /^Account of/ });
const focused = (page: Page): Locator => page.locator(":focus");

test("a menu that is opened for the first time receives the focus as always", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  const account = accountButton(page);
  for (const key of ["Enter", "Space", "ArrowDown", "ArrowUp"]) {
    await open(page, "");
    const seen: string[] = [];
    for (const _use of ["first", "second"]) {
      await tabTo(page, account);
      await expect(account).toHaveAttribute("aria-haspopup", "menu");
      await expect(account).toHaveAttribute("aria-expanded", "false");
      await page.keyboard.press(key);
      await expect(page.getByRole("menu")).toBeVisible();
      await expect(page.locator("[role=menuitem]:focus")).toBeVisible();
      seen.push(await focused(page).innerText());
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
      await expect(account).toBeFocused();
    }
    expect(seen, key).toEqual(Array(2).fill(key === "ArrowUp" ? "Sign out" : "Your account"));
  }
  await page.context().close();
});

test("a menu that is opened for the first time with the pointer can be closed with it", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  const menu = page.getByRole("menu");
  for (const _use of ["first", "second"]) {
    await accountButton(page).click();
    await expect(menu).toBeVisible();
    await expect(page.locator("[role=menuitem]:focus")).toHaveCount(0);
    await page.mouse.click(900, 20);
    await expect(menu).toBeHidden();
  }
  await accountButton(page).click();
  await menu.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.context().close();
});

test("leaving a menu before its code has loaded opens nothing", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  await open(page, "");
  const releaseScripts = await holdScripts(page);
  await tabTo(page, accountButton(page));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  releaseScripts();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await tabTo(page, accountButton(page));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.context().close();
});

test("a dialog waits for its code, receives the focus, and returns it", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  await open(page, "/settings/members");
  const releaseScripts = await holdScripts(page);
  const invite = page.getByRole("button", { name: "Invite" });
  await tabTo(page, invite);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  releaseScripts();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();
  await page.context().close();
});

test("a dialog whose code cannot be loaded reports it, and opens once it can", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  await open(page, "/settings/members");
  const invite = page.getByRole("button", { name: "Invite" });
  // Toasts are loaded at the first key press or click once the page listens, and what a button may open when it is
  // focused.
  await expect(async () => {
    await page.keyboard.press("Shift");
    await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await tabTo(page, invite);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This could not be opened.")).toBeVisible();
  await page.unroute("**/_next/static/**/*.js");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.context().close();
});

test("the menu of a narrow screen opens, and returns the focus", async ({ browser }) => {
  const page = await openPage(browser, 320, "light");
  await signIn(page);
  const button = page.getByRole("button", { name: "Menu", exact: true });
  for (const _use of ["first", "second"]) {
    await tabTo(page, button);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await button.click();
  await page.getByRole("dialog").getByRole("link", { name: "Employees" }).click();
  await page.waitForURL(address("/employees"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().close();
});

test("the filters of issued badges open the first time as they do later", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  await open(page, "/issued_badges");
  const button = page.getByRole("button", { name: "Filters", exact: true });
  for (const how of ["keyboard", "pointer", "keyboard"]) {
    if (how === "pointer") await button.click();
    else {
      await tabTo(page, button);
      await page.keyboard.press("Enter");
    }
    const filters = page.getByRole("dialog", { name: "Filters" });
    await expect(filters).toBeVisible();
    await expect(filters.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(filters).toBeHidden();
    await expect(button).toBeFocused();
  }
  await page.context().close();
});

test("a bar shows that the next page is loading, until it is there", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  await open(page, "");
  const bar = page.locator(".navigation-progress");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/badge_templates?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Templates" }).click();
  await expect(bar).toBeVisible();
  // Pages that are there sooner do not flicker.
  await expect(bar).toHaveCSS("animation-delay", "0.15s");
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Badge templates" })).toBeVisible();
  await expect(bar).toHaveCount(0);
  // Going back shows no bar that stays.
  await page.goBack();
  await expect(page).toHaveURL(address(""));
  await expect(bar).toHaveCount(0);
  await page.context().close();
});
