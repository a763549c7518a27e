import { expect, type Page } from "@playwright/test";
import { inspectPage } from "../support/browser/console-pages";
import {
  createTidalZones,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

let templateId = "";

type Result = { badge: { id: string } };

/** Issues badges without mails. Their recipients have this last name. */
async function issue(lastName: string, count: number): Promise<string[]> {
  const badges = Array.from({ length: count }, (_, index) => ({
    badge_template_id: templateId,
    recipient_email: `person-${index}@${lastName.toLowerCase()}.bulk-actions.example`,
    issued_to_first_name: `Person${index}`,
    issued_to_last_name: lastName,
    issued_at: new Date().toISOString(),
    suppress_badge_notification_email: true,
  }));
  const results: Result[] = await sendAsHarborCollege("POST", "/badges/batch", { badges });
  return results.map(({ badge }) => badge.id);
}

useHarborCollege();
test.beforeAll(async () => {
  ({ id: templateId } = await createTidalZones());
});

const bar = (page: Page) => page.getByRole("group", { name: "Bulk actions" });

/** Ticks all rows of the page and extends the selection to all that match. */
async function selectAll(page: Page, count: number): Promise<void> {
  await bar(page).getByLabel("Select all 25 on this page").check();
  await expect(bar(page).getByText("25 selected")).toBeVisible();
  await bar(page)
    .getByRole("button", { name: `Select all ${count} that match` })
    .click();
  await expect(bar(page).getByText(`All ${count} that match are selected`)).toBeVisible();
}

test("all badges that match are revoked, and those that cannot be are listed with the reason", async ({
  page,
}) => {
  const [first = ""] = await issue("Sweep", 27);
  const [kept] = await issue("Kept", 1);
  await sendAsHarborCollege("PUT", `/badges/${first}/revoke`, { reason: "Before." });
  await signInDean(page, "/issued_badges?query=Sweep");
  await selectAll(page, 27);
  expect(await inspectPage(page, "all selected")).toEqual([]);
  await page.getByRole("button", { name: "Revoke badges…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Search: “Sweep”")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The exam was void.");
  expect(await inspectPage(page, "revoke all")).toEqual([]);
  await dialog.getByRole("button", { name: "Revoke 27 badges" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Revoked 26 badges" })).toBeVisible();
  await expect(page.getByText("1 badge skipped. See the reasons below.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Sweep/ })).toHaveCount(1);
  const reason = "This badge is revoked and cannot be revoked.";
  await expect(page.getByRole("cell", { name: reason, exact: true })).toBeVisible();
  expect(await inspectPage(page, "bulk action")).toEqual([]);
  expect(await sendAsHarborCollege("GET", `/badges/${kept}`)).toMatchObject({ state: "pending" });
  await page
    .getByRole("link", { name: /Issued badges/ })
    .last()
    .click();
  await page.getByRole("link", { name: "View results" }).click();
  await page.getByRole("link", { name: "Done 26" }).click();
  await expect(page.getByText("1–25 of 26 badges")).toBeVisible();
});

test("more than a hundred badges are deleted only after their number is entered", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await issue("Flood", 101);
  await signInDean(page, "/issued_badges?query=Flood");
  await selectAll(page, 101);
  await page.getByRole("button", { name: "Delete badges…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete 101 badges" }).click();
  await expect(dialog.getByText("Enter 101.")).toBeVisible();
  expect(await inspectPage(page, "delete all")).toEqual([]);
  await dialog.getByLabel("Enter 101 to confirm").fill("101");
  await dialog.getByRole("button", { name: "Delete 101 badges" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deleted 101 badges" })).toBeVisible();
  await expect(page.getByText("Deleted badge").first()).toBeVisible();
  expect(await inspectPage(page, "narrow bulk action")).toEqual([]);
  expect(await sendAsHarborCollege("GET", "/badges?filter=query::Flood")).toEqual([]);
});

test("a row that is unticked ends the selection of all", async ({ page }) => {
  await issue("Wave", 26);
  await signInDean(page, "/issued_badges?query=Wave");
  await selectAll(page, 26);
  await page.getByLabel("Select the badge of Person5 Wave").uncheck();
  await expect(bar(page).getByText("24 selected")).toBeVisible();
  await expect(bar(page).getByRole("button", { name: /that match/ })).toBeHidden();
});
