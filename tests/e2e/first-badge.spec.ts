import { expect, type Page } from "@playwright/test";
import { inspectPage, openPage } from "../support/browser/console-pages";
import {
  acceptOnPage,
  fillInIssueForm,
  fillInTemplateForm,
  openAcceptLink,
} from "../support/browser/first-badge";
import { consoleUrl, product, signInDean, useHarborCollege } from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

useHarborCollege();

const EARNER = "grace.hopper@first-badge.example";

/** The next step: the only one with a button or link. */
const step = (page: Page) => page.locator("[aria-current=step]");

test("the empty states lead from the first sign-in to the first accepted badge", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  const problems: string[] = [];
  await test.step("the first page lists three steps and links to the first one", async () => {
    await signInDean(page);
    await expect(page.getByRole("heading", { level: 1, name: "Harbor College" })).toBeVisible();
    await expect(step(page)).toContainText("Create a template");
    problems.push(...(await inspectPage(page, "first steps")));
  });
  await test.step("an empty list links to what is missing first", async () => {
    await page.getByRole("link", { name: "Issued", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "No badges yet" })).toBeVisible();
    problems.push(...(await inspectPage(page, "empty list")));
    await page.getByRole("main").getByRole("link", { name: "Issue a badge" }).last().click();
    await expect(page.getByRole("heading", { name: "No active templates yet" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "New template" }).click();
    await fillInTemplateForm(page);
  });
  await test.step("the front page continues with the second step", async () => {
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(step(page)).toContainText("Issue a badge");
    await step(page).getByRole("link", { name: "Issue a badge" }).click();
    await page.getByRole("radio").first().check();
    await fillInIssueForm(page, EARNER);
  });
  await test.step("and then with the third, which shows the status of the badge", async () => {
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(step(page)).toContainText("Grace Hopper has not responded yet");
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    problems.push(...(await inspectPage(page, "last step")));
    await step(page).getByRole("link", { name: "View badge" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Grace Hopper" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy accept link" })).toBeVisible();
  });
  await test.step("the earner accepts, and the front page shows figures", async () => {
    const earner = await browser.newPage();
    await openAcceptLink(earner, product.dataDir, EARNER);
    await acceptOnPage(earner);
    await earner.close();
    await page.goto(consoleUrl());
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Acceptance rate\s*100%/ })).toBeVisible();
  });
  expect(problems).toEqual([]);
  await page.context().close();
});
