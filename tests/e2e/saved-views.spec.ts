import { expect, type Page } from "@playwright/test";
import { inspectPage } from "../support/browser/console-pages";
import {
  consoleUrl,
  createTidalZones,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

useHarborCollege();
test.beforeAll(async () => {
  const { id } = await createTidalZones();
  await sendAsHarborCollege("POST", "/badges", {
    badge_template_id: id,
    recipient_email: "nia@saved-views.example",
    issued_to_first_name: "Nia",
    issued_to_last_name: "Adeyemi",
    issued_at: new Date().toISOString(),
  });
});

const list = () => consoleUrl("/issued_badges");
const views = (page: Page) => page.getByRole("button", { name: "Views" });
const openView = (page: Page, name: string) => page.getByRole("button", { name: `View: ${name}` });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name });

test("a view keeps filters, order and columns, and can be changed, renamed and deleted", async ({ page }) => {
  await signInDean(page, "/issued_badges?state=pending&sort=-issued_at&columns=recipient,visibility");
  await page.getByRole("button", { name: "Save view…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByText(/can't be blank/i)).toBeVisible();
  await dialog.getByLabel("Name").fill("Open badges");
  expect(await inspectPage(page, "save view")).toEqual([]);
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(page).toHaveURL(/view=/);
  await page.goto(list());
  await views(page).click();
  await item(page, "Open badges").click();
  await expect(page).toHaveURL(/state=pending/);
  // The address says only what the view keeps.
  expect(new URL(page.url()).search).not.toMatch(/=(&|$)/);
  await expect(page.getByRole("columnheader", { name: "Visibility" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  expect(await inspectPage(page, "open view")).toEqual([]);
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Revoked" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  expect(await inspectPage(page, "changed view")).toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("View “Open badges” saved.").last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  await openView(page, "Open badges").click();
  await item(page, "Edit view…").click();
  await dialog.getByLabel("Name").fill("Revoked ones");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await openView(page, "Revoked ones").click();
  await item(page, "Close view").click();
  await expect(page).toHaveURL(list());
  await views(page).click();
  await item(page, "Revoked ones").click();
  await expect(page).toHaveURL(/state=revoked/);
  await openView(page, "Revoked ones").click();
  await item(page, "Delete view…").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByText("View deleted.")).toBeVisible();
  await expect(page).toHaveURL(list());
});

test("a shared view of the templates works on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInDean(page, "/badge_templates?state=active");
  await page.getByRole("button", { name: "Save view…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("In use");
  await dialog.getByLabel("Share with your organization").check();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(openView(page, "In use")).toBeVisible();
  expect(await inspectPage(page, "open view")).toEqual([]);
  await openView(page, "In use").click();
  await expect(page.getByText("Shared views")).toBeVisible();
});
