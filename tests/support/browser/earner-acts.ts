import { readFile } from "node:fs/promises";
import { expect, type Download, type Page } from "@playwright/test";
import type { Email } from "postal-mime";
import type { Who } from "./console-pages";
import { ISSUER, type BadgeKey, type Life } from "./earner-life";
import { product } from "./harbor-college";
import { mailTo } from "../delivery/mailbox";

// Steps that earners repeat, in the language of their pages and mails.

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const pathOf = ({ page }: Life) => new URL(page.url()).pathname;

/** Opens a page of the wallet through its navigation links. */
export async function go({ page, say }: Life, part: "badges" | "employers" | "account"): Promise<void> {
  const nav = page.getByRole("navigation", { name: say.wallet("nav.label") });
  await nav.getByRole("link", { name: say.wallet(`nav.${part}`), exact: true }).click();
  await expect(heading(page, say.wallet(`${part}.title`))).toBeVisible();
}

/** Waits for the mail about a badge, which is in the language of the badge. */
export async function badgeMail(
  { say, locale, first, badges, employer }: Life,
  key: BadgeKey,
  address: string,
) {
  const issuer = key === "own" ? employer.name : ISSUER;
  const mail = await mailTo(product.dataDir, address, badges[key]);
  expect(mail.subject).toBe(say.mail("pending_badge.subject", { issuer, badge: badges[key] }));
  expect(mail.text).toContain(say.mail("pending_badge.title", { named: "yes", name: first }));
  expect(mail.html).toContain(`lang="${locale}"`);
  return mail;
}

/** Returns the link of a mail whose path matches `page`. */
export function linkIn({ text = "" }: Email, page: RegExp): string {
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  const found = links.find((link) => page.test(new URL(link).pathname));
  if (!found) throw new Error(`No link to ${page.source} in:\n${text}`);
  return found;
}

/** Fetches the public page of a badge with this language preference and without scripts. */
export const readPage = async (id: string, language: string) => {
  const headers = { "accept-language": language };
  const response = await fetch(`${product.origin}/badges/${id}`, { headers, redirect: "manual" });
  return { status: response.status, html: await response.text() };
};

/** Signs in on the open page, which is in the earner's language. */
export async function signInThere(page: Page, { say }: Life, { email, password }: Who): Promise<void> {
  await page.getByLabel(say.signIn("email"), { exact: true }).fill(email);
  await page.getByLabel(say.signIn("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: say.signIn("submit"), exact: true }).click();
}

/** Opens the link in the mail about a badge. Only the mail determines the language of the page. */
export async function openMail(life: Life, key: BadgeKey, address: string, page = life.page): Promise<void> {
  await page.goto(linkIn(await badgeMail(life, key, address), /\/accept\//));
  await expect(page.locator("html")).toHaveAttribute("lang", life.locale);
  await expect(heading(page, life.badges[key])).toBeVisible();
}

/** Sets a password for the account that received the badge, and opens the wallet. */
export async function keep({ say, first, password }: Life, page: Page): Promise<void> {
  await expect(page.getByLabel(say.accept("keep.first_name"), { exact: true })).toHaveValue(first);
  await page.getByLabel(say.accept("keep.password"), { exact: true }).fill(password);
  await button(page, say.accept("keep.submit")).click();
  await expect(heading(page, say.wallet("badges.title"))).toBeVisible();
  await page.waitForLoadState("load");
}

/** Makes the badge on the page public, or private again. */
export async function turn({ page, say }: Life, words: "now_public" | "now_private"): Promise<void> {
  await page.getByRole("switch", { name: say.wallet("badge.is_public") }).click();
  await expect(page.getByText(say.wallet(`badge.${words}`), { exact: true })).toBeVisible();
}

/** Adds an address in the account and waits for the mail that is sent there. */
export async function claim(life: Life, address: string, subject: string) {
  const { page, say } = life;
  await go(life, "account");
  await page.getByLabel(say.wallet("account.add_email"), { exact: true }).fill(address);
  await button(page, say.wallet("account.add")).click();
  await expect(page.getByText(say.wallet("account.added", { email: address }))).toBeVisible();
  return mailTo(product.dataDir, address, subject);
}

/** Downloads a file from the page, as the browser saves it. */
export async function save(page: Page, link: string): Promise<{ download: Download; bytes: Buffer }> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: link, exact: true }).click();
  const download = await downloading;
  return { download, bytes: await readFile(await download.path()) };
}
