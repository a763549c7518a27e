import { expect, type Browser, type Page } from "@playwright/test";
import type { Locale } from "@/lib/kernel/locales";
import { openPage } from "../support/browser/console-pages";
import {
  sendAsHarborCollege,
  product,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { waitForMailedLink } from "../support/delivery/mailbox";

let templateId: string;

useHarborCollege();
test.beforeAll(async () => {
  const template = {
    name: "Navigation",
    description: "Finds the way by stars.",
    skills: ["Stars"],
    state: "active",
    global_activity_url: "https://example.org/navigation",
  };
  templateId = (await sendAsHarborCollege("POST", "/badge_templates", template)).id;
});

/** Issues a badge. Returns the link in its mail, whose page has the language of the mail. */
async function mailedBadge(email: string, locale: Locale): Promise<{ id: string; link: string }> {
  const { id } = await sendAsHarborCollege("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: email,
    issued_to_first_name: "Léa",
    issued_to_last_name: "Moreau",
    issued_at: "2026-11-01",
    locale,
  });
  return { id, link: await waitForMailedLink(product.dataDir, email, "accept") };
}

/** Opens a browser with this language and without scripts. */
const plainPage = async (browser: Browser, locale: string, width = 320): Promise<Page> =>
  (
    await browser.newContext({ locale, javaScriptEnabled: false, viewport: { width, height: 900 } })
  ).newPage();

test("a badge is accepted in French without JavaScript, and saved in an account with one password", async ({
  browser,
}) => {
  const { link } = await mailedBadge("lea.moreau@accept.example", "fr");
  const page = await plainPage(browser, "fr-FR");
  await page.goto(link);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.getByText("Léa, vous avez obtenu un badge")).toBeVisible();
  await page.getByRole("button", { name: "Accepter", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Ce badge est à vous" })).toBeVisible();
  await expect(page.getByLabel("Prénom")).toHaveValue("Léa");
  await page.getByLabel("Nom", { exact: true }).fill("Morel");
  await page.getByLabel("Mot de passe").fill("LéaMorel2026");
  await page.getByRole("button", { name: "Ouvrir mes badges" }).click();
  await expect(page.getByText("N’utilisez ni votre nom, ni votre adresse e-mail")).toBeVisible();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Morel");
  await page.getByLabel("Mot de passe").fill("une phrase bien à moi");
  const leads = page.waitForResponse((response) => response.url().endsWith("/keep"));
  await page.getByRole("button", { name: "Ouvrir mes badges" }).click();
  expect((await leads).headers().location).toBe(`${product.origin}/wallet`);
  await page.goto(link);
  await expect(page.getByRole("link", { name: "Mes badges" })).toBeVisible();
  const other = await plainPage(browser, "fr-FR");
  await other.goto(link);
  await expect(other.getByRole("link", { name: "Se connecter" })).toBeVisible();
});

test("declining asks for confirmation, in the language chosen from the list", async ({ browser }) => {
  const { link } = await mailedBadge("yuki@accept.example", "en");
  const page = await plainPage(browser, "en-US", 1440);
  await page.goto(link);
  await page.locator("footer summary").click();
  await page.getByRole("link", { name: "日本語" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.getByRole("link", { name: "辞退する…" }).click();
  await page.getByRole("button", { name: "バッジを辞退する" }).click();
  await expect(page.getByRole("heading", { name: "このバッジを辞退しました" })).toBeVisible();
});

test("a badge that was accepted privately has no public page", async ({ browser }) => {
  const { id, link } = await mailedBadge("joao@accept.example", "pt");
  const page = await plainPage(browser, "pt-PT");
  await page.goto(link);
  await page.getByRole("button", { name: "Aceitar em privado" }).click();
  await expect(page.getByRole("heading", { name: "Aceitou este badge em privado" })).toBeVisible();
  expect((await fetch(`${product.origin}/badges/${id}`, { redirect: "manual" })).status).toBe(404);
});

test("invalid links explain the reason, in the reader's language, with their status", async ({ browser }) => {
  const { id, link } = await mailedBadge("kim@accept.example", "ko");
  const page = await plainPage(browser, "ko-KR");
  const wrong = await page.goto(`${product.origin}/accept/${id}?token=wrong`);
  expect(wrong?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "이 링크는 작동하지 않습니다" })).toBeVisible();
  await sendAsHarborCollege("PUT", `/badges/${id}/revoke`, { reason: "Issued twice." });
  const revoked = await page.goto(link);
  expect(revoked?.status()).toBe(410);
  await expect(page.getByText("Issued twice.")).toBeVisible();
});

test("the links for addresses ask first; then an address is confirmed, and two accounts are merged", async ({
  browser,
}) => {
  const first = await mailedBadge("two-accounts@accept.example", "es-ES");
  const stranger = await plainPage(browser, "es-ES");
  await stranger.goto(first.link);
  await stranger.getByRole("button", { name: "Aceptar", exact: true }).click();
  await expect(stranger.getByRole("heading", { name: "La insignia es suya" })).toBeVisible();
  const page = await openPage(browser, 320, "light");
  await signInDean(page);
  await page.goto(first.link);
  await page.getByRole("button", { name: /Añadir two-accounts@accept.example/ }).click();
  await expect(page.getByText(/pertenece a otra cuenta/).first()).toBeVisible();
  const second = await mailedBadge("second@accept.example", "es-ES");
  await page.goto(second.link);
  await page.getByRole("button", { name: /Añadir second@accept.example/ }).click();
  await expect(page.getByText("second@accept.example ya es una dirección de su cuenta.")).toBeVisible();
  await page.getByRole("button", { name: "Aceptar", exact: true }).click();
  await expect(page.getByRole("link", { name: "Mis insignias" })).toBeVisible();
  // The mail is in the language of the account that requested it, which is English.
  await page.goto(
    (await waitForMailedLink(product.dataDir, "two-accounts@accept.example", "merge")).replace(
      "lang=en",
      "lang=es-ES",
    ),
  );
  await expect(
    page.getByRole("heading", { name: "¿Combinar la cuenta de two-accounts@accept.example con la suya?" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Combinar las cuentas" }).click();
  await expect(page.getByRole("heading", { name: "Las cuentas se han combinado" })).toBeVisible();
  await page.goto(`${product.origin}/wallet/emails/01980000-0000-7000-8000-000000000000/confirm?token=x`);
  await expect(page.getByRole("heading", { name: "Este enlace es para otra cuenta" })).toBeVisible();
  await page.getByRole("main").getByRole("button").click();
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fwallet%2Femails/);
  await expect(page.locator("[name=password]")).toBeVisible();
});
