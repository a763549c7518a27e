import { expect, type Browser, type Page } from "@playwright/test";
import { inspectPage } from "../support/browser/console-pages";
import { product, sendAsHarborCollege, useHarborCollege } from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { waitForMailedLink } from "../support/delivery/mailbox";

let templateId: string;

useHarborCollege();
test.beforeAll(async () => {
  const template = {
    name: "Knots & Ropes",
    description: "Ties twelve knots.",
    skills: ["Knots"],
    state: "active",
    global_activity_url: "https://example.org/knots",
  };
  templateId = (await sendAsHarborCollege("POST", "/badge_templates", template)).id;
});

async function mailedBadge(email: string): Promise<{ id: string; link: string }> {
  const { id } = await sendAsHarborCollege("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: email,
    issued_to_first_name: "Ines",
    issued_to_last_name: "Duarte",
    issued_at: "2026-11-01",
    locale: "en",
  });
  return { id, link: await waitForMailedLink(product.dataDir, email, "accept") };
}

type Options = Parameters<Browser["newContext"]>[0];

async function openLink(browser: Browser, link: string, options: Options): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

const phone = { viewport: { width: 390, height: 844 } };
const sharePanel = (page: Page) => page.getByRole("region", { name: "Share your badge" });
const hrefOf = async (page: Page, name: string): Promise<URL> =>
  new URL(
    (await sharePanel(page).getByRole("link", { name }).getAttribute("href")) ?? "nothing:",
    product.origin,
  );

/** Where the server leads from a link that it counts. */
async function targetOf(page: Page, name: string): Promise<URL> {
  const { href } = await hrefOf(page, name);
  const { location = "" } = (await page.request.get(href, { maxRedirects: 0 })).headers();
  return new URL(location);
}

test("an accepted badge is shared from the page of its mail, without JavaScript and without signing in", async ({
  browser,
}) => {
  const { id, link } = await mailedBadge("ines.plain@accepted-moment.example");
  const page = await openLink(browser, link, { ...phone, javaScriptEnabled: false });
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The badge is yours" })).toBeVisible();
  const address = `${product.origin}/badges/${id}`;
  expect((await targetOf(page, "Add to LinkedIn profile")).searchParams.get("certUrl")).toBe(address);
  expect((await targetOf(page, "Post on LinkedIn")).searchParams.get("url")).toBe(address);
  const post = await targetOf(page, "Post on X");
  expect(post.searchParams.get("url")).toBe(address);
  expect(post.searchParams.get("text")).toBe("I earned the badge “Knots & Ropes” from Harbor College.");
  expect((await targetOf(page, "Send on WhatsApp")).searchParams.get("text")).toContain(address);
  expect((await hrefOf(page, "Send by e-mail")).searchParams.get("body")).toContain(address);
  await expect(page.getByLabel("Address of the badge")).toHaveValue(address);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
  const story = await page.request.get((await hrefOf(page, "Story image")).href);
  expect([story.status(), story.headers()["content-type"]]).toEqual([200, "image/png"]);
  // The account of this address was never opened, so that comes first.
  await expect(sharePanel(page).getByRole("link", { name: "Add to a wallet" })).toHaveAttribute(
    "href",
    "#keep",
  );
  for (const one of await sharePanel(page).getByRole("link").all()) {
    expect(await one.getAttribute("href")).not.toContain("token");
  }
  await page.context().close();
});

test("a private badge says so, has no public story, and one tap makes it public", async ({ browser }) => {
  const { id, link } = await mailedBadge("ines.private@accepted-moment.example");
  const page = await openLink(browser, link, { ...phone, javaScriptEnabled: false });
  await page.getByRole("button", { name: "Accept privately" }).click();
  await expect(page.getByText("This badge is private. Make it public to share it.")).toBeVisible();
  await expect(sharePanel(page).getByRole("link")).toHaveCount(0);
  const story = `${product.origin}/badges/${id}/story.png`;
  expect((await fetch(story)).status).toBe(404);
  await page.getByRole("button", { name: "Make badge public" }).click();
  await expect(page.getByRole("heading", { name: "The badge is yours" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Story image" })).toBeVisible();
  expect((await fetch(story)).status).toBe(200);
  await page.context().close();
});

test("the picture rises once, and stands still for people who want less motion", async ({ browser }) => {
  const { link } = await mailedBadge("ines.motion@accepted-moment.example");
  const page = await openLink(browser, link, { ...phone, reducedMotion: "no-preference" });
  const animationOfPicture = () =>
    page
      .getByRole("img", { name: "Badge: Knots & Ropes" })
      .evaluate((img) => getComputedStyle(img).animationName);
  expect(await animationOfPicture()).toBe("none");
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The badge is yours" })).toBeVisible();
  expect(await animationOfPicture()).toBe("badge-rise");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animationOfPicture()).toBe("none");
  expect(await inspectPage(page, "accepted")).toEqual([]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeAttached();
  await page.goto(link);
  expect(await animationOfPicture()).toBe("none");
  await page.context().close();
});
