import { expect, type Locator, type Page } from "@playwright/test";
import { buildPng, buildTextChunk } from "../support/credentials/baked-badges";
import { openPage } from "../support/browser/console-pages";
import { openAccount, startBadgeSite, checkRequests } from "../support/browser/earner-pages";
import {
  sendAsHarborCollege,
  createTidalZones,
  product,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { readTranslators } from "../support/browser/words";

// The parts of the wallet besides the account: badges of other services, applications, employers.

const EMAIL = "mira@wallet-belongings.example";

let page: Page;
let unknown: string[];
let site: Awaited<ReturnType<typeof startBadgeSite>>;

test.describe.configure({ mode: "serial" });
useHarborCollege();
const { wallet: w } = await readTranslators("en");

const walletUrl = (path: string): string => product.origin + path;

test.beforeAll(async ({ browser }) => {
  await sendAsHarborCollege("PUT", "", { workforce_enabled: true });
  await sendAsHarborCollege("POST", "/employees", { email: EMAIL, first_name: "Mira", last_name: "Okafor" });
  await sendAsHarborCollege("POST", "/employees/send_invitations", {
    employee_list: [EMAIL],
    list_type: "email",
  });
  const templateId = (await createTidalZones()).id;
  page = await openPage(browser, 1440, "light");
  await openAccount(page, { send: sendAsHarborCollege, dataDir: product.dataDir, templateId, email: EMAIL });
  unknown = checkRequests(page);
  site = await startBadgeSite(EMAIL);
});

test.afterAll(() => site.close());
test.afterEach(() => expect(unknown).toEqual([]));

const statusMessage = (sentence: string | RegExp): Locator => page.getByRole("status").getByText(sentence);
const button = (name: string, root: Page | Locator = page): Locator =>
  root.getByRole("button", { name, exact: true });
const dialog = (): Locator => page.getByRole("dialog");
const item = (name: string): Locator =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

const NEW = "/wallet/external_badges/new";
const addBadge = () => button(w("external.add")).click();

async function chooseFile(buffer: Buffer, name: string, mimeType: string): Promise<void> {
  await page.goto(walletUrl(`${NEW}?way=file`));
  await page.getByLabel(w("external.file")).setInputFiles({ name, mimeType, buffer });
  await addBadge();
}

/** Removes the badge of the other service from the wallet again. */
async function remove(name: string): Promise<void> {
  await button(w("common.remove"), item(name)).click();
  await button(w("common.remove_now"), dialog()).click();
  await expect(statusMessage(w("external.removed", { name }))).toBeVisible();
  await expect(item(name)).toHaveCount(0);
}

test("a badge of another service, by its address: hidden, checked again, removed", async () => {
  await page.goto(walletUrl("/wallet/external_badges"));
  await expect(page.getByRole("heading", { name: w("external.empty_title") })).toBeVisible();
  await page.getByRole("link", { name: w("external.add") }).click();
  await page.getByLabel(w("external.url")).fill("nowhere");
  await addBadge();
  await expect(page.getByText(w("errors.url_invalid"))).toBeVisible();
  await page.getByLabel(w("external.url")).fill(`${site.address}/nothing`);
  await addBadge();
  await expect(page.getByText(w("errors.badge_not_found"))).toBeVisible();
  await page.getByLabel(w("external.url")).fill(site.address);
  await addBadge();
  await expect(statusMessage(w("external.added", { name: "Data Analysis" }))).toBeVisible();
  const badge = item("Data Analysis");
  await expect(badge.getByText(w("external.verified"))).toBeVisible();
  await button(w("external.make_private"), badge).click();
  await expect(statusMessage(w("external.made_private", { name: "Data Analysis" }))).toBeVisible();
  await button(w("external.make_public"), badge).click();
  await expect(statusMessage(w("external.made_public", { name: "Data Analysis" }))).toBeVisible();
  await button(w("external.refresh"), badge).click();
  await expect(statusMessage(w("external.refreshed", { name: "Data Analysis" }))).toBeVisible();
  await page.goto(walletUrl(NEW));
  await page.getByLabel(w("external.url")).fill(site.address);
  await addBadge();
  await expect(page.getByText(w("errors.already_in_wallet"))).toBeVisible();
  await page.goto(walletUrl("/wallet/external_badges"));
  await remove("Data Analysis");
});

test("the same from its file, as JSON and as an image; once revoked it says so", async () => {
  const json = JSON.stringify(site.assertion);
  await chooseFile(Buffer.from(json), "badge.json", "application/json");
  await expect(statusMessage(w("external.added", { name: "Data Analysis" }))).toBeVisible();
  await remove("Data Analysis");
  await chooseFile(buildPng([buildTextChunk("iTXt", "openbadges", json)]), "badge.png", "image/png");
  await expect(statusMessage(w("external.added", { name: "Data Analysis" }))).toBeVisible();
  site.revoke();
  await button(w("external.refresh"), item("Data Analysis")).click();
  await expect(statusMessage(w("external.refreshed_revoked", { name: "Data Analysis" }))).toBeVisible();
  await expect(item("Data Analysis").getByText(w("badges.revoked"))).toBeVisible();
  await remove("Data Analysis");
});

test("a badge that is entered by hand: errors are shown at their fields, and all values are saved", async () => {
  await page.goto(walletUrl(`${NEW}?way=typed`));
  await addBadge();
  await expect(page.getByText(w("errors.required"))).toHaveCount(2);
  await page.getByLabel(w("external.name")).fill("Rescue Diver");
  await page.getByLabel(w("external.issuer")).fill("Dive Union");
  await page.getByLabel(w("external.description")).fill("Pulls others out.");
  await page.getByLabel(w("external.issued_on")).fill("2026-03-02");
  await page.getByLabel(w("external.expires_on")).fill("2026-03-01");
  await page.getByLabel(w("external.page")).fill("nowhere");
  await page.getByLabel(w("external.skills")).fill("Diving, First aid");
  await addBadge();
  await expect(page.getByText(w("errors.url_invalid"))).toBeVisible();
  await page.getByLabel(w("external.page")).fill("https://dive.example/rescue");
  await addBadge();
  await expect(page.getByText(w("errors.date_order"))).toBeVisible();
  await page.getByLabel(w("external.expires_on")).fill("2030-03-01");
  await addBadge();
  await expect(statusMessage(w("external.added", { name: "Rescue Diver" }))).toBeVisible();
  const { data } = (await (await page.request.get(walletUrl("/v1/me/external_badges"))).json()) as {
    data: unknown[];
  };
  expect(data).toEqual([
    expect.objectContaining({
      badge_name: "Rescue Diver",
      issuer_name: "Dive Union",
      badge_description: "Pulls others out.",
      issued_at_date: "2026-03-02",
      expires_at_date: "2030-03-01",
      badge_url: "https://dive.example/rescue",
      skills: [{ name: "Diving" }, { name: "First aid" }],
    }),
  ]);
});

test("an application that had access to the badges is disconnected", async () => {
  const [application] = await sendAsHarborCollege("GET", "/oauth_applications");
  await page.goto(walletUrl("/wallet/applications"));
  await expect(page.getByRole("heading", { name: w("applications.empty_title") })).toBeVisible();
  const data = { client_id: application.uid as string };
  const headers = { origin: product.origin };
  const connected = await page.request.post(walletUrl("/v1/me/connected_applications"), { data, headers });
  expect(connected.status()).toBe(201);
  await page.reload();
  const name = application.name as string;
  await button(w("applications.remove"), item(name)).click();
  await button(w("applications.remove_now"), dialog()).click();
  await expect(statusMessage(w("applications.removed", { name }))).toBeVisible();
  await expect(page.getByRole("heading", { name: w("applications.empty_title") })).toBeVisible();
});

test("an employer is connected, and disconnected again", async () => {
  await page.goto(walletUrl("/wallet/employers"));
  const employer = item("Harbor College");
  await expect(employer.getByText(w("employers.pending"))).toBeVisible();
  await button(w("employers.accept"), employer).click();
  await expect(statusMessage(w("employers.accept_said", { employer: "Harbor College" }))).toBeVisible();
  await button(w("employers.leave"), employer).click();
  await button(w("employers.leave_now"), dialog()).click();
  await expect(statusMessage(w("employers.leave_said", { employer: "Harbor College" }))).toBeVisible();
  await expect(employer.getByText(w("employers.rejected"))).toBeVisible();
  const [employee] = await sendAsHarborCollege("GET", "/employees");
  expect(employee.employee_state).toBe("rejected");
});
