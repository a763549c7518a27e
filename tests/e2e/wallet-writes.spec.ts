import { readFile } from "node:fs/promises";
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { PersonalData } from "@/lib/oversight/personal-data/schema";
import { buildPng } from "../support/credentials/baked-badges";
import { administratorCredentials, openPage, signInAt } from "../support/browser/console-pages";
import { openAccount, checkRequests } from "../support/browser/earner-pages";
import {
  sendAsHarborCollege,
  createTidalZones,
  organization,
  product,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { waitForMailedLink } from "../support/delivery/mailbox";
import { readTranslators } from "../support/browser/words";

// Everything that people can change in their wallet, once, through its forms in a browser.

const EMAIL = "mira@wallet-writes.example";
const NEW_EMAIL = "amira@wallet-writes.example";
const PASSWORD = "many small words";
const NEW_PASSWORD = "even more small words";

let templateId: string;
let page: Page;
let unknown: string[];

test.describe.configure({ mode: "serial" });
useHarborCollege();
const { wallet: w, accept: words } = await readTranslators("en");

const walletUrl = (path: string): string => product.origin + path;

/** Creates an earner in a separate browser, whose requests are checked. */
async function earner(browser: Browser, email: string, password?: string): Promise<Page> {
  const own = await openPage(browser, 1440, "light");
  const given = { send: sendAsHarborCollege, dataDir: product.dataDir, templateId, email };
  await openAccount(own, { ...given, ...(password === undefined ? {} : { password }) });
  return own;
}

test.beforeAll(async ({ browser }) => {
  templateId = (await createTidalZones()).id;
  page = await earner(browser, EMAIL, PASSWORD);
  unknown = checkRequests(page);
});

test.afterEach(() => expect(unknown).toEqual([]));

const statusMessage = (sentence: string | RegExp): Locator => page.getByRole("status").getByText(sentence);
const button = (name: string, root: Page | Locator = page): Locator =>
  root.getByRole("button", { name, exact: true });
const part = (title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const dialog = (): Locator => page.getByRole("dialog");

test("profile: the entered values and the photo are saved, shown and can be removed", async () => {
  await page.goto(walletUrl("/wallet/account"));
  const profile = part(w("account.profile"));
  await profile.getByLabel(w("account.first_name")).fill(" ");
  await button(w("common.save"), profile).click();
  await expect(profile.getByText(w("errors.required"))).toBeVisible();
  await expect(profile.getByLabel(w("account.first_name"))).toBeFocused();
  await profile.getByLabel(w("account.first_name")).fill("Amira");
  await profile.getByLabel(w("account.middle_name")).fill("J.");
  await profile.getByLabel(w("account.position")).fill("Diver");
  await profile.getByLabel(w("account.organization")).fill("Reef Watch");
  const file = { name: "me.png", mimeType: "image/png", buffer: buildPng([], [64, 64]) };
  await profile.locator("input[type=file]").setInputFiles(file);
  await expect(profile.getByRole("img", { name: w("account.photo_alt") })).toBeVisible();
  await button(w("common.save"), profile).click();
  await expect(statusMessage(w("common.saved"))).toBeVisible();
  await page.reload();
  await expect(profile.getByLabel(w("account.middle_name"))).toHaveValue("J.");
  await expect(profile.getByRole("img", { name: w("account.photo_alt") })).toHaveAttribute(
    "src",
    /\/images\//,
  );
  const address = await part(w("account.profile_section"))
    .getByRole("link", { name: /\/users\// })
    .getAttribute("href");
  const shown = await (await page.request.get(address ?? "")).text();
  for (const word of ["Amira", "Okafor", "Diver", "Reef Watch"]) expect(shown).toContain(word);
  await button(w("account.photo_remove"), profile).click();
  await profile.getByLabel(w("account.middle_name")).fill("");
  await button(w("common.save"), profile).click();
  await expect(statusMessage(w("common.saved"))).toBeVisible();
  await page.reload();
  await expect(profile.getByLabel(w("account.middle_name"))).toHaveValue("");
  await expect(profile.getByRole("img", { name: w("account.photo_alt") })).toHaveCount(0);
});

test("language: the page and the following ones change", async () => {
  await part(w("account.language")).getByRole("combobox").selectOption("de");
  await button(w("common.save"), part(w("account.language"))).click();
  await expect(page.getByRole("heading", { level: 1, name: "Konto" })).toBeVisible();
  await page.goto(walletUrl("/wallet"));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goto(walletUrl("/wallet/account"));
  await part("Sprache").getByRole("combobox").selectOption("en");
  await part("Sprache").getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1, name: w("account.title") })).toBeVisible();
});

/** A promise that waits until it is opened. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test("text entered while a change is being saved is kept and sent, and the same text is not sent twice", async () => {
  const emails = part(w("account.emails"));
  const field = emails.getByLabel(w("account.add_email"));
  const remove = (email: string): Locator => button(w("account.remove_of", { email }), emails);
  const [follow, answer] = [gate(), gate()];
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => follow.opened.then(() => route.continue()),
  );
  const posts: string[] = [];
  page.on("request", (sent) => void (sent.method() === "POST" && posts.push(sent.url())));
  await field.fill("first@wallet-writes.example");
  await field.press("Enter");
  await expect(statusMessage(w("account.added", { email: "first@wallet-writes.example" }))).toBeVisible();
  await expect(field).toHaveValue("");
  await field.press("Enter");
  await page.route("**/v1/me/emails", async (route) => answer.opened.then(() => route.continue()));
  await field.fill("second@wallet-writes.example");
  await field.press("Enter");
  await field.fill("third@wallet-writes.example");
  answer.open();
  await expect(statusMessage(w("account.added", { email: "second@wallet-writes.example" }))).toBeVisible();
  await expect(field).toHaveValue("third@wallet-writes.example");
  await field.press("Enter");
  await expect(statusMessage(w("account.added", { email: "third@wallet-writes.example" }))).toBeVisible();
  expect(posts).toHaveLength(3);
  await expect(remove("first@wallet-writes.example")).toHaveCount(0);
  follow.open();
  for (const email of [
    "first@wallet-writes.example",
    "second@wallet-writes.example",
    "third@wallet-writes.example",
  ]) {
    await remove(email).click();
    await button(w("common.remove_now"), dialog()).click();
    await expect(statusMessage(w("account.removed", { email }))).toBeVisible();
  }
  await page.unrouteAll();
});

