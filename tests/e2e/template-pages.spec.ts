import { expect, type Page } from "@playwright/test";
import { inspectPage } from "../support/browser/console-pages";
import {
  acceptBadge,
  consoleUrl,
  createTidalZones,
  organization,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
  type IssuedHere,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

const tidalZones = { id: "", page: "" };

const issue = (first: string): Promise<IssuedHere> =>
  sendAsHarborCollege("POST", "/badges", {
    badge_template_id: tidalZones.id,
    recipient_email: `${first.toLowerCase()}@template-pages.example`,
    issued_to_first_name: first,
    issued_to_last_name: "Ashby",
    issued_at: new Date().toISOString(),
  });

useHarborCollege();
test.beforeAll(async () => {
  const { id } = await createTidalZones();
  const activities = [
    { activity_type: "Course", title: "Walk the shore twice", activity_url: "https://example.org/shore" },
  ];
  await sendAsHarborCollege("PUT", `/badge_templates/${id}`, {
    name: "Tidal Zones",
    badge_template_activities: activities,
  });
  Object.assign(tidalZones, { id, page: `${product.origin}/org/${organization.slug}/badges/${id}` });
  await sendAsHarborCollege("POST", "/badge_templates", {
    name: "Reef Guide",
    description: "Guides others over a reef.",
    global_activity_url: "https://example.org/reef",
    skills: ["Marine biology"],
    badge_template_activities: [{ activity_type: "Badge", required_badge_template_id: id }],
  });
  await acceptBadge(await issue("Nia"));
  await issue("Bo");
});

const figure = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd");

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Tidal Zones" }).getByRole("link", { name });

test("a template says who holds its badges and how it does", async ({ page }) => {
  await signInDean(page, "/badge_templates");
  await page.getByRole("link", { name: "Tidal Zones", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tidal Zones" })).toBeVisible();
  for (const [label, value] of [
    ["Holders today", "1"],
    ["Issued", "2"],
    ["Acceptance rate", "50%"],
  ] as const)
    await expect(figure(page, label)).toHaveText(value);
  await expect(figure(page, "Median time to accept")).toHaveText(/seconds?$/);
  await page.getByRole("link", { name: "12 months" }).click();
  await expect(page).toHaveURL(/\?period=365$/);
  await expect(figure(page, "Issued")).toHaveText("2");
  await page.getByRole("link", { name: "Open in Analytics" }).click();
  await expect(page).toHaveURL(/\/analytics\?/);
  await expect(page.getByRole("combobox", { name: "Template" })).toHaveValue(tidalZones.id);

  await page.goBack();
  await tab(page, "Holders").click();
  const rows = page.getByRole("table", { name: "Holders" }).locator("tbody tr");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Nia Ashby");
  await page.getByRole("searchbox", { name: "Search by name or e-mail address" }).fill("Bo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

test("the earning path leads from the requirements to the badges that build on this one", async ({
  page,
}) => {
  await signInDean(page, `/badge_templates/${tidalZones.id}/earning_path`);
  await expect(page.getByRole("link", { name: "Walk the shore twice" })).toHaveAttribute(
    "href",
    "https://example.org/shore",
  );
  await page.getByRole("link", { name: "Reef Guide" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reef Guide" })).toBeVisible();
  await page.getByRole("link", { name: "Earning path" }).click();
  await page.getByRole("main").getByRole("link", { name: "Tidal Zones" }).click();
  await expect(page).toHaveURL(new RegExp(`/badge_templates/${tidalZones.id}$`));
});

test("the share kit announces the public page, and says what is missing without one", async ({ page }) => {
  await signInDean(page, `/badge_templates/${tidalZones.id}/share`);
  const post = page.getByRole("link", { name: "LinkedIn" });
  const shared = new URL((await post.getAttribute("href")) ?? "").searchParams.get("url");
  expect(shared).toBe(tidalZones.page);
  await expect(page.getByLabel("HTML")).toContainText(`<a href="${tidalZones.page}"><img src="`);
  await page.getByRole("link", { name: "View public page" }).click();
  await expect(page).toHaveURL(tidalZones.page);
  await expect(page.getByRole("heading", { level: 1, name: "Tidal Zones" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("img", { name: "QR code of the public page" })).toBeVisible();
  await sendAsHarborCollege("PUT", `/badge_templates/${tidalZones.id}`, { public: false });
  await page.reload();
  await expect(page.getByRole("heading", { name: "This template has no public page" })).toBeVisible();
  await sendAsHarborCollege("PUT", `/badge_templates/${tidalZones.id}`, { public: true });
});

test("the audit log says what an update changed, from what to what", async ({ page }) => {
  await sendAsHarborCollege("PUT", `/badge_templates/${tidalZones.id}`, { level: "Advanced" });
  await signInDean(page, "/settings/audit_log");
  const entry = page.getByRole("row").filter({ hasText: "Level" }).first();
  await expect(entry.getByRole("listitem")).toHaveText(/^Level: none →changed to Advanced$/);
  expect(await inspectPage(page, "audit log with changes")).toEqual([]);
});

test("a draft opens in its form, and has neither holders nor a share kit", async ({ page }) => {
  const draft = await sendAsHarborCollege("POST", "/badge_templates", { name: "Salt Marshes" });
  await signInDean(page);
  await page.goto(consoleUrl(`/badge_templates/${draft.id}`));
  await expect(page).toHaveURL(new RegExp(`${draft.id}/edit$`));
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Salt Marshes");
  await expect(page.getByRole("navigation", { name: "Salt Marshes" }).getByRole("link")).toHaveText([
    "Earning path",
    "Certificate",
    "Edit",
  ]);
});
