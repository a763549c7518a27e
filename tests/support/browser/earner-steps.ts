import { readFile } from "node:fs/promises";
import { expect, type Download, type Page } from "@playwright/test";
import type { Email } from "postal-mime";
import type { SignInCredentials } from "./console-pages";
import { ISSUER, type BadgeKey, type EarnerStory } from "./earner-life";
import { product } from "./harbor-college";
import { waitForMailTo } from "../delivery/mailbox";

// Steps that earners repeat, in the language of their pages and mails.

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const currentPath = ({ page }: EarnerStory) => new URL(page.url()).pathname;

/** Opens a page of the wallet through its navigation links. */
export async function openWalletPage(
  { page, translate }: EarnerStory,
  part: "badges" | "employers" | "account",
): Promise<void> {
  const nav = page.getByRole("navigation", { name: translate.wallet("nav.label") });
  await nav.getByRole("link", { name: translate.wallet(`nav.${part}`), exact: true }).click();
  await expect(heading(page, translate.wallet(`${part}.title`))).toBeVisible();
}

/** Waits for the mail about a badge, which is in the language of the badge. */
export async function waitForBadgeMail(
  { translate, locale, first, badges, employer }: EarnerStory,
  key: BadgeKey,
  address: string,
) {
  const issuer = key === "own" ? employer.name : ISSUER;
  const mail = await waitForMailTo(product.dataDir, address, badges[key]);
  expect(mail.subject).toBe(translate.mail("pending_badge.subject", { issuer, badge: badges[key] }));
  expect(mail.text).toContain(translate.mail("pending_badge.title", { named: "yes", name: first }));
  expect(mail.html).toContain(`lang="${locale}"`);
  return mail;
}

/** Returns the link of a mail whose path matches `page`. */
export function findLink({ text = "" }: Email, page: RegExp): string {
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  const found = links.find((link) => page.test(new URL(link).pathname));
  if (!found) throw new Error(`No link to ${page.source} in:\n${text}`);
  return found;
}

/** Fetches the public page of a badge with this language preference and without scripts. */
export const fetchPublicPage = async (id: string, language: string) => {
  const headers = { "accept-language": language };
  const response = await fetch(`${product.origin}/badges/${id}`, { headers, redirect: "manual" });
  return { status: response.status, html: await response.text() };
};

/** Signs in on the open page, which is in the earner's language. */
export async function signInOnPage(
  page: Page,
  { translate }: EarnerStory,
  { email, password }: SignInCredentials,
): Promise<void> {
  await page.getByLabel(translate.signIn("email"), { exact: true }).fill(email);
  await page.getByLabel(translate.signIn("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: translate.signIn("submit"), exact: true }).click();
}

/** Opens the link in the mail about a badge. Only the mail determines the language of the page. */
export async function openMailedLink(
  life: EarnerStory,
  key: BadgeKey,
  address: string,
  page = life.page,
): Promise<void> {
  await page.goto(findLink(await waitForBadgeMail(life, key, address), /\/accept\//));
  await expect(page.locator("html")).toHaveAttribute("lang", life.locale);
  await expect(heading(page, life.badges[key])).toBeVisible();
}

/** Sets a password for the account that received the badge, and opens the wallet. */
export async function completeAccount(
  { translate, first, password }: EarnerStory,
  page: Page,
): Promise<void> {
  await expect(page.getByLabel(translate.accept("keep.first_name"), { exact: true })).toHaveValue(first);
  await page.getByLabel(translate.accept("keep.password"), { exact: true }).fill(password);
  await button(page, translate.accept("keep.submit")).click();
  await expect(heading(page, translate.wallet("badges.title"))).toBeVisible();
  await page.waitForLoadState("load");
}

/** Makes the badge on the page public, or private again. */
export async function togglePublic(
  { page, translate }: EarnerStory,
  words: "now_public" | "now_private",
): Promise<void> {
  await page.getByRole("switch", { name: translate.wallet("badge.is_public") }).click();
  await expect(page.getByText(translate.wallet(`badge.${words}`), { exact: true })).toBeVisible();
}

/** Adds an address in the account and waits for the mail that is sent there. */
export async function requestAddress(life: EarnerStory, address: string, subject: string) {
  const { page, translate } = life;
  await openWalletPage(life, "account");
  await page.getByLabel(translate.wallet("account.add_email"), { exact: true }).fill(address);
  await button(page, translate.wallet("account.add")).click();
  await expect(page.getByText(translate.wallet("account.added", { email: address }))).toBeVisible();
  return waitForMailTo(product.dataDir, address, subject);
}

/** Downloads a file from the page, as the browser saves it. */
export async function downloadFile(page: Page, link: string): Promise<{ download: Download; bytes: Buffer }> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: link, exact: true }).click();
  const download = await downloading;
  return { download, bytes: await readFile(await download.path()) };
}
