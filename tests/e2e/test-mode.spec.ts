import { expect, type Page } from "@playwright/test";
import {
  consoleUrl,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

// The later tests use the test organization of the first one.
test.describe.configure({ mode: "serial", timeout: 240_000 });
useHarborCollege();

const TEMPLATE = {
  name: "Knots",
  description: "Ties ten knots.",
  global_activity_url: "https://example.org/knots",
  skills: ["Seamanship"],
};
/** The address of a page of the console of the test organization. */
const testUrl = (path = "") => `${consoleUrl()}-test${path}`;

/** Sends a request with the session of the page. Returns the data. */
const sendInPage = (page: Page, path: string, body: unknown): Promise<{ id: string }> =>
  page.evaluate(
    async ([address, json]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(address ?? "", { method: "POST", headers, body: json ?? "" });
      return ((await response.json()) as { data: { id: string } }).data;
    },
    [path, JSON.stringify(body)],
  );

test("an administrator switches to test mode and back, and each page says which mode it is", async ({
  page,
}) => {
  await signInDean(page);
  await page.getByRole("button", { name: "Switch to test mode" }).click();
  await expect(page).toHaveURL(testUrl());
  const banner = page.getByRole("complementary", { name: "Test mode" });
  await expect(banner).toContainText("Mails are not sent");
  await banner.getByRole("button", { name: "Move time forward…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move time forward" });
  await dialog.getByLabel("By").selectOption("7 days");
  await dialog.getByRole("button", { name: "Move time forward" }).click();
  await expect(banner).toContainText("Time was moved forward by 7 days.");
  await banner.getByRole("link", { name: "Leave test mode" }).click();
  await expect(page).toHaveURL(consoleUrl());
  await expect(banner).toBeHidden();
  await page.getByRole("link", { name: "Switch to test mode" }).click();
  await expect(page).toHaveURL(testUrl());
});

test("the mail of a test badge waits in the inbox, and its link says that the badge is a test", async ({
  page,
}) => {
  const { id: organizationId } = await sendAsHarborCollege("POST", "/test_organization", {});
  const path = `/v1/organizations/${organizationId as string}`;
  await signInDean(page);
  await page.goto(testUrl("/developer/test_mails"));
  await expect(page.getByText("No mails yet")).toBeVisible();
  const template = await sendInPage(page, `${path}/badge_templates`, TEMPLATE);
  await sendInPage(page, `${path}/badges`, {
    recipient_email: "rosa.lind@test-mode.example",
    issued_to_first_name: "Rosa",
    issued_to_last_name: "Lind",
    issued_at: "2026-04-01T09:41:00Z",
    badge_template_id: template.id,
  });
  const subject = page.getByRole("link", { name: /Knots/ });
  await expect(async () => {
    await page.reload();
    await expect(subject).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await subject.click();
  await expect(page.getByRole("heading", { level: 1, name: "Mail" })).toBeVisible();
  const frame = page.frameLocator("iframe");
  const opened = page.waitForEvent("popup");
  await frame.getByRole("link").filter({ hasText: /badge/i }).first().click();
  const accept = await opened;
  await expect(accept.getByText("This is a test")).toBeVisible();
  await expect(accept.getByText("Harbor College (test)").first()).toBeVisible();
});
