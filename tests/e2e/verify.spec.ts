import { expect, type Browser, type Page } from "@playwright/test";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import type { Product } from "../support/platform/product";
import { test } from "../support/browser/shared-product";

// A person who received a badge checks it: in German, and without JavaScript.

let product: Product;
let issuer: Issuer;
let badgeId: string;

test.beforeAll(async ({ sharedProduct }) => {
  product = sharedProduct;
  issuer = await createIssuer(product, "https://example.org/hook");
  const issued = await callApi(product.origin, issuer, buildBadgeRequest(issuer, "ada@verify.example"));
  const { data } = (await issued.json()) as { data: { id: string; accept_badge_url: string } };
  badgeId = data.id;
  const token = new URL(data.accept_badge_url).searchParams.get("token") ?? "";
  await fetch(`${product.origin}/accept/${badgeId}/answer`, {
    method: "POST",
    body: new URLSearchParams({ token, answer: "accept" }),
    redirect: "manual",
  });
});

const assertion = () => `${product.origin}/v1/obi/v2/badge_assertions/${badgeId}`;

/** Opens the verification page in a German browser without scripts. */
async function openForms(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(`${product.origin}/verify`);
  await expect(page.getByRole("heading", { level: 1, name: "Badge prüfen" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  return page;
}

const verdict = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

/** Gives the page a camera with an empty picture, and a reader that finds these codes in it one after the other. */
const installScanner = (codes: string[]) => {
  const canvas = document.createElement("canvas");
  // A picture that never changes sends no frames.
  const drawing = canvas.getContext("2d");
  setInterval(() => drawing?.fillRect(0, 0, 1, 1), 50);
  Object.assign(navigator.mediaDevices, { getUserMedia: () => Promise.resolve(canvas.captureStream(5)) });
  class Detector {
    detect = () => Promise.resolve([codes.shift()].flatMap((rawValue) => (rawValue ? [{ rawValue }] : [])));
  }
  Object.assign(window, { BarcodeDetector: Detector });
};

test("a badge is verified by the QR code that the camera sees", async ({ browser }) => {
  const context = await browser.newContext({ locale: "en-US" });
  const address = `${product.origin}/badges/${badgeId}`;
  const page = await context.newPage();
  await page.addInitScript(installScanner, ["not an address", address]);
  const response = await page.goto(`${product.origin}/verify`);
  expect(response?.headers()["permissions-policy"]).toContain("camera=(self)");
  await page.getByRole("button", { name: "Scan a QR code" }).click();
  await page.waitForURL((url) => url.searchParams.get("url") === address);
  await expect(page.getByRole("heading", { level: 2, name: "This badge is valid" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "It is an Open Badge" })).toBeVisible();
});

test("the API verifies the same badge, and says what was altered in a copy", async () => {
  const credential = (await (await fetch(`${product.origin}/v1/obi/v3/credentials/${badgeId}`)).json()) as {
    name: string;
  };
  const verify = async (body: object) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${product.origin}/v1/verify`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: object }).data;
  };
  expect(await verify(credential)).toMatchObject({ status: "valid", issued_here: true });
  expect(await verify({ credential: { ...credential, name: "Doctor" } })).toMatchObject({
    status: "altered",
    differences: [{ field: "name", issued: credential.name, given: "Doctor" }],
  });
});

test("a badge is verified by its address and by its file, until it is revoked", async ({ browser }) => {
  const page = await openForms(browser);
  await test.step("by the address of its page, with a link that can be shared", async () => {
    await page.getByLabel("Adresse des Badges").fill(`${product.origin}/badges/${badgeId}`);
    await page.getByRole("button", { name: "Prüfen", exact: true }).click();
    await expect(verdict(page, "Dieses Badge ist gültig")).toBeVisible();
    await expect(page.getByText("Ada Okafor")).toBeVisible();
    await expect(page.getByText("1. April 2026")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("url")).toBe(`${product.origin}/badges/${badgeId}`);
  });
  await test.step("by its baked image, with the same result", async () => {
    const image = await fetch(`${assertion()}/image`);
    const buffer = Buffer.from(await image.arrayBuffer());
    await page.getByLabel("Datei des Badges").setInputFiles({ name: "b.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Datei prüfen" }).click();
    await expect(verdict(page, "Dieses Badge ist gültig")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("url")).toBe(assertion());
  });
  await test.step("an invalid file is refused, and the language can be changed on the result", async () => {
    const buffer = Buffer.from("nothing of the kind");
    await page
      .getByLabel("Datei des Badges")
      .setInputFiles({ name: "b.txt", mimeType: "text/plain", buffer });
    await page.getByRole("button", { name: "Datei prüfen" }).click();
    await expect(verdict(page, "Kein Badge gefunden")).toBeVisible();
    await page.locator("footer summary").click();
    await page.getByRole("link", { name: "日本語" }).click();
    await expect(verdict(page, "バッジが見つかりません")).toBeVisible();
    await page.goto(`${product.origin}/verify?lang=de`);
  });
  await test.step("once revoked, the result says so, and so do its documents", async () => {
    const reason = { reason: "Issued by mistake." };
    await callApi(product.origin, issuer, ["PUT", `/badges/${badgeId}/revoke`, reason]);
    await page.getByLabel("Adresse des Badges").fill(assertion());
    await page.getByRole("button", { name: "Prüfen", exact: true }).click();
    await expect(verdict(page, "Dieses Badge wurde widerrufen")).toBeVisible();
    const answer = await fetch(assertion());
    expect([answer.status, await answer.json()]).toEqual([410, expect.objectContaining({ revoked: true })]);
  });
});

test("the documents are public, below /v1 and without it", async () => {
  for (const path of ["/v1/obi", "/obi"]) {
    const address = `${product.origin}${path}/v3/issuers/${issuer.organization_id}`;
    const answer = await fetch(address, { headers: { origin: "https://elsewhere.example" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/ld+json"]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.getSetCookie()).toEqual([]);
    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  }
});
