import { expect, type Browser, type Page } from "@playwright/test";
import pg from "pg";
import { administratorCredentials, inspectPage, openPage } from "../support/browser/console-pages";
import {
  consolePath,
  consoleUrl,
  organization,
  product,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { addVirtualAuthenticator } from "../support/browser/virtual-authenticator";
import { appCode, STEP_MS } from "../support/identity/app-codes";

useHarborCollege();

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });

let page: Page;
let appSecret = "";
let codes: string[] = [];

const newPage = (browser: Browser): Promise<Page> => openPage(browser, 1440, "light");

test.beforeAll(async ({ browser }) => {
  page = await newPage(browser);
  await addVirtualAuthenticator(page);
  await signInDean(page);
});

const section = (name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

/** Fills in the password on the sign-in page. */
async function enterPassword(on: Page): Promise<void> {
  const { email, password } = administratorCredentials(organization);
  await on.goto(`${product.origin}/sign-in?callbackUrl=${consolePath()}`);
  await on.getByLabel("E-mail address").fill(email);
  await on.getByLabel("Password").fill(password);
  await on.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Makes every proof of a member's identity older than the ten minutes for which it counts. */
async function ageProofs(): Promise<void> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    await client.query(
      `UPDATE sessions SET proved_at = proved_at - interval '11 minutes'
       WHERE user_id IN (SELECT user_id FROM memberships WHERE organization_id = $1)`,
      [organization.organization_id],
    );
  } finally {
    await client.end();
  }
}

