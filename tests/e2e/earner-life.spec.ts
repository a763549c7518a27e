import { expect, type Browser, type Page } from "@playwright/test";
import { getDocumentProxy, getMeta } from "unpdf";
import { waitUntilShown } from "../support/browser/console-pages";
import {
  waitForBadgeMail,
  button,
  requestAddress,
  openWalletPage,
  heading,
  completeAccount,
  findLink,
  openMailedLink,
  currentPath,
  fetchPublicPage,
  downloadFile,
  signInOnPage,
  togglePublic,
} from "../support/browser/earner-steps";
import { startStory, openBrowser, STORIES, type EarnerStory } from "../support/browser/earner-life";
import { expectVisibleBadges, openEmployeeRecord } from "../support/browser/employer-view";
import { sendAsHarborCollege, product, useHarborCollege } from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { waitForMailTo } from "../support/delivery/mailbox";
import { until } from "../support/until";
import { startReceiver, verifyDelivery, type Receiver } from "../support/delivery/webhook-receiver";

let receiver: Receiver;

useHarborCollege();
test.beforeAll(async () => {
  receiver = await startReceiver();
  await sendAsHarborCollege("PUT", "", { webhook_url: receiver.url("/issuer") });
});
test.afterAll(() => receiver.close());

const fetchBadge = (id: string) => sendAsHarborCollege("GET", `/badges/${id}`);
type IssuerEvent = {
  badge?: { id: string; state: string };
  source_user_id?: string;
  destination_user_id?: string;
};

/** Waits for an event of this type in a signed delivery to the issuer. */
async function waitForIssuerEvent(
  type: string,
  holds: (event: IssuerEvent) => boolean,
): Promise<IssuerEvent> {
  const { secret } = await sendAsHarborCollege("GET", "/webhook_secret");
  return until(`the issuer hears ${type}`, async () => {
    for (const delivery of receiver.of("/issuer")) {
      const { id, event_type: eventType } = verifyDelivery(delivery, secret);
      const event =
        eventType === type ? ((await sendAsHarborCollege("GET", `/events/${id}`)) as IssuerEvent) : null;
      if (event && holds(event)) return event;
    }
    return null;
  });
}

/** Earlier: an account with another address, a public badge and a badge of another service. */
async function createEarlierAccount(life: EarnerStory, browser: Browser): Promise<Page> {
  const { translate, external, third } = life;
  const page = await openBrowser(browser);
  await openMailedLink(life, "earlier", third, page);
  await button(page, translate.accept("answer.accept")).click();
  await expect(heading(page, translate.accept("state.public_now"))).toBeVisible();
  await completeAccount(life, page);
  await page.getByRole("link", { name: translate.wallet("badges.tab_external"), exact: true }).click();
  await page
    .getByRole("link", { name: translate.wallet("external.add"), exact: true })
    .first()
    .click();
  await page.getByRole("link", { name: translate.wallet("external.way_typed"), exact: true }).click();
  await page.getByLabel(translate.wallet("external.name"), { exact: true }).fill(external.name);
  await page.getByLabel(translate.wallet("external.issuer"), { exact: true }).fill(external.issuer);
  await button(page, translate.wallet("external.add")).click();
  await expect(heading(page, external.name)).toBeVisible();
  return page;
}

async function decline(life: EarnerStory): Promise<void> {
  const { page, translate, email, ids } = life;
  await openMailedLink(life, "declined", email);
  await page.getByRole("link", { name: translate.accept("answer.decline"), exact: true }).click();
  await button(page, translate.accept("decline.confirm")).click();
  await expect(heading(page, translate.accept("state.rejected_now"))).toBeVisible();
  expect(await fetchBadge(ids.declined)).toMatchObject({ state: "rejected" });
  await waitForIssuerEvent(
    "badge.state.changed",
    ({ badge }) => badge?.id === ids.declined && badge.state === "rejected",
  );
}

async function acceptPrivately(life: EarnerStory): Promise<void> {
  const { page, translate, email, ids, badges, locale } = life;
  await openMailedLink(life, "kept", email);
  await button(page, translate.accept("answer.accept_privately")).click();
  await expect(heading(page, translate.accept("state.private_now"))).toBeVisible();
  const { status, html } = await fetchPublicPage(ids.kept, locale);
  expect(status).toBe(404);
  expect(html).toContain(translate.public("unavailable.unknown.title"));
  await completeAccount(life, page);
  expect(currentPath(life)).toBe("/wallet");
  await expect(page.getByRole("link", { name: badges.kept })).toBeVisible();
  await expect(page.getByText(badges.declined)).toHaveCount(0);
}