test("addresses: one is added, confirmed through its mail, made the primary one, and the old one removed", async () => {
  const emails = part(w("account.emails"));
  await emails.getByLabel(w("account.add_email")).fill(EMAIL);
  await button(w("account.add"), emails).click();
  await expect(emails.getByText(w("errors.already_added"))).toBeVisible();
  await emails.getByLabel(w("account.add_email")).fill(NEW_EMAIL);
  await button(w("account.add"), emails).click();
  await expect(statusMessage(w("account.added", { email: NEW_EMAIL }))).toBeVisible();
  await expect(emails.getByLabel(w("account.add_email"))).toHaveValue("");
  await emails.getByLabel(w("account.add_email")).fill("spare@wallet-writes.example");
  await emails.getByLabel(w("account.add_email")).press("Enter");
  await button(w("account.resend_of", { email: "spare@wallet-writes.example" }), emails).click();
  await expect(statusMessage(w("account.resent", { email: "spare@wallet-writes.example" }))).toBeVisible();
  await button(w("account.remove_of", { email: "spare@wallet-writes.example" }), emails).click();
  await button(w("common.remove_now"), dialog()).click();
  await expect(statusMessage(w("account.removed", { email: "spare@wallet-writes.example" }))).toBeVisible();
  await page.goto(await waitForMailedLink(product.dataDir, NEW_EMAIL, "confirm"));
  await button(words("emails.confirm.submit")).click();
  await expect(page.getByRole("heading", { name: "amira@wallet-writes.example is confirmed" })).toBeVisible();
  await page.getByRole("link", { name: words("emails.my_addresses") }).click();
  await button(w("account.make_primary_of", { email: NEW_EMAIL }), emails).click();
  await dialog().getByLabel(w("account.password_proof")).fill("not the present one");
  await button(w("account.make_primary"), dialog()).click();
  await expect(dialog().getByText(w("errors.wrong_password"))).toBeVisible();
  await dialog().getByLabel(w("account.password_proof")).fill(PASSWORD);
  await button(w("account.make_primary"), dialog()).click();
  await expect(statusMessage(w("account.primary_said", { email: NEW_EMAIL }))).toBeVisible();
  await button(w("account.remove_of", { email: EMAIL }), emails).click();
  await dialog().getByLabel(w("account.password_proof")).fill(PASSWORD);
  await button(w("common.remove_now"), dialog()).click();
  await expect(statusMessage(w("account.removed", { email: EMAIL }))).toBeVisible();
  await expect(emails.getByRole("listitem")).toHaveText([NEW_EMAIL + w("account.primary")]);
});