test("adds a passkey and shows recovery codes once", async () => {
  await page.goto(consoleUrl("/account"));
  await page.getByRole("button", { name: "Add a passkey…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Office laptop");
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  const factors = section("Second factor");
  await expect(factors.getByText("Office laptop", { exact: true })).toBeVisible();
  const shown = (await factors.locator("pre").textContent()) ?? "";
  codes = shown.trim().split("\n");
  expect(codes).toHaveLength(10);
  expect(await inspectPage(page, "account with recovery codes")).toEqual([]);
  await factors.getByRole("button", { name: "I have stored them" }).click();
  await page.reload();
  await expect(factors.getByText("10 codes are left.")).toBeVisible();
  await expect(factors.locator("pre")).toHaveCount(0);
});

test("adds an authenticator app by its key", async () => {
  await page.getByRole("button", { name: "Add an authenticator app…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  appSecret = ((await dialog.locator("pre").textContent()) ?? "").trim();
  await dialog.getByLabel("Six digits").fill("000000");
  await dialog.getByRole("button", { name: "Add app" }).click();
  await expect(dialog.getByText("This code is wrong or was used before.", { exact: false })).toBeVisible();
  await dialog.getByLabel("Six digits").fill(await appCode(appSecret, Date.now() - STEP_MS));
  await dialog.getByRole("button", { name: "Add app" }).click();
  await expect(page.getByText("You added an authenticator app.")).toBeVisible();
});

test("asks for the second factor after the password, and accepts a code", async ({ browser }) => {
  const other = await newPage(browser);
  await enterPassword(other);
  await expect(other.getByRole("heading", { name: "One more step" })).toBeVisible();
  expect(await inspectPage(other, "second step of the sign-in")).toEqual([]);
  await other.getByLabel("Code").fill("000000");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByText("That code or passkey was not accepted.", { exact: false })).toBeVisible();
  await other.getByLabel("Code").fill(await appCode(appSecret));
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.waitForURL(consoleUrl());
  await other.context().close();
});

test("accepts a recovery code in place of the second factor", async ({ browser }) => {
  const other = await newPage(browser);
  await enterPassword(other);
  await other.getByLabel("Code").fill(codes[0] ?? "");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.waitForURL(consoleUrl());
  await other.context().close();
});

test("lists the sessions and ends another one", async ({ browser }) => {
  const other = await newPage(browser);
  await enterPassword(other);
  await other.getByLabel("Code").fill(codes[1] ?? "");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.waitForURL(consoleUrl());
  await page.goto(consoleUrl("/account"));
  const sessions = section("Signed-in devices").getByRole("listitem");
  await expect(sessions.filter({ hasText: "This browser" })).toHaveCount(1);
  const ends = sessions.getByRole("button", { name: /^Sign out / });
  for (let left = await ends.count(); left > 0; left -= 1) {
    await ends.first().click();
    await expect(ends).toHaveCount(left - 1);
  }
  await other.goto(consoleUrl());
  await expect(other).toHaveURL(/\/sign-in/);
  await other.context().close();
});

test("signs in with the passkey alone", async () => {
  await page.context().clearCookies();
  await page.goto(`${product.origin}/sign-in?callbackUrl=${consolePath()}`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(consoleUrl());
});

test("asks for a proof before a token is created, above the open dialog", async () => {
  await ageProofs();
  await page.goto(consoleUrl("/developer/authorization_tokens"));
  await page.getByRole("button", { name: "New token" }).click();
  const form = page.getByRole("dialog", { name: "New token" });
  await form.getByLabel("Description").fill("Reports");
  await form.getByRole("button", { name: "Create token" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(proof).toBeVisible();
  expect(await inspectPage(page, "proof of identity")).toEqual([]);
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(proof).toBeHidden();
  // The dialog below is still open, and shows the secret.
  await expect(page.getByRole("dialog", { name: "Token created" }).getByText(/^bat_/)).toBeVisible();
});

test("asks for a proof before a table is downloaded", async () => {
  await ageProofs();
  await page.goto(consoleUrl("/settings/members"));
  await page.getByRole("link", { name: "Export CSV" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(proof).toBeHidden();
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = page.waitForEvent("download");
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  expect((await download).suggestedFilename()).toBe("members.csv");
});

test("says why a table cannot be downloaded, and opens the sign-in page after the end of the session", async ({
  browser,
}) => {
  const other = await newPage(browser);
  await enterPassword(other);
  await other.getByLabel("Code").fill(codes[2] ?? "");
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.waitForURL(consoleUrl());
  await other.goto(consoleUrl("/settings/members"));
  const link = other.getByRole("link", { name: "Export CSV" });
  // The first press of a pointer loads what shows messages, which is not possible later without a connection.
  await other.getByRole("heading", { name: "Members", exact: true }).click();
  await expect(other.getByRole("region", { name: /^Notifications/ })).toBeAttached();
  await other.context().setOffline(true);
  await link.click();
  await expect(other.getByText("The server could not be reached.", { exact: false })).toBeVisible();
  await other.context().setOffline(false);
  await ageProofs();
  const third = await other.context().newPage();
  await third.goto(consoleUrl("/settings/members"));
  await third.getByRole("link", { name: "Export CSV" }).click();
  const usePasskey = third.getByRole("dialog").getByRole("button", { name: "Use a passkey" });
  await expect(usePasskey).toBeVisible();
  await page.goto(consoleUrl("/account"));
  const ends = section("Signed-in devices")
    .getByRole("listitem")
    .getByRole("button", { name: /^Sign out / });
  for (let left = await ends.count(); left > 0; left -= 1) {
    await ends.first().click();
    await expect(ends).toHaveCount(left - 1);
  }
  await usePasskey.click();
  await expect(third).toHaveURL(/\/sign-in\?callbackUrl=/);
  await link.click();
  await expect(other).toHaveURL(/\/sign-in\?callbackUrl=/);
  await other.context().close();
});

test("requires a second factor of all members", async ({ browser }) => {
  await page.goto(consoleUrl("/settings/security"));
  await page.getByLabel("Require a second factor").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("dialog", { name: "Confirm that it is you" })
    .getByRole("button", { name: "Use a passkey" })
    .click();
  await expect(page.getByText("Security settings saved.")).toBeVisible();
  await page.goto(consoleUrl("/account"));
  for (const name of ["Remove Office laptop…", "Remove Authenticator app…"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  const other = await newPage(browser);
  await enterPassword(other);
  await other.waitForURL(/\/account/);
  await expect(other.getByText("Harbor College requires a second factor.")).toBeVisible();
  expect(await inspectPage(other, "account without the required second factor")).toEqual([]);
  await other.goto(consoleUrl("/developer/authorization_tokens"));
  await expect(other).toHaveURL(/second_factor=required/);
  await other.context().close();
});
