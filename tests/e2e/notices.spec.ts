import { expect } from "@playwright/test";
import { addDemoNotices } from "../support/delivery/demo-notices";
import { inspectPage } from "../support/browser/console-pages";
import {
  consoleUrl,
  organization,
  product,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

useHarborCollege();

test("the bell leads to notices, which are marked as read one by one and together, and turned off", async ({
  page,
}) => {
  await signInDean(page, "/notices");
  await expect(page.getByRole("heading", { name: "No notices yet" })).toBeVisible();
  expect(await inspectPage(page, "no notices")).toEqual([]);

  await addDemoNotices(product, organization.organization_id);
  await page.goto(consoleUrl());
  await page.getByRole("link", { name: "Notices (2 unread)" }).click();
  const items = page.getByRole("list", { name: "Notices" }).getByRole("listitem");
  await expect(items).toHaveCount(5);
  await page.getByRole("button", { name: /^Mark as read: Webhook deliveries/ }).press("Enter");
  await expect(page.getByRole("link", { name: "Notices (1 unread)" })).toBeVisible();
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Unread" }).click();
  await expect(items).toHaveCount(1);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("link", { name: "Notices", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: /^The token “Student portal” ends on/ }).click();
  await expect(page).toHaveURL(/developer\/authorization_tokens$/);

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Notice settings" }).click();
  const imports = page.getByRole("group", { name: "Finished imports" });
  await imports.getByLabel("E-mail").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notice settings saved.").last()).toBeVisible();
  await page.reload();
  await expect(imports.getByLabel("E-mail")).not.toBeChecked();
  await expect(imports.getByLabel("Console")).toBeChecked();
});
