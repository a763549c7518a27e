import { expect, type Page } from "@playwright/test";
import { waitForMailTo } from "../delivery/mailbox";

/** The badge of the main job. */
export const BADGE = "Compiler Construction";

/** Fills in the form for a new template and activates the template. */
export async function fillInTemplateForm(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(BADGE);
  await page.getByLabel("Description").fill("Wrote a compiler that compiles itself.");
  await page.getByLabel("Skills", { exact: true }).fill("Compilers");
  await page.keyboard.press("Enter");
  await page.getByLabel("Activity URL").fill("https://example.org/compilers");
  await page.getByRole("button", { name: "Save and activate" }).click();
  await expect(page.getByRole("heading", { name: BADGE }).first()).toBeVisible();
}

/** Fills in and submits the form that issues a badge to one person with this address. */
export async function fillInIssueForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Issue badge" }).click();
  await expect(page.getByText("Badge issued to Grace Hopper").first()).toBeVisible();
}

/** Opens the link in the mail to this address without responding. */
export async function openAcceptLink(page: Page, dataDir: string, email: string): Promise<void> {
  const mail = await waitForMailTo(dataDir, email);
  expect(mail.text).toContain(BADGE);
  await page.goto(/https?:\/\/\S+\/accept\/\S+/.exec(mail.text ?? "")?.[0] ?? "");
  await expect(page.getByText(BADGE).first()).toBeVisible();
}

/** Accepts the badge on the page of the link. */
export async function acceptOnPage(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("link", { name: "Open public page" }).click();
  await expect(page).toHaveURL(/\/badges\/[0-9a-f-]{36}/);
  await expect(page.getByText("Grace Hopper").first()).toBeVisible();
}