/** Signs in with a new browser, which gets the language from the account only. */
async function signIn(life: EarnerStory, browser: Browser): Promise<void> {
  await life.page.context().close();
  life.page = await openBrowser(browser);
  const { page, translate, locale } = life;
  await page.goto(`${product.origin}/sign-in`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto(`${product.origin}/sign-in?lang=${locale}`);
  await signInOnPage(page, life, life);
  await expect(heading(page, translate.wallet("badges.title"))).toBeVisible();
  await page.waitForLoadState("load");
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
}

/** Makes one badge public, and accepts the other one in the wallet, privately. */
async function show(life: EarnerStory): Promise<void> {
  const { page, translate, badges, ids, locale } = life;
  await page.getByRole("link", { name: badges.kept }).click();
  await togglePublic(life, "now_public");
  const { status, html } = await fetchPublicPage(ids.kept, locale);
  expect(status).toBe(200);
  expect(html).toContain(`<html lang="${locale}"`);
  expect(html).toContain(translate.public("verification.title"));
  const [, assertion = ""] =
    /<link rel="alternate" type="application\/ld\+json" href="([^"]+)"/.exec(html) ?? [];
  expect(await (await fetch(assertion)).json()).toMatchObject({ type: "Assertion", id: assertion });
  await openWalletPage(life, "badges");
  const waiting = page.getByRole("region", { name: translate.wallet("badges.pending", { count: 1 }) });
  await waiting
    .getByRole("button", { name: translate.wallet("answer.accept_privately"), exact: true })
    .click();
  await expect(
    page.getByText(translate.wallet("answer.accepted_privately", { name: badges.secret })),
  ).toBeVisible();
  expect((await fetchPublicPage(ids.secret, locale)).status).toBe(404);
}

/** Confirms the second address through its mail; its waiting badge is then in the wallet. */
async function addAddress(life: EarnerStory): Promise<void> {
  const { page, translate, second, badges } = life;
  await waitForBadgeMail(life, "own", second);
  const mail = await requestAddress(life, second, translate.mail("confirm_email.subject"));
  await page.goto(findLink(mail, /\/confirm$/));
  await expect(heading(page, translate.accept("emails.confirm.title", { address: second }))).toBeVisible();
  await button(page, translate.accept("emails.confirm.submit")).click();
  await expect(heading(page, translate.accept("emails.confirmed.title", { address: second }))).toBeVisible();
  await page.getByRole("link", { name: translate.accept("emails.my_badges"), exact: true }).click();
  const waiting = page.getByRole("group", { name: badges.own });
  await waiting
    .getByRole("button", { name: translate.wallet("answer.accept_privately"), exact: true })
    .click();
  await expect(
    page.getByText(translate.wallet("answer.accepted_privately", { name: badges.own })),
  ).toBeVisible();
}

/** Merges the earlier account into this one, without losing anything. */
async function merge(life: EarnerStory, earlier: Page): Promise<void> {
  const { page, translate, second, third, email, ids, external } = life;
  const [{ user: survivor }, { user: source }] = [await fetchBadge(ids.kept), await fetchBadge(ids.earlier)];
  const mail = await requestAddress(life, third, translate.mail("merge_accounts.subject"));
  await page.goto(findLink(mail, /\/merge$/));
  await expect(heading(page, translate.accept("emails.merge.title", { address: third }))).toBeVisible();
  await button(page, translate.accept("emails.merge.submit")).click();
  await expect(heading(page, translate.accept("emails.merged.title"))).toBeVisible();
  await page.reload();
  await expect(heading(page, translate.accept("emails.merged.title"))).toBeVisible();
  const eventType = await waitForIssuerEvent(
    "user.account_merged",
    (event) => event.source_user_id === source.id,
  );
  expect(eventType.destination_user_id).toBe(survivor.id);
  expect(await fetchBadge(ids.earlier)).toMatchObject({ state: "accepted", user: { id: survivor.id } });
  await seeAll(life);
  await openWalletPage(life, "account");
  const addresses = page.locator("#emails li");
  for (const one of [email, second, third]) await expect(addresses.filter({ hasText: one })).toHaveCount(1);
  await expect(addresses.filter({ hasText: translate.wallet("account.unconfirmed") })).toHaveCount(0);
  await page.goto(`${product.origin}/wallet/external_badges`);
  await expect(heading(page, external.name)).toBeVisible();
  await earlier.reload();
  expect(new URL(earlier.url()).pathname).toBe("/sign-in");
  await earlier.context().close();
}

