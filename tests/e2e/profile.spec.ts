import { expect, type Locator, type Page } from "@playwright/test";
import { getDocumentProxy } from "unpdf";
import { inspectPage, openPage } from "../support/browser/console-pages";
import { checkRequests, openAccount } from "../support/browser/earner-pages";
import {
  createTidalZones,
  product,
  sendAsHarborCollege,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { readTranslators } from "../support/browser/words";

// The public profile: its introduction, address, preview and links, and how it prints.

const EMAIL = "mira.profile@profile.example";
const HEADLINE = "Diver & <b>marine biologist</b>";
const INTRODUCTION =
  "I count limpets.\n\nSee https://example.org/limpets or <a href='https://example.org'>ask</a>.";

let page: Page;
let unknown: string[];
let generated: string;

test.describe.configure({ mode: "serial" });
useHarborCollege();
const { wallet: w, accept: words, public: p } = await readTranslators("en");

const url = (path: string): string => product.origin + path;
const account = (): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: w("account.profile_section") }) });
const save = (): Promise<void> =>
  account()
    .getByRole("button", { name: w("common.save"), exact: true })
    .click();
const saved = (): Locator => page.getByRole("status").getByText(w("common.saved"));
const addressField = (): Locator => account().locator("input[name=profile_address]");

/** Inspects the page as on a phone, and wide. */
async function inspectBoth(name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await inspectPage(page, name)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const readUrl = async (): Promise<string> => (await (await page.request.get(url("/v1/me"))).json()).data.url;

test.beforeAll(async ({ browser }) => {
  const templateId = (await createTidalZones()).id;
  page = await openPage(browser, 1440, "light");
  await openAccount(page, { send: sendAsHarborCollege, dataDir: product.dataDir, templateId, email: EMAIL });
  unknown = checkRequests(page);
  generated = await readUrl();
});

test.afterEach(() => expect(unknown).toEqual([]));

test("the headline and the introduction are saved and shown as plain text with their lines", async () => {
  await page.goto(url("/wallet/account"));
  await account().getByLabel(w("account.headline")).fill(HEADLINE);
  await account().getByLabel(w("account.bio")).fill(INTRODUCTION);
  await save();
  await expect(saved()).toBeVisible();
  await page.reload();
  await expect(account().getByLabel(w("account.headline"))).toHaveValue(HEADLINE);
  await expect(account().getByLabel(w("account.bio"))).toHaveValue(INTRODUCTION);
  await inspectBoth("account");

  await page.goto(generated);
  await expect(page.getByText(HEADLINE, { exact: true })).toBeVisible();
  const introduction = page.getByRole("main").getByText("I count limpets.");
  expect(await introduction.evaluate((element) => (element as HTMLElement).innerText)).toBe(INTRODUCTION);
  await expect(introduction.getByRole("link")).toHaveCount(0);
  await inspectBoth("profile");
});

test("an invalid and a taken address are refused at the field; the former one leads to the one chosen", async () => {
  await page.goto(url("/wallet/account"));
  for (const [text, message] of [
    ["-mira-", "address_invalid"],
    ["support", "address_taken"],
    ["", "required"],
  ] as const) {
    await addressField().fill(text);
    await save();
    await expect(account().getByText(w(`errors.${message}`))).toBeVisible();
    await expect(addressField()).toBeFocused();
    await expect(addressField()).toHaveValue(text);
  }
  await inspectBoth("refused address");
  expect(await readUrl()).toBe(generated);

  await addressField().fill("mira-okafor");
  await save();
  await expect(saved()).toBeVisible();
  await expect(account().getByRole("link", { name: url("/users/mira-okafor") })).toBeVisible();
  const former = await page.request.get(generated, { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([308, url("/users/mira-okafor")]);
  await page.goto(generated);
  await expect(page).toHaveURL(url("/users/mira-okafor"));
});

test("the wallet shares the profile: links, the copied address, a code and the system's dialog", async () => {
  const address = url("/users/mira-okafor");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.origin });
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.title = JSON.stringify(data);
      return Promise.reject(new DOMException("closed", "AbortError"));
    };
  });
  await page.goto(url("/wallet/account"));
  const targets = {
    linkedin_post: "www.linkedin.com",
    x: "x.com",
    whatsapp: "wa.me",
  } as const;
  for (const [network, host] of Object.entries(targets)) {
    const link = account().getByRole("link", { name: words(`share.${network as keyof typeof targets}`) });
    const target = new URL((await link.getAttribute("href")) ?? "");
    expect(target.host).toBe(host);
    expect([...target.searchParams.values()].join()).toContain(address);
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }
  const mail = account().getByRole("link", { name: words("share.mail") });
  expect(await mail.getAttribute("href")).toMatch(/^mailto:\?subject=My%20badges/);
  await account().getByRole("button", { name: /^Copy/ }).click();
  await expect(page.getByRole("status").getByText(w("common.copied"))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await account().getByText(w("badge.qr"), { exact: true }).click();
  await expect(account().getByRole("img", { name: w("account.qr_profile") })).toBeVisible();
  await inspectBoth("account with code");
  await account()
    .getByRole("button", { name: w("account.share_now") })
    .click();
  await expect(page).toHaveTitle(JSON.stringify({ title: w("account.share_text"), url: address }));
});

test("the public page has a preview, links and a code, without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const shown = await context.newPage();
  await shown.goto(url("/users/mira-okafor"));
  const image = await shown.locator("meta[property='og:image']").getAttribute("content");
  expect(image).toBe(url("/users/mira-okafor/card.png"));
  const card = await page.request.get(image ?? "");
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);
  await expect(shown.locator("meta[name='twitter:card']")).toHaveAttribute("content", "summary_large_image");
  await expect(shown.locator("link[rel=canonical]")).toHaveAttribute("href", url("/users/mira-okafor"));
  const data = JSON.parse((await shown.locator("script[type='application/ld+json']").textContent()) ?? "");
  expect(data.mainEntity).toMatchObject({
    "@type": "Person",
    name: "Mira Okafor",
    description: HEADLINE,
    hasCredential: [{ name: "Tidal Zones" }],
  });
  const share = shown.getByRole("navigation", { name: p("share.label") });
  await expect(share.getByRole("link")).toHaveText(["LinkedIn", "X", "WhatsApp", "E-mail"]);
  for (const link of await share.getByRole("link").all())
    expect(decodeURIComponent((await link.getAttribute("href")) ?? "")).toContain(url("/users/mira-okafor"));
  await share.getByText(p("share.qr"), { exact: true }).click();
  await expect(share.getByRole("img", { name: p("profile.qr", { name: "Mira Okafor" }) })).toBeVisible();
  await context.close();
});

test("the printed page is one sheet with the address and the badges, without buttons and links to share", async () => {
  await page.goto(url("/users/mira-okafor"));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("heading", { level: 1, name: "Mira Okafor" })).toBeVisible();
  await expect(page.getByText(p("profile.current", { address: url("/users/mira-okafor") }))).toBeVisible();
  await expect(page.getByRole("main").getByText("Tidal Zones")).toBeVisible();
  await expect(page.getByRole("main").getByText("Harbor College")).toBeVisible();
  await expect(page.getByRole("main").getByRole("img", { name: /QR code/ })).toBeVisible();
  for (const role of ["button", "navigation", "banner", "contentinfo", "combobox"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  // The only links are those of the badges.
  await expect(page.getByRole("link")).toHaveCount(1);
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: "A4" })));
  expect(pdf.numPages).toBe(1);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
});
