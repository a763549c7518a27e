import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import {
  administratorCredentials,
  inspectPage,
  measurePageCost,
  openPage,
  signInAt,
} from "../support/browser/console-pages";
import { createSender } from "../support/browser/demonstration-data";
import { test } from "../support/browser/shared-product";
import { createOrganization, type Product } from "../support/platform/product";

// The public page of an issuer: its cover, its badges with a search, and the badges related to one of them.

let product: Product;
let hazel: Awaited<ReturnType<typeof createOrganization>>;
let grafting: string;

const PAGE = "/org/hazel-academy";
const BADGES = ["Hedge laying", "Coppicing", "Orchard care", "Seed saving", "Pollarding", "Beekeeping"];

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ sharedProduct }) => {
  product = sharedProduct;
  hazel = await createOrganization(product.dataDir, {
    name: "Hazel Academy",
    adminEmail: "dean@issuer.example",
  });
  const send = createSender(product.origin, hazel.organization_id, hazel.authorization_token);
  await send("PUT", "", { primary_hex_color: "#ffe14d", bio: "Teaches the care of trees." });
  const create = (name: string, skills: string[]) =>
    send("POST", "/badge_templates", {
      name,
      description: `About ${name}.`,
      global_activity_url: "https://example.org/trees",
      level: "Advanced",
      skills,
    });
  grafting = (await create("Grafting", ["Trees", "Knives & saws"])).id;
  for (const name of BADGES) await create(name, name === "Beekeeping" ? ["Bees"] : ["Trees"]);
});

/** How far content of the open page moved while it loaded. */
const measureShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let total = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(total)));
      }),
  );

test("the administrator uploads a cover in the settings, and sees it on the public page", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  await signInAt(page, `${product.origin}/console/hazel-academy/settings`, administratorCredentials(hazel));
  const cover = page.getByRole("group", { name: "Cover" });
  const picture = sharp({ create: { width: 2000, height: 900, channels: 3, background: "#2f5d3a" } });
  const file = { name: "cover.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
  await cover.locator("input[type=file]").setInputFiles(file);
  await expect(cover.getByRole("img", { name: "The cover" })).toBeVisible();
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(cover.getByRole("button", { name: "Remove" })).toBeVisible();
  expect(await inspectPage(page, "settings")).toEqual([]);
  await page.getByRole("link", { name: "View public page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hazel Academy" })).toBeVisible();
  const shown = page.locator("main img[width='1440']");
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
  await page.context().close();
});

test("the badges are searched by words and by skill, without JavaScript, wide and narrow", async ({
  browser,
}) => {
  for (const width of [1440, 390]) {
    const page = await openPage(browser, width, "light");
    const cards = page.getByRole("main").getByRole("listitem");
    expect(await measurePageCost(page, product.origin + PAGE)).toMatchObject({
      scriptBytes: 0,
      dataRequests: 0,
    });
    expect(await measureShift(page)).toBeLessThanOrEqual(0.05);
    await expect(page.getByRole("heading", { name: "7 badges to earn" })).toBeVisible();
    await page.getByLabel("Search badges").fill("about  ORCHARD");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: "1 result" })).toBeVisible();
    await expect(cards).toHaveText([/Orchard care/]);
    expect(await inspectPage(page, "found")).toEqual([]);
    await page.getByLabel("Skill").selectOption("Bees");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByText("No results")).toBeVisible();
    await expect(page.getByLabel("Search badges")).toHaveValue("about ORCHARD");
    await expect(page.getByLabel("Skill")).toHaveValue("Bees");
    expect(await inspectPage(page, "nothing found")).toEqual([]);
    await page.getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL(product.origin + PAGE);
    await expect(cards).toHaveCount(7);
    await page.context().close();
  }
});

test("a badge leads to related badges and, by its skills, to the badges that have them", async ({
  browser,
}) => {
  const page = await openPage(browser, 390, "dark");
  const path = `${PAGE}/badges/${grafting}`;
  expect(await measurePageCost(page, product.origin + path)).toMatchObject({
    scriptBytes: 0,
    dataRequests: 0,
  });
  const related = page.getByRole("region", { name: "Related badges" });
  await expect(related.getByRole("link")).toHaveText(
    BADGES.filter((name) => name !== "Beekeeping").toSorted(),
  );
  await expect(page.getByText("Advanced")).toBeVisible();
  await expect(page.getByRole("link", { name: "Knives & saws" })).toHaveCount(0);
  expect(await inspectPage(page, "badge")).toEqual([]);
  await page.getByRole("link", { name: "Trees", exact: true }).click();
  await expect(page.getByRole("heading", { name: "6 results" })).toBeVisible();
  await expect(page.getByLabel("Skill")).toHaveValue("Trees");
  await page.goto(product.origin + path);
  await related.getByRole("link", { name: "Pollarding" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pollarding" })).toBeVisible();
  await page.context().close();
});
