import { expect, type Page } from "@playwright/test";
import { inspectPage, openPage } from "../support/browser/console-pages";
import {
  acceptBadge,
  consoleUrl,
  createTidalZones,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
  type IssuedHere,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

const tidalZones = { id: "" };
const saltMarshes = { id: "" };

const issue = (templateId: string, first: string, group: string | null): Promise<IssuedHere> =>
  sendAsHarborCollege("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: `${first.toLowerCase()}@analytics.example`,
    issued_to_first_name: first,
    issued_to_last_name: "Ashby",
    issued_at: new Date().toISOString(),
    ...(group ? { issuer_earner_group: { external_id: group, name: group } } : {}),
  });

// Browsers that are run by a program say so in their user agent, and are not counted.
const VISITOR = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

async function visit(path: string, status: number, userAgent = VISITOR): Promise<void> {
  const headers = { "user-agent": userAgent, accept: "text/html" };
  const response = await fetch(product.origin + path, { headers, redirect: "manual" });
  await response.arrayBuffer();
  expect(response.status).toBe(status);
}

useHarborCollege();
test.beforeAll(async () => {
  tidalZones.id = (await createTidalZones()).id;
  saltMarshes.id = (
    await sendAsHarborCollege("POST", "/badge_templates", {
      name: "Salt Marshes",
      description: "Knows what grows between land and sea.",
      global_activity_url: "https://example.org/marshes",
      skills: ["Botany"],
    })
  ).id;
  const nia = await issue(tidalZones.id, "Nia", "Evening class");
  await issue(tidalZones.id, "Bo", "Evening class");
  await issue(saltMarshes.id, "Ida", null);
  await acceptBadge(nia);
  for (let time = 0; time < 3; time += 1) await visit(`/badges/${nia.id}`, 200);
  await visit(`/badges/${nia.id}`, 200, BOT);
  await visit(`/badges/${nia.id}/share/linkedin`, 302);
});

const figure = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd");

const templateRows = (page: Page) => page.getByRole("table", { name: "Templates" }).locator("tbody tr");

/** Opens the page when what happened before has been stored. */
async function openAnalytics(page: Page): Promise<void> {
  await signInDean(page, "/analytics");
  await expect(async () => {
    await page.reload();
    await expect(figure(page, "Shares")).toHaveText("1", { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test("shows what happened to badges, without bots, by period, template, channel and group", async ({
  page,
}) => {
  await openAnalytics(page);
  for (const [label, value] of [
    ["Issued", "3"],
    ["Accepted", "1"],
    ["Views", "3"],
    ["Downloads", "0"],
  ] as const)
    await expect(figure(page, label)).toHaveText(value);
  await expect(page.getByRole("listitem").filter({ hasText: "Acceptance rate" })).toContainText("33%");
  await expect(templateRows(page)).toHaveCount(2);
  await expect(templateRows(page).first()).toContainText("Tidal Zones");
  const channels = page.getByRole("table", { name: "Channels" });
  await expect(channels.getByRole("row", { name: "Share LinkedIn 1" })).toBeVisible();
  await expect(channels.getByRole("row", { name: "View Badge page 3" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Evening class 2 1 50%" })).toBeVisible();
  await page.getByText("View charts as table").click();
  const periods = page.getByRole("table", { name: "Activity over time" });
  await expect(periods.locator("tbody tr")).toHaveCount(30);
  await expect(periods.locator("tbody tr").first()).toContainText(/3\s*1\s*3\s*1\s*0\s*0\s*0$/);
  await page.getByRole("navigation", { name: "Activity" }).getByRole("link", { name: "Downloads" }).click();
  await expect(page).toHaveURL(/measure=downloads/);
  await expect(page.getByText("None in this period.")).toBeVisible();
});

test("the address holds the dates, the template and the order, and the CSV follows them", async ({
  page,
}) => {
  await openAnalytics(page);
  const heading = page
    .getByRole("table", { name: "Templates" })
    .getByRole("columnheader", { name: "Issued" });
  await heading.getByRole("link").click();
  await expect(page).toHaveURL(/sort=-issued/);
  await heading.getByRole("link").click();
  await expect(page).toHaveURL(/sort=issued/);
  await expect(templateRows(page).first()).toContainText("Salt Marshes");
  await page.getByLabel("Template", { exact: true }).selectOption("Salt Marshes");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(new RegExp(`badge_template_id=${saltMarshes.id}`));
  await expect(page).toHaveURL(/sort=issued/);
  await expect(figure(page, "Issued")).toHaveText("1");
  const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  const csv = (await (await page.request.get(product.origin + href)).text()).trim().split("\r\n");
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain("Salt Marshes,1,0,0");
  await page.getByRole("link", { name: "Salt Marshes" }).click();
  await expect(page).toHaveURL(consoleUrl(`/badge_templates/${saltMarshes.id}`));
});

test("says so when nothing happened, and when the dates are in the wrong order", async ({ page }) => {
  await signInDean(page, "/analytics?from=2020-01-01&to=2020-01-31");
  await expect(page.getByRole("heading", { name: "No activity in this period" })).toBeVisible();
  await page.getByLabel("From").fill("2020-02-01");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page.getByRole("heading", { name: "Choose other dates" })).toBeVisible();
  await expect(page.getByLabel("From")).toHaveValue("2020-02-01");
});

// pages.spec.ts checks the page as it opens.
test("is found in the navigation, and its charts as a table are accessible on a narrow screen", async ({
  browser,
}) => {
  const wide = await openPage(browser, 1440, "light");
  await signInDean(wide);
  await wide.getByRole("link", { name: "Analytics" }).click();
  await expect(wide).toHaveURL(/\/analytics$/);
  await expect(figure(wide, "Issued")).toHaveText("3");
  await wide.context().close();
  const narrow = await openPage(browser, 390, "light");
  await openAnalytics(narrow);
  await narrow.getByText("View charts as table").click();
  expect(await inspectPage(narrow, "analytics with its table")).toEqual([]);
  await narrow.context().close();
});
