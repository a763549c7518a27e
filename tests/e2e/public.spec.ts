import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { listViolations } from "../support/browser/axe";
import { measurePageCost, openPage } from "../support/browser/console-pages";
import { createSender, type Send } from "../support/browser/demonstration-data";
import { test } from "../support/browser/shared-product";
import { createOrganization, type Product } from "../support/platform/product";

const EVIL = `</script><script>document.title="taken"</script>`;

let product: Product;
let send: Send;
let pages: { badge: string; template: string; organization: string; profile: string; embed: string };

/** Accepts as the form on the page of the mail's link does. */
async function accept({
  id,
  accept_badge_url: link,
}: {
  id: string;
  accept_badge_url: string;
}): Promise<void> {
  const token = new URL(link).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token, answer: "accept" });
  const url = `${product.origin}/accept/${id}/answer`;
  const { status } = await fetch(url, { method: "POST", body, redirect: "manual" });
  expect(status).toBe(303);
}

async function issue(templateId: string, more: Record<string, unknown> = {}) {
  const badge = await send("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: "grace@public.example",
    issued_to_first_name: "Grace",
    issued_to_last_name: "Hopper",
    issued_at: "2026-04-01T09:41:00Z",
    ...more,
  });
  await accept(badge);
  return badge;
}

/** Treats the addresses of earners who accepted through the issuer's link as confirmed, which gives them pages. */
async function proveAddresses(): Promise<void> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query(
    "UPDATE user_emails SET confirmed_at = now() WHERE confirmed_at IS NULL AND email LIKE '%@public.example'",
  );
  await client.end();
}

const template = (name: string, more: Record<string, unknown> = {}) =>
  send("POST", "/badge_templates", {
    name,
    description: "Xyz.",
    global_activity_url: "https://example.org/course",
    enable_earn_this_badge: true,
    level: "Advanced",
    skills: ["Zxy"],
    criteria_url: "https://example.org/criteria",
    badge_template_activities: [{ activity_type: "Course", title: "Qwe" }],
    alignments: [{ name: "Asd", url: "https://example.org/standard" }],
    ...more,
  });

test.beforeAll(async ({ sharedProduct }) => {
  product = sharedProduct;
  const created = await createOrganization(product.dataDir, {
    name: "Wxyz",
    adminEmail: "dean@public.example",
  });
  send = createSender(product.origin, created.organization_id, created.authorization_token);
  await send("PUT", "", { primary_hex_color: "#7a1f3d", website_url: "https://wxyz.example", bio: "Bcd." });
  const own = await template(`Zyx ${EVIL}`);
  const evidence = [{ type: "PlainTextEvidence", title: "Rty", description: "Fgh." }];
  const badge = await issue(own.id, { evidence, expires_at: "2026-06-01T00:00:00Z" });
  await issue((await template("Yxz")).id);
  expect((await send("GET", `/badges/${badge.id}`)).user.url).toBeNull();
  await proveAddresses();
  const { user } = await send("GET", `/badges/${badge.id}`);
  pages = {
    badge: `/badges/${badge.id}`,
    template: `/org/wxyz/badges/${own.id}`,
    organization: "/org/wxyz",
    profile: new URL(user.url as string).pathname,
    embed: `/embed/badges/${badge.id}`,
  };
});

test("no page sends any JavaScript, and text from users is never executed", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  for (const path of Object.values(pages)) {
    expect(await measurePageCost(page, product.origin + path), path).toMatchObject({
      scriptBytes: 0,
      dataRequests: 0,
    });
    expect(await page.title()).not.toBe("taken");
  }
  await page.goto(product.origin + pages.badge);
  await expect(page.locator("h1")).toHaveText(`Zyx ${EVIL}`);
  const data = JSON.parse((await page.locator("script[type='application/ld+json']").textContent()) ?? "");
  expect(data).toMatchObject({ "@type": "EducationalOccupationalCredential", name: `Zyx ${EVIL}` });
  expect(await page.locator("script").count()).toBe(1);
  const forms = await page
    .locator("head link[rel='alternate'][type]")
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute("type") ?? "", link.getAttribute("href") ?? ""] as const),
    );
  expect(forms.map(([type]) => type)).toEqual([
    "application/ld+json",
    "application/vc",
    "application/vc+jwt",
    "application/json+oembed",
  ]);
  for (const [type, address] of forms) {
    const answer = await fetch(new URL(new URL(address).pathname + new URL(address).search, product.origin));
    expect([answer.status, answer.headers.get("content-type")], address).toEqual([
      200,
      type.startsWith("application/vc") && !type.endsWith("jwt")
        ? "application/ld+json"
        : type.replace("+oembed", ""),
    ]);
  }
  expect(refused).toEqual([]);
  await page.context().close();
});

for (const width of [1440, 390]) {
  test(`each page leads to verification and sign-in, ${width} px wide`, async ({ browser }) => {
    const page = await openPage(browser, width, "light");
    for (const path of [pages.badge, pages.template, pages.organization, pages.profile, "/verify"]) {
      await page.goto(product.origin + path);
      const links = page.getByRole("banner").getByRole("link");
      await expect(links, path).toHaveText(["Verify", "Sign in"]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await listViolations(page), path).toEqual([]);
    }
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link")).toHaveCount(0);
    await page.goto(product.origin + pages.badge);
    await page.getByRole("link", { name: "Verify", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Verify a badge" })).toBeVisible();
    await page.context().close();
  });
}

test("a page is revalidated with its ETag, and is gone at once when the badge is revoked", async () => {
  const badge = await issue((await template("Revoked")).id, { recipient_email: "ada@public.example" });
  const url = `${product.origin}/badges/${badge.id}`;
  const first = await fetch(url);
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  expect(first.headers.get("content-security-policy")).toContain("script-src 'none'");
  const etag = first.headers.get("etag") ?? "";
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  await send("PUT", `/badges/${badge.id}/revoke`, { reason: "No." });
  const gone = await fetch(url, { headers: { "if-none-match": etag, "accept-language": "ja" } });
  expect(gone.status).toBe(410);
  expect(await gone.text()).toContain("このバッジは取り消されました");
});

/** A page of another site, which shows the card of a badge. */
async function otherSite(frame: string) {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>x</title><iframe src="${frame}" width="400" height="200"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const inFrame = (page: Page) => page.frameLocator("iframe").locator("body");

test("the card can be shown inside other sites, and the page of the badge cannot", async ({ page }) => {
  const card = await otherSite(product.origin + pages.embed);
  await page.goto(card.url);
  await expect(inFrame(page)).toContainText("Grace Hopper");
  await expect(inFrame(page)).toContainText("Expired on June 1, 2026");
  card.server.close();
  const whole = await otherSite(product.origin + pages.badge);
  await page.goto(whole.url);
  await expect(inFrame(page)).not.toContainText("Grace Hopper");
  whole.server.close();
});

test("a link to a badge has a preview image, and the badge has a certificate", async ({ page }) => {
  await page.goto(product.origin + pages.badge);
  const image = await page.locator("meta[property='og:image']").getAttribute("content");
  const picture = await page.request.get(image ?? "");
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  const certificate = await page.request.get(`${product.origin}${pages.badge}/certificate.pdf`);
  expect([certificate.status(), certificate.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  expect((await certificate.body()).subarray(0, 5).toString()).toBe("%PDF-");
});
