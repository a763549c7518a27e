import { expect, type Page } from "@playwright/test";
import { inspectPage, openPage } from "../support/browser/console-pages";
import { openAccount } from "../support/browser/earner-pages";
import {
  createTidalZones,
  organization,
  product,
  sendAsHarborCollege,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

const EMAIL = "mira.reminded@wallet-reminders.example";
const DAY_MS = 24 * 3_600_000;

let page: Page;

test.describe.configure({ mode: "serial" });
useHarborCollege();

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS + DAY_MS / 2).toISOString();

/** Issues a badge of a new template with this name. Returns its id and the template's. */
async function issue(name: string, template: Record<string, unknown>, badge: Record<string, unknown> = {}) {
  const created = await sendAsHarborCollege("POST", "/badge_templates", {
    name,
    description: "Knows the sea.",
    skills: ["Sea"],
    state: "active",
    global_activity_url: "https://example.org/sea",
    ...template,
  });
  const fields = {
    badge_template_id: created.id,
    recipient_email: EMAIL,
    issued_to_first_name: "Mira",
    issued_to_last_name: "Okafor",
    issued_at: "2026-04-01",
    ...badge,
  };
  return { id: (await sendAsHarborCollege("POST", "/badges", fields)).id, templateId: created.id };
}

const accept = async (id: string): Promise<void> => {
  const headers = { origin: product.origin, "content-type": "application/json" };
  const path = `${product.origin}/v1/me/badges/${id}/accept`;
  expect((await page.request.post(path, { headers, data: {} })).status()).toBe(200);
};

test.beforeAll(async ({ browser }) => {
  const templateId = (await createTidalZones()).id;
  page = await openPage(browser, 390, "light");
  await openAccount(page, { send: sendAsHarborCollege, dataDir: product.dataDir, templateId, email: EMAIL });
});

test("badges that expire soon are listed with the way to renew them", async () => {
  const urgent = await issue("First Aid", { public: true }, { expires_at: inDays(12) });
  const soon = await issue(
    "Sea Rescue",
    { public: false, criteria_url: "https://example.org/rescue" },
    { expires_at: inDays(45) },
  );
  const silent = await issue(
    "Rope Work",
    { public: false, enable_earn_this_badge: false },
    { expires_at: inDays(50) },
  );
  const later = await issue("Weather", {}, { expires_at: inDays(90) });
  for (const { id } of [urgent, soon, silent, later]) await accept(id);
  await page.goto(`${product.origin}/wallet`);
  const list = page.getByRole("region", { name: "3 badges expire soon" });
  const rows = list.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("First Aid");
  await expect(rows.nth(0)).toContainText("12 days left");
  await expect(rows.nth(0).getByRole("link", { name: "First Aid: How to renew it" })).toHaveAttribute(
    "href",
    `/org/${organization.slug}/badges/${urgent.templateId}`,
  );
  await expect(rows.nth(1)).toContainText("45 days left");
  await expect(rows.nth(1).getByRole("link", { name: "Sea Rescue: How to renew it" })).toHaveAttribute(
    "href",
    "https://example.org/rescue",
  );
  await expect(rows.nth(2)).toContainText("Ask Harbor College how to renew it.");
  await expect(rows.nth(2).getByRole("link")).toHaveText(["Rope Work"]);
  expect(await inspectPage(page, "wallet with expiring badges")).toEqual([]);
  await page.goto(`${product.origin}/wallet/badges/${urgent.id}`);
  await expect(page.getByText("This badge expires soon · 12 days left")).toBeVisible();
  await page.goto(`${product.origin}/wallet/badges/${later.id}`);
  await expect(page.getByRole("heading", { name: "Weather" })).toBeVisible();
  await expect(page.getByText("This badge expires soon")).toHaveCount(0);
});

test("a strip on the other pages reminds of badges that wait for an answer, until they are answered", async () => {
  const { id } = await issue("Navigation", {});
  await page.goto(`${product.origin}/wallet/account`);
  const strip = page.getByText("1 badge is waiting for your answer");
  await expect(strip).toBeVisible();
  expect(await inspectPage(page, "account with reminder")).toEqual([]);
  await page.getByRole("link", { name: "Show", exact: true }).click();
  const pending = page.getByRole("region", { name: "1 badge is waiting for your answer" });
  await pending.getByRole("button", { name: "Accept", exact: true }).click();
  await page.waitForURL(`${product.origin}/wallet/badges/${id}?accepted=1`);
  const moment = page.getByRole("region", { name: "The badge is yours" });
  await expect(moment.getByRole("link", { name: "Add to LinkedIn profile" })).toBeVisible();
  await expect(strip).toHaveCount(0);
  expect(await inspectPage(page, "accepted in the wallet")).toEqual([]);
});