/** Checks that every badge except the declined one is in the wallet. */
async function seeAll(life: EarnerStory): Promise<void> {
  const { page, translate, badges } = life;
  await page.getByRole("link", { name: translate.accept("emails.my_badges"), exact: true }).click();
  await expect(page.getByText(translate.wallet("badges.count", { count: 4 }), { exact: true })).toBeVisible();
  for (const key of ["kept", "secret", "earlier", "own"] as const)
    await expect(page.getByRole("link", { name: badges[key] })).toBeVisible();
}

/** The employer invites by mail; the earner, who is signed in, opens its link and agrees. */
async function connect(life: EarnerStory): Promise<string> {
  const { page, translate, second, first, employer } = life;
  const { name: organization } = employer;
  const record = await employer.send("POST", "/employees", { email: second, first_name: first });
  await employer.hears("employment.created", "employment.user_account.associated");
  await employer.send("POST", "/employees/send_invitations", { employee_list: [second], list_type: "email" });
  const subject = translate.mail("employee_invitation.subject", { organization });
  const mail = await waitForMailTo(product.dataDir, second, subject);
  await page.goto(findLink(mail, /^\/sign-in$/));
  expect(currentPath(life)).toBe("/wallet/employers");
  await expect(
    page.getByText(translate.wallet("employers.pending_text", { employer: organization })),
  ).toBeVisible();
  await employer.hears("employment.connection.pending");
  await openWalletPage(life, "badges");
  await page
    .getByRole("link", { name: translate.wallet("employers.pending_text", { employer: organization }) })
    .click();
  await button(page, translate.wallet("employers.accept")).click();
  await expect(
    page.getByText(translate.wallet("employers.accept_said", { employer: organization })),
  ).toBeVisible();
  await employer.hears("employment.connection.accepted");
  return record.id as string;
}

/** A badge that becomes public is visible to the employer, and is hidden again with it. */
async function share(life: EarnerStory, employee: string, browser: Browser): Promise<Page> {
  const { page, badges, employer } = life;
  const console = await openEmployeeRecord(life, employee, browser);
  await expectVisibleBadges(life, employee, ["kept", "earlier", "own"], console);
  await openWalletPage(life, "badges");
  await page.getByRole("link", { name: badges.secret }).click();
  await togglePublic(life, "now_public");
  await employer.hears("employment.badges.added");
  await expectVisibleBadges(life, employee, ["kept", "earlier", "own", "secret"], console);
  await togglePublic(life, "now_private");
  await employer.hears("employment.badges.removed");
  await expectVisibleBadges(life, employee, ["kept", "earlier", "own"], console);
  return console;
}

async function downloadCertificate(life: EarnerStory): Promise<void> {
  const { page, translate, badges } = life;
  await openWalletPage(life, "badges");
  await page.getByRole("link", { name: badges.kept }).click();
  await page.locator("summary", { hasText: translate.wallet("badge.download") }).click();
  const [name, use] = (["name", "use"] as const).map((key) =>
    translate.wallet(`badge.files.certificate.${key}`),
  );
  const { download, bytes } = await downloadFile(page, `${name} ${use}`);
  expect(download.suggestedFilename()).toBe(`${badges.kept}.pdf`);
  expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  expect(pdf.numPages).toBe(1);
  const { info } = await getMeta(pdf);
  const title = translate.public("certificate.title", { badge: badges.kept });
  expect(info).toMatchObject({ Title: title, Language: life.locale });
  await pdf.cleanup();
}

