import { expect, type Locator, type Page } from "@playwright/test";
import { inspectPage, openPage, tabAndPress } from "../support/browser/console-pages";
import {
  consoleUrl,
  organization,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

// The later tests check the pages with the data of the first ones.
test.describe.configure({ mode: "serial", timeout: 240_000 });
useHarborCollege();

let template: { id: string };
let failedId: string;

test.beforeAll(async () => {
  template = await sendAsHarborCollege("POST", "/badge_templates", { name: "Tide Pools" });
  const response = await fetch(`${product.origin}/v1/organizations/${organization.organization_id}/badges`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${organization.authorization_token}:`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ recipient_email: "rosa.lind@requests.example", badge_template_id: template.id }),
  });
  expect(response.status).toBe(422);
  failedId = response.headers.get("x-request-id") ?? "";
});

const rows = (page: Page): Locator => page.getByRole("table", { name: "Requests" }).locator("tr[data-row]");

const signIn = (page: Page, path: string): Promise<void> => signInDean(page, `/developer${path}`);

/** Reloads until the requests are stored, which takes some seconds. */
const waitForRequest = (page: Page, text: string): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(rows(page).filter({ hasText: text }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();

test("a failed request is found by its id, and shows what was wrong without the address", async ({
  page,
}) => {
  await signIn(page, "/requests");
  await waitForRequest(page, "POST /badges");
  await page.getByLabel("Request ID").fill(failedId);
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(new RegExp(`request_id=${failedId}`));
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByText("422").click();
  const panel = page.getByRole("dialog", { name: "Selected request" });
  await expect(panel.getByRole("heading", { name: "POST /badges" })).toBeVisible();
  await expect(panel.getByLabel("Request", { exact: true })).toContainText(template.id);
  await expect(panel.getByLabel("Request", { exact: true })).toContainText("[e-mail]");
  await expect(panel.getByLabel("Response", { exact: true })).toContainText("errors");
  await expect(panel).toContainText(failedId);
  expect(await page.content()).not.toContain("rosa.lind");

  await test.step("the page of the request has the same", async () => {
    await panel.getByRole("link", { name: "Open page" }).click();
    await expect(page.locator("h1")).toHaveText("POST /badges");
    await expect(page.locator("main").getByLabel("Response", { exact: true })).toContainText("errors");
  });
});

test("filters are in the address, and a wrong id is explained", async ({ page }) => {
  await signIn(page, "/requests");
  await page.getByLabel("Status").selectOption("All errors");
  await page.getByLabel("Method").selectOption("POST");
  await page.getByLabel("Words of the path").fill("badges");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(/status=error&method=POST&path=badges$/);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(consoleUrl("/developer/requests?request_id=abc"));
  await expect(page.getByText("“abc” is not a request ID.")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(rows(page).filter({ hasText: "POST /badge_templates" })).not.toHaveCount(0);
});

test("the panel opens with the keyboard alone", async ({ page }) => {
  await signIn(page, `/requests?request_id=${failedId}`);
  await tabAndPress(page, page.getByRole("button", { name: "Actions on POST /badges" }), "Enter");
  await expect(page.getByRole("menuitem", { name: "Quick view" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Selected request" })).toContainText("422");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an event: found by type, with the body of its webhook", async ({ page }) => {
  await signIn(page, "/events");
  await page.getByLabel("Event type").selectOption("badge_template.created");
  await page.getByLabel("ID of a badge, template or employee").fill(template.id);
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(new RegExp(`event_type=badge_template.created&subject_id=${template.id}$`));
  await page.getByRole("link", { name: "badge_template.created" }).click();
  await expect(page.locator("h1")).toHaveText("badge_template.created");
  const payload = JSON.parse((await page.getByLabel("Body of the webhook").textContent()) ?? "") as object;
  expect(Object.keys(payload)).toEqual([
    "id",
    "organization_id",
    "event_type",
    "occurred_at",
    "delivered_at",
  ]);
  expect(payload).toMatchObject({ organization_id: organization.organization_id });
  await expect(page.getByLabel("Event in the API", { exact: true })).toContainText("Tide Pools");
  await expect(page.locator("main")).toContainText("Not sent.");
});

test("the event types: when each is sent, and what is sent", async ({ page }) => {
  await signIn(page, "/webhooks");
  await page.getByRole("link", { name: "Event types" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "badge.privacy.changed" });
  await expect(item).toContainText("An earner makes a badge public or private.");
  await item.getByText("Sample payload").click();
  const sample = await item.getByLabel("Payload of badge.privacy.changed", { exact: true }).textContent();
  expect(JSON.parse(sample ?? "")).toMatchObject({
    organization_id: organization.organization_id,
    event_type: "badge.privacy.changed",
  });
  await expect(page.getByText("When this attempt was made.")).toBeVisible();
});

// pages.spec.ts checks the pages as they open.
for (const width of [1440, 390])
  test(`errors and a request in the panel pass the checks of a page at ${width} px`, async ({ browser }) => {
    const page = await openPage(browser, width, "light");
    await signIn(page, "/requests?status=error");
    const problems = await inspectPage(page, "errors");
    await rows(page).first().getByText("422").click();
    await expect(page.getByRole("dialog").getByLabel("Response", { exact: true })).toBeVisible();
    problems.push(...(await inspectPage(page, "a request in the panel")));
    await page.getByRole("link", { name: "Open page" }).click();
    await page.waitForURL(/requests\/[\da-f-]{36}$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