test("password: a wrong one and a short one are refused at their fields; a new one ends other sessions", async ({
  browser,
}) => {
  const other = await openPage(browser, 1440, "light");
  await signInAt(other, walletUrl("/wallet"), { email: NEW_EMAIL, password: PASSWORD });
  const password = part(w("account.password"));
  await password.getByLabel(w("account.password_current")).fill("not the present one");
  await password.getByLabel(w("account.password_new")).fill(NEW_PASSWORD);
  await button(w("account.password_change"), password).click();
  await expect(password.getByText(w("errors.wrong_password"))).toBeVisible();
  await password.getByLabel(w("account.password_current")).fill(PASSWORD);
  await password.getByLabel(w("account.password_new")).fill("short");
  await button(w("account.password_change"), password).click();
  await expect(password.getByText(w("errors.password_short"))).toBeVisible();
  await password.getByLabel(w("account.password_new")).fill(NEW_PASSWORD);
  await button(w("account.password_change"), password).click();
  await expect(statusMessage(w("account.password_said"))).toBeVisible();
  await expect(password.getByLabel(w("account.password_current"))).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: w("account.title") })).toBeVisible();
  await other.goto(walletUrl("/wallet"));
  await expect(other).toHaveURL(/\/sign-in\?/);
  await other.context().close();
});

test("data: the file is readable, and contains the account", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: w("account.data_download") }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const { data } = JSON.parse(await readFile(await download.path(), "utf8")) as { data: unknown };
  const { profile, emails, badges } = PersonalData.parse(data);
  expect([profile.first_name, emails[0]?.email, badges.length]).toEqual(["Amira", NEW_EMAIL, 1]);
});

test("sessions: every browser is signed out, including this one", async ({ browser }) => {
  const other = await openPage(browser, 1440, "light");
  await signInAt(other, walletUrl("/wallet"), { email: NEW_EMAIL, password: NEW_PASSWORD });
  await button(w("account.sessions_end")).click();
  await button(w("common.cancel"), dialog()).click();
  await button(w("account.sessions_end")).click();
  await button(w("account.sessions_now"), dialog()).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await other.goto(walletUrl("/wallet"));
  await expect(other).toHaveURL(/\/sign-in\?/);
  await other.context().close();
});

test("deletion: refused with a wrong password, and with the right one everything is removed", async () => {
  await signInAt(page, walletUrl("/wallet/account"), { email: NEW_EMAIL, password: NEW_PASSWORD });
  const address = await page.getByRole("link", { name: /\/users\// }).getAttribute("href");
  await button(w("account.delete_action")).click();
  await button(w("account.delete_now"), dialog()).click();
  await expect(dialog().getByText(w("errors.wrong_password"))).toBeVisible();
  await dialog().getByLabel(w("account.password_proof")).fill("not the present one");
  await button(w("account.delete_now"), dialog()).click();
  await expect(dialog().getByText(w("errors.wrong_password"))).toBeVisible();
  await dialog().getByLabel(w("account.password_proof")).fill(NEW_PASSWORD);
  await button(w("account.delete_now"), dialog()).click();
  await expect(page).toHaveURL(/\/sign-in(\?deleted=1)?$/);
  expect((await page.request.get(address ?? "")).status()).toBe(404);
  await page.getByLabel("E-mail address").fill(NEW_EMAIL);
  await page.getByLabel(w("account.password")).fill(NEW_PASSWORD);
  await button("Sign in").click();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
});

test("deletion: for an account without a password, a fresh session is the proof", async ({ browser }) => {
  page = await earner(browser, "plain@wallet-writes.example");
  unknown = checkRequests(page);
  await page.goto(walletUrl("/wallet/account"));
  await expect(page.getByText(w("account.password_none"))).toBeVisible();
  await button(w("account.delete_action")).click();
  await expect(dialog().getByRole("textbox")).toHaveCount(0);
  await button(w("account.delete_now"), dialog()).click();
  await expect(page).toHaveURL(/\/sign-in(\?deleted=1)?$/);
});

test("deletion: the dialog says what prevents it, if anything does", async ({ browser }) => {
  page = await openPage(browser, 320, "light");
  unknown = checkRequests(page);
  const dean = administratorCredentials(organization);
  await signInAt(page, walletUrl("/wallet/account"), dean);
  await button(w("account.delete_action")).click();
  await dialog().getByLabel(w("account.password_proof")).fill(dean.password);
  await button(w("account.delete_now"), dialog()).click();
  await expect(dialog().getByRole("alert").getByText(w("errors.last_administrator"))).toBeVisible();
  await button(w("common.cancel"), dialog()).click();
  await expect(dialog()).toBeHidden();
});