async function downloadPersonalData(life: EarnerStory): Promise<void> {
  const { page, translate, email, second, third, ids, external, employer } = life;
  await openWalletPage(life, "account");
  const { download, bytes } = await downloadFile(page, translate.wallet("account.data_download"));
  expect(download.suggestedFilename()).toBe("my-badges.json");
  const { data } = JSON.parse(bytes.toString("utf8"));
  const by = (rows: Record<string, string>[], key: string) => rows.map((row) => row[key] ?? "").toSorted();
  expect(by(data.emails, "email")).toEqual([email, second, third].toSorted());
  expect(by(data.badges, "id")).toEqual(Object.values(ids).toSorted());
  expect(data.external_badges).toMatchObject([{ badge_name: external.name }]);
  expect(data.employments).toMatchObject([{ employee_state: "accepted", employer: { name: employer.name } }]);
}

/** Deletes the account, only with the right password. The person cannot sign in again. */
async function deleteAccount(life: EarnerStory): Promise<void> {
  const { page, translate, password } = life;
  await openWalletPage(life, "account");
  await button(page, translate.wallet("account.delete_action")).click();
  const dialog = page.getByRole("dialog", { name: translate.wallet("account.delete_title") });
  for (const given of ["not this one at all", password]) {
    await dialog.getByLabel(translate.wallet("account.password_proof"), { exact: true }).fill(given);
    await dialog.getByRole("button", { name: translate.wallet("account.delete_now"), exact: true }).click();
    if (given !== password)
      await expect(dialog.getByText(translate.wallet("errors.wrong_password"))).toBeVisible();
  }
  await page.waitForURL(/\/sign-in/);
  for (const key of [
    "deleted",
    "deletion.erased_text",
    "deletion.kept_text",
    "deletion.copies_text",
  ] as const)
    await expect(page.getByText(translate.signIn(key))).toBeVisible();
  await signInOnPage(page, life, life);
  await expect(page.getByText(translate.signIn("failures.mismatch"))).toBeVisible();
}

/** What remains: that the badges were issued, for somebody who is not named (decision 0126). */
async function expectRecordsRemain(life: EarnerStory, console: Page): Promise<void> {
  const { employer, ids, email, second, locale } = life;
  await employer.hears(
    "employment.badges.removed",
    "employment.badges.removed",
    "employment.deleted",
    "employment.user_account.disassociated",
  );
  for (const id of [ids.kept, ids.earlier]) expect((await fetchPublicPage(id, locale)).status).toBe(410);
  const record = await fetchBadge(ids.kept);
  expect(record).toMatchObject({ state: "revoked", user: { id: null } });
  for (const address of [email, second]) expect(JSON.stringify(record)).not.toContain(address);
  expect(await employer.send("GET", "/employees")).toEqual([]);
  expect(await employer.send("GET", "/employee_external_badges")).toEqual([]);
  const eventType = (await employer.send("GET", "/events?order=asc&per=50")) as { event_type: string }[];
  const types = eventType
    .map(({ event_type: type }) => type)
    .filter((type) => type.startsWith("employment."));
  // Events that were recorded together are delivered concurrently.
  expect(employer.heard.map(({ event_type: type }) => type).toSorted()).toEqual(types.toSorted());
  await console.reload();
  await waitUntilShown(console);
  await expect(console.getByText(second)).toHaveCount(0);
  await console.context().close();
  await life.page.context().close();
}

for (const story of STORIES) {
  test(`${story.locale}: from the first mail to the end of the account`, async ({ browser }) => {
    test.setTimeout(300_000);
    const life = await test.step("three badges are issued", () => startStory(browser, receiver, story));
    const earlier = await test.step("an account with another address", () =>
      createEarlierAccount(life, browser));
    await test.step("decline one through its mail", () => decline(life));
    await test.step("accept another privately, and create an account", () => acceptPrivately(life));
    await test.step("sign in", () => signIn(life, browser));
    await test.step("make it public, and accept the third", () => show(life));
    await test.step("add a second address", () => addAddress(life));
    await test.step("merge the earlier account", () => merge(life, earlier));
    const employee = await test.step("connect to the employer", () => connect(life));
    const console = await test.step("the employer sees public badges", () => share(life, employee, browser));
    await test.step("download the certificate", () => downloadCertificate(life));
    await test.step("download the personal data", () => downloadPersonalData(life));
    await test.step("delete the account", () => deleteAccount(life));
    await test.step("what remains", () => expectRecordsRemain(life, console));
  });
}
