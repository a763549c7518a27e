import { expect, type Locator, type Page } from "@playwright/test";
import { inspectPage, openPage, tabAndPress } from "../support/browser/console-pages";
import { checkRequests, openAccount } from "../support/browser/earner-pages";
import {
  createTidalZones,
  product,
  sendAsHarborCollege,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

// Collections of badges: created and put in order by keyboard, and seen on the public profile.

const EMAIL = "mira.collects@collections.example";

let page: Page;
let unknown: string[];

test.describe.configure({ mode: "serial" });
useHarborCollege();

const url = (path: string): string => product.origin + path;
const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const message = (text: string): Locator => page.getByRole("status").getByText(text);
const region = (name: string): Locator => page.getByRole("region", { name, exact: true });

/** Issues a public badge of a new template with this name, and accepts it. */
async function addBadge(name: string): Promise<void> {
  const created = await sendAsHarborCollege("POST", "/badge_templates", {
    name,
    description: "Knows the sea.",
    skills: ["Sea"],
    state: "active",
    global_activity_url: "https://example.org/sea",
  });
  const badge = await sendAsHarborCollege("POST", "/badges", {
    badge_template_id: created.id,
    recipient_email: EMAIL,
    issued_to_first_name: "Mira",
    issued_to_last_name: "Okafor",
    issued_at: "2026-04-01",
  });
  const headers = { origin: product.origin, "content-type": "application/json" };
  const accepted = await page.request.post(url(`/v1/me/badges/${badge.id}/accept`), {
    headers,
    data: { private: false },
  });
  expect(accepted.status()).toBe(200);
}

async function createCollection(name: string): Promise<void> {
  await page.goto(url("/wallet/collections"));
  await page.getByLabel("Name of the new collection").fill(name);
  await button("Create collection").click();
  await page.waitForURL(/\/wallet\/collections\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Inspects the page as on a phone, and wide. */
async function inspectHere(name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await inspectPage(page, name)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test.beforeAll(async ({ browser }) => {
  const templateId = (await createTidalZones()).id;
  page = await openPage(browser, 1440, "light");
  await openAccount(page, { send: sendAsHarborCollege, dataDir: product.dataDir, templateId, email: EMAIL });
  for (const name of ["First Aid", "Sea Rescue", "Weather"]) await addBadge(name);
  unknown = checkRequests(page);
});

test.afterEach(() => expect(unknown).toEqual([]));

test("a collection takes badges, whose order the keyboard changes", async () => {
  await createCollection("Rescue");
  const collected = region("Badges in this collection");
  for (const name of ["Sea Rescue", "First Aid"]) {
    await button(`Add “${name}” to this collection`).click();
    await expect(collected.getByRole("link", { name })).toBeVisible();
  }
  const names = collected.getByRole("heading", { level: 3 });
  await expect(names).toHaveText(["Sea Rescue", "First Aid"]);

  const down = button("Move “Sea Rescue” down");
  await tabAndPress(page, down, "Enter");
  await expect(names).toHaveText(["First Aid", "Sea Rescue"]);
  await expect(message("“Sea Rescue” is now number 2 of 2.")).toBeVisible();
  await expect(down).toBeFocused();
  await expect(down).toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(names).toHaveText(["First Aid", "Sea Rescue"]);
  await inspectHere("collection");
});

test("collections are moved, renamed and shown on the public profile", async () => {
  await createCollection("Sky");
  await button("Add “Weather” to this collection").click();
  await expect(region("Badges in this collection").getByRole("link", { name: "Weather" })).toBeVisible();
  await page.getByLabel("Name of the collection").fill("Sky and weather");
  await button("Save").click();
  await expect(page.getByRole("heading", { level: 1, name: "Sky and weather" })).toBeVisible();

  await page.goto(url("/wallet/collections"));
  const names = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(names).toHaveText(["Rescue", "Sky and weather"]);
  const up = button("Move “Sky and weather” up");
  await tabAndPress(page, up, "Enter");
  await expect(names).toHaveText(["Sky and weather", "Rescue"]);
  await expect(up).toBeFocused();
  await inspectHere("collections");

  const me = await page.request.get(url("/v1/me"));
  await page.goto((await me.json()).data.url);
  const groups = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(groups).toHaveText(["Sky and weather", "Rescue", "Other badges"]);
  await expect(region("Rescue").getByRole("listitem")).toContainText(["First Aid", "Sea Rescue"]);
  await inspectHere("profile with collections");
});

test("a change in one window does not undo that of another, which is shown", async () => {
  await page.goto(url("/wallet/collections"));
  await page.getByRole("link", { name: "Rescue", exact: true }).click();
  const names = region("Badges in this collection").getByRole("heading", { level: 3 });
  await expect(names).toHaveText(["First Aid", "Sea Rescue"]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Move “First Aid” down" }).click();
  await expect(other.getByRole("status").getByText("“First Aid” is now number 2 of 2.")).toBeVisible();
  await other.close();

  await button("Add “Tidal Zones” to this collection").click();
  await expect(page.getByText("This collection was changed in another window.")).toBeVisible();
  await expect(names).toHaveText(["Sea Rescue", "First Aid"]);
  await inspectHere("collection that was changed elsewhere");
  await button("Add “Tidal Zones” to this collection").click();
  await expect(names).toHaveText(["Sea Rescue", "First Aid", "Tidal Zones"]);
});

test("a deleted collection leaves its badges", async () => {
  await page.goto(url("/wallet/collections"));
  await page.getByRole("link", { name: "Sky and weather" }).click();
  await button("Delete collection").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete collection" }).click();
  await page.waitForURL(/\/wallet\/collections$/);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["Rescue"]);
  await page.goto(url("/wallet"));
  await expect(page.getByRole("link", { name: "Weather" })).toBeVisible();
});
