import { expect } from "@playwright/test";
import {
  createTidalZones,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

useHarborCollege();
test.beforeAll(createTidalZones);

const listBadges = (): Promise<unknown[]> => sendAsHarborCollege("GET", "/badges");

test("a form says that the network is away, keeps what was typed, and sends nothing later by itself", async ({
  page,
  context,
}) => {
  await signInDean(page, "/issue");
  const issue = page.getByRole("button", { name: "Issue badge" });
  // Loads the rules of the form, so that it is the request that fails.
  await issue.click();
  const email = page.getByLabel("E-mail address");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await email.fill("nia@away.example");
  await page.getByLabel("First name").fill("Nia");
  await page.getByLabel("Last name").fill("Adeyemi");

  await context.setOffline(true);
  await issue.click();
  await expect(
    page.getByText("The server could not be reached. Check the connection and try again."),
  ).toBeVisible();
  await expect(issue).toBeEnabled();

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  // A request after the network is back: one that had waited for it would be sent before.
  await page.evaluate(() => fetch("/healthz"));
  expect([sent, await listBadges()]).toEqual([[], []]);
  await expect(email).toHaveValue("nia@away.example");

  await issue.click();
  await expect(page.getByText("Badge issued to Nia Adeyemi").first()).toBeVisible();
  expect(await listBadges()).toHaveLength(1);
});
