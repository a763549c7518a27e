import { expect, type Page } from "@playwright/test";
import { inspectPage, openPage } from "../support/browser/console-pages";
import {
  consoleUrl,
  createTidalZones,
  organization,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

type Sent = Record<string, unknown>;

const issue = (templateId: string, first: string, changes: Sent = {}): Promise<{ id: string }> =>
  sendAsHarborCollege("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: `${first.toLowerCase()}@tables.example`,
    issued_to_first_name: first,
    issued_to_last_name: "Marsh",
    issued_at: new Date().toISOString(),
    ...changes,
  });

let templateId = "";

useHarborCollege();
test.beforeAll(async () => {
  ({ id: templateId } = await createTidalZones());
  for (const name of ["Ada", "Ben", "Cleo"]) await issue(templateId, name);
});

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const panel = (page: Page) => page.getByRole("dialog", { name: "Selected badge" });

/** Clicks a row beside its links, on the e-mail address. */
const clickRow = (page: Page, name: string) => row(page, name).getByText("@tables.example").click();

test("a row opens a panel beside the table, and the next row without closing it", async ({ page }) => {
  await signInDean(page, "/issued_badges");
  await clickRow(page, "Cleo Marsh");
  await expect(panel(page).getByRole("heading", { name: "Cleo Marsh" })).toBeVisible();
  await expect(panel(page).getByText("cleo@tables.example").first()).toBeVisible();
  expect(await inspectPage(page, "a badge in the side panel")).toEqual([]);
  await page.keyboard.press("j");
  await expect(panel(page).getByRole("heading", { name: "Ben Marsh" })).toBeVisible();
  await panel(page).getByRole("button", { name: "Previous badge" }).click();
  await expect(panel(page).getByRole("heading", { name: "Cleo Marsh" })).toBeVisible();
  await clickRow(page, "Ada Marsh");
  await expect(panel(page).getByRole("heading", { name: "Ada Marsh" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "Ada Marsh" })).toBeFocused();
  await expect(page).toHaveURL(/\/issued_badges$/);
});

test("with Ctrl held, a row opens its page in another tab", async ({ page, context }) => {
  await signInDean(page, "/issued_badges");
  const opened = context.waitForEvent("page");
  await row(page, "Ben Marsh")
    .getByRole("cell")
    .filter({ hasText: "Pending" })
    .click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab.getByRole("heading", { name: "Ben Marsh", level: 1 })).toBeVisible();
  await expect(panel(page)).toBeHidden();
});

test("a badge is revoked from the panel, and panel and table show it", async ({ page }) => {
  await issue(templateId, "Dora");
  await signInDean(page, "/issued_badges");
  await clickRow(page, "Dora Marsh");
  await panel(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Revoke badge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke this badge?" });
  await dialog.getByLabel("Reason").fill("Issued by mistake.");
  await dialog.getByRole("button", { name: "Revoke badge" }).click();
  await expect(panel(page).getByText("Issued by mistake.")).toBeVisible();
  await expect(row(page, "Dora Marsh")).toContainText("Revoked");
});

test("a row has its actions: a badge is deleted, and the filters stay", async ({ page }) => {
  await issue(templateId, "Ezra");
  await signInDean(page, "/issued_badges?state=pending");
  await page.getByRole("button", { name: "Actions on the badge of Ezra Marsh" }).click();
  await page.getByRole("menuitem", { name: "Quick view" }).click();
  await expect(panel(page).getByRole("heading", { name: "Ezra Marsh" })).toBeVisible();
  await panel(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Actions on the badge of Ezra Marsh" }).click();
  await page.getByRole("menuitem", { name: "Delete badge…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete badge" }).click();
  await expect(row(page, "Ezra Marsh")).toBeHidden();
  await expect(page).toHaveURL(/\/issued_badges\?state=pending$/);
});

test("templates have a panel, too", async ({ page }) => {
  await signInDean(page, "/badge_templates");
  await page.getByRole("button", { name: "Actions on Tidal Zones" }).click();
  await page.getByRole("menuitem", { name: "Quick view" }).click();
  const template = page.getByRole("dialog", { name: "Selected template" });
  await expect(template.getByText("Knows what lives between the tides.")).toBeVisible();
  await expect(template.getByRole("link", { name: "View public page" })).toHaveAttribute(
    "href",
    `${product.origin}/org/${organization.slug}/badges/${templateId}`,
  );
  expect(await inspectPage(page, "a template in the side panel")).toEqual([]);
  await template.getByRole("link", { name: "Show issued badges" }).click();
  await expect(page).toHaveURL(/badge_template_id=/);
});

test("rows are 44 pixels high, or higher where the reader wants that", async ({ page }) => {
  await signInDean(page, "/issued_badges");
  const height = async () => (await row(page, "Ada Marsh").boundingBox())?.height ?? 0;
  expect(Math.round(await height())).toBeLessThanOrEqual(45);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemradio", { name: "Comfortable" }).click();
  await expect.poll(height).toBeGreaterThan(56);
  await page.reload();
  await expect.poll(height).toBeGreaterThan(56);
});

test("the column that sorts the table is shown, also on a narrow screen", async ({ browser }) => {
  const page = await openPage(browser, 390, "light");
  await signInDean(page, "/issued_badges");
  await expect(page.getByRole("columnheader", { name: "Issued" })).toBeHidden();
  await page.goto(consoleUrl("/issued_badges?sort=-issued_at&columns=state"));
  await expect(page.getByRole("columnheader", { name: "Issued" })).toBeVisible();
  await clickRow(page, "Ada Marsh");
  await expect(panel(page).getByRole("heading", { name: "Ada Marsh" })).toBeVisible();
  expect(await inspectPage(page, "the side panel on a narrow screen")).toEqual([]);
  await page.close();
});
