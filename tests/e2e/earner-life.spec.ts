import { expect, test, type Browser, type Page } from "@playwright/test";
import { getDocumentProxy, getMeta } from "unpdf";
import { inspectPage, whenShown } from "../support/browser/console-pages";
import {
  badgeMail,
  button,
  claim,
  go,
  heading,
  keep,
  linkIn,
  openMail,
  pathOf,
  readPage,
  save,
  signInThere,
  turn,
} from "../support/browser/earner-acts";
import { beginLife, openBrowser, STORIES, type Life } from "../support/browser/earner-life";
import { expectSeen, openConsole } from "../support/browser/employer-view";
import { ask, product, useHarborCollege } from "../support/browser/harbor-college";
import { mailTo } from "../support/delivery/mailbox";
import { until } from "../support/until";
import { startReceiver, verified, type Receiver } from "../support/delivery/webhook-receiver";

let receiver: Receiver;

useHarborCollege();
test.beforeAll(async () => {
  receiver = await startReceiver();
  await ask("PUT", "", { webhook_url: receiver.url("/issuer") });
});
test.afterAll(() => receiver.close());

const badgeOf = (id: string) => ask("GET", `/badges/${id}`);
type Told = {
  badge?: { id: string; state: string };
  source_user_id?: string;
  destination_user_id?: string;
};

/** Waits for an event of this type in a signed delivery to the issuer. */
async function issuerHears(type: string, holds: (event: Told) => boolean): Promise<Told> {
  const { secret } = await ask("GET", "/webhook_secret");
  return until(`the issuer hears ${type}`, async () => {
    for (const delivery of receiver.of("/issuer")) {
      const { id, event_type: told } = verified(delivery, secret);
      const event = told === type ? ((await ask("GET", `/events/${id}`)) as Told) : null;
      if (event && holds(event)) return event;
    }
    return null;
  });
}

/** Earlier: an account with another address, a public badge and a badge of another service. */
async function liveEarlier(life: Life, browser: Browser): Promise<Page> {
  const { say, external, third } = life;
  const page = await openBrowser(browser);
  await openMail(life, "earlier", third, page);
  await button(page, say.accept("answer.accept")).click();
  await expect(heading(page, say.accept("state.public_now"))).toBeVisible();
  await keep(life, page);
  await page.getByRole("link", { name: say.wallet("badges.tab_external"), exact: true }).click();
  await page
    .getByRole("link", { name: say.wallet("external.add"), exact: true })
    .first()
    .click();
  await page.getByRole("link", { name: say.wallet("external.way_typed"), exact: true }).click();
  await page.getByLabel(say.wallet("external.name"), { exact: true }).fill(external.name);
  await page.getByLabel(say.wallet("external.issuer"), { exact: true }).fill(external.issuer);
  await button(page, say.wallet("external.add")).click();
  await expect(heading(page, external.name)).toBeVisible();
  return page;
}

async function decline(life: Life): Promise<void> {
  const { page, say, email, ids } = life;
  await openMail(life, "declined", email);
  await page.getByRole("link", { name: say.accept("answer.decline"), exact: true }).click();
  await button(page, say.accept("decline.confirm")).click();
  await expect(heading(page, say.accept("state.rejected_now"))).toBeVisible();
  expect(await badgeOf(ids.declined)).toMatchObject({ state: "rejected" });
  await issuerHears(
    "badge.state.changed",
    ({ badge }) => badge?.id === ids.declined && badge.state === "rejected",
  );
}

async function acceptPrivately(life: Life): Promise<void> {
  const { page, say, email, ids, badges, locale } = life;
  await openMail(life, "kept", email);
  await button(page, say.accept("answer.accept_privately")).click();
  await expect(heading(page, say.accept("state.private_now"))).toBeVisible();
  const { status, html } = await readPage(ids.kept, locale);
  expect(status).toBe(404);
  expect(html).toContain(say.public("unavailable.unknown.title"));
  await keep(life, page);
  expect(pathOf(life)).toBe("/wallet");
  await expect(page.getByRole("link", { name: badges.kept })).toBeVisible();
  await expect(page.getByText(badges.declined)).toHaveCount(0);
}

/** Signs in with a new browser, which gets the language from the account only. */
async function signIn(life: Life, browser: Browser): Promise<void> {
  await life.page.context().close();
  life.page = await openBrowser(browser);
  const { page, say, locale } = life;
  await page.goto(`${product.origin}/sign-in`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto(`${product.origin}/sign-in?lang=${locale}`);
  await signInThere(page, life, life);
  await expect(heading(page, say.wallet("badges.title"))).toBeVisible();
  await page.waitForLoadState("load");
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
}

/** Makes one badge public, and accepts the other one in the wallet, privately. */
async function show(life: Life): Promise<void> {
  const { page, say, badges, ids, locale } = life;
  await page.getByRole("link", { name: badges.kept }).click();
  await turn(life, "now_public");
  const { status, html } = await readPage(ids.kept, locale);
  expect(status).toBe(200);
  expect(html).toContain(`<html lang="${locale}"`);
  expect(html).toContain(say.public("verification.title"));
  const [, assertion = ""] =
    /<link rel="alternate" type="application\/ld\+json" href="([^"]+)"/.exec(html) ?? [];
  expect(await (await fetch(assertion)).json()).toMatchObject({ type: "Assertion", id: assertion });
  await go(life, "badges");
  const waiting = page.getByRole("region", { name: say.wallet("badges.pending", { count: 1 }) });
  await waiting.getByRole("button", { name: say.wallet("answer.accept_privately"), exact: true }).click();
  await expect(
    page.getByText(say.wallet("answer.accepted_privately", { name: badges.secret })),
  ).toBeVisible();
  expect((await readPage(ids.secret, locale)).status).toBe(404);
}

/** Confirms the second address through its mail; its waiting badge is then in the wallet. */
async function addAddress(life: Life): Promise<void> {
  const { page, say, second, badges } = life;
  await badgeMail(life, "own", second);
  const mail = await claim(life, second, say.mail("confirm_email.subject"));
  await page.goto(linkIn(mail, /\/confirm$/));
  await expect(heading(page, say.accept("emails.confirm.title", { address: second }))).toBeVisible();
  await button(page, say.accept("emails.confirm.submit")).click();
  await expect(heading(page, say.accept("emails.confirmed.title", { address: second }))).toBeVisible();
  await page.getByRole("link", { name: say.accept("emails.my_badges"), exact: true }).click();
  const waiting = page.getByRole("group", { name: badges.own });
  await waiting.getByRole("button", { name: say.wallet("answer.accept_privately"), exact: true }).click();
  await expect(page.getByText(say.wallet("answer.accepted_privately", { name: badges.own }))).toBeVisible();
}

/** Merges the earlier account into this one, without losing anything. */
async function merge(life: Life, earlier: Page): Promise<void> {
  const { page, say, second, third, email, ids, external } = life;
  const [{ user: survivor }, { user: source }] = [await badgeOf(ids.kept), await badgeOf(ids.earlier)];
  const mail = await claim(life, third, say.mail("merge_accounts.subject"));
  await page.goto(linkIn(mail, /\/merge$/));
  await expect(heading(page, say.accept("emails.merge.title", { address: third }))).toBeVisible();
  await button(page, say.accept("emails.merge.submit")).click();
  await expect(heading(page, say.accept("emails.merged.title"))).toBeVisible();
  await page.reload();
  await expect(heading(page, say.accept("emails.merged.title"))).toBeVisible();
  const told = await issuerHears("user.account_merged", (event) => event.source_user_id === source.id);
  expect(told.destination_user_id).toBe(survivor.id);
  expect(await badgeOf(ids.earlier)).toMatchObject({ state: "accepted", user: { id: survivor.id } });
  await seeAll(life);
  await go(life, "account");
  const addresses = page.locator("#emails li");
  for (const one of [email, second, third]) await expect(addresses.filter({ hasText: one })).toHaveCount(1);
  await expect(addresses.filter({ hasText: say.wallet("account.unconfirmed") })).toHaveCount(0);
  await page.goto(`${product.origin}/wallet/external_badges`);
  await expect(heading(page, external.name)).toBeVisible();
  await earlier.reload();
  expect(new URL(earlier.url()).pathname).toBe("/sign-in");
  await earlier.context().close();
}

/** Checks that every badge except the declined one is in the wallet. */
async function seeAll(life: Life): Promise<void> {
  const { page, say, badges } = life;
  await page.getByRole("link", { name: say.accept("emails.my_badges"), exact: true }).click();
  await expect(page.getByText(say.wallet("badges.count", { count: 4 }), { exact: true })).toBeVisible();
  for (const key of ["kept", "secret", "earlier", "own"] as const)
    await expect(page.getByRole("link", { name: badges[key] })).toBeVisible();
}

/** The employer invites by mail; the earner, who is signed in, opens its link and agrees. */
async function connect(life: Life): Promise<string> {
  const { page, say, second, first, employer } = life;
  const { name: organization } = employer;
  const record = await employer.send("POST", "/employees", { email: second, first_name: first });
  await employer.hears("employment.created", "employment.user_account.associated");
  await employer.send("POST", "/employees/send_invitations", { employee_list: [second], list_type: "email" });
  const subject = say.mail("employee_invitation.subject", { organization });
  const mail = await mailTo(product.dataDir, second, subject);
  await page.goto(linkIn(mail, /^\/sign-in$/));
  expect(pathOf(life)).toBe("/wallet/employers");
  await expect(
    page.getByText(say.wallet("employers.pending_text", { employer: organization })),
  ).toBeVisible();
  await employer.hears("employment.connection.pending");
  await go(life, "badges");
  expect(await inspectPage(page, "badges beside an employer who asks")).toEqual([]);
  await page
    .getByRole("link", { name: say.wallet("employers.pending_text", { employer: organization }) })
    .click();
  await button(page, say.wallet("employers.accept")).click();
  await expect(page.getByText(say.wallet("employers.accept_said", { employer: organization }))).toBeVisible();
  await employer.hears("employment.connection.accepted");
  return record.id as string;
}

/** A badge that becomes public is visible to the employer, and is hidden again with it. */
async function share(life: Life, employee: string, browser: Browser): Promise<Page> {
  const { page, badges, employer } = life;
  const console = await openConsole(life, employee, browser);
  await expectSeen(life, employee, ["kept", "earlier", "own"], console);
  await go(life, "badges");
  await page.getByRole("link", { name: badges.secret }).click();
  await turn(life, "now_public");
  await employer.hears("employment.badges.added");
  await expectSeen(life, employee, ["kept", "earlier", "own", "secret"], console);
  await turn(life, "now_private");
  await employer.hears("employment.badges.removed");
  await expectSeen(life, employee, ["kept", "earlier", "own"], console);
  return console;
}

async function downloadCertificate(life: Life): Promise<void> {
  const { page, say, badges } = life;
  await go(life, "badges");
  await page.getByRole("link", { name: badges.kept }).click();
  const { download, bytes } = await save(page, say.wallet("badge.certificate"));
  expect(download.suggestedFilename()).toBe(`${badges.kept}.pdf`);
  expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  expect(pdf.numPages).toBe(1);
  const { info } = await getMeta(pdf);
  const title = say.public("certificate.title", { badge: badges.kept });
  expect(info).toMatchObject({ Title: title, Language: life.locale });
  await pdf.cleanup();
}

async function takeData(life: Life): Promise<void> {
  const { page, say, email, second, third, ids, external, employer } = life;
  await go(life, "account");
  const { download, bytes } = await save(page, say.wallet("account.data_download"));
  expect(download.suggestedFilename()).toBe("my-badges.json");
  const { data } = JSON.parse(bytes.toString("utf8"));
  const by = (rows: Record<string, string>[], key: string) => rows.map((row) => row[key] ?? "").toSorted();
  expect(by(data.emails, "email")).toEqual([email, second, third].toSorted());
  expect(by(data.badges, "id")).toEqual(Object.values(ids).toSorted());
  expect(data.external_badges).toMatchObject([{ badge_name: external.name }]);
  expect(data.employments).toMatchObject([{ employee_state: "accepted", employer: { name: employer.name } }]);
}

/** Deletes the account, only with the right password. The person cannot sign in again. */
async function leave(life: Life): Promise<void> {
  const { page, say, password } = life;
  await go(life, "account");
  await button(page, say.wallet("account.delete_action")).click();
  const dialog = page.getByRole("dialog", { name: say.wallet("account.delete_title") });
  for (const given of ["not this one at all", password]) {
    await dialog.getByLabel(say.wallet("account.password_proof"), { exact: true }).fill(given);
    await dialog.getByRole("button", { name: say.wallet("account.delete_now"), exact: true }).click();
    if (given !== password) await expect(dialog.getByText(say.wallet("errors.wrong_password"))).toBeVisible();
  }
  await page.waitForURL(/\/sign-in/);
  await expect(page.getByText(say.signIn("deleted"))).toBeVisible();
  await signInThere(page, life, life);
  await expect(page.getByText(say.signIn("failures.mismatch"))).toBeVisible();
}

/** What remains: nothing public, and the records of the organizations. */
async function remember(life: Life, employee: string, console: Page): Promise<void> {
  const { employer, ids, email, second, locale } = life;
  await employer.hears(
    "employment.badges.removed",
    "employment.badges.removed",
    "employment.user_account.disassociated",
  );
  for (const id of [ids.kept, ids.earlier]) expect((await readPage(id, locale)).status).toBe(404);
  const record = await badgeOf(ids.kept);
  expect(record).toMatchObject({
    state: "accepted",
    public: false,
    recipient_email: email,
    user: { id: null },
  });
  const { badges, employee_state: state } = await employer.send("GET", `/employees/${employee}/data`);
  expect({ badges, state }).toEqual({ badges: [], state: "created" });
  expect(await employer.send("GET", "/employee_external_badges")).toEqual([]);
  const told = (await employer.send("GET", "/events?order=asc&per=50")) as { event_type: string }[];
  const types = told.map(({ event_type: type }) => type).filter((type) => type.startsWith("employment."));
  // Events that were recorded together are delivered concurrently.
  expect(employer.heard.map(({ event_type: type }) => type).toSorted()).toEqual(types.toSorted());
  await console.reload();
  await whenShown(console);
  await expect(console.getByText(second).first()).toBeVisible();
  await console.context().close();
  await life.page.context().close();
}

for (const story of STORIES) {
  test(`${story.locale}: from the first mail to the end of the account`, async ({ browser }) => {
    test.setTimeout(300_000);
    const life = await test.step("three badges are issued", () => beginLife(browser, receiver, story));
    const earlier = await test.step("an account with another address", () => liveEarlier(life, browser));
    await test.step("decline one through its mail", () => decline(life));
    await test.step("accept another privately, and create an account", () => acceptPrivately(life));
    await test.step("sign in", () => signIn(life, browser));
    await test.step("make it public, and accept the third", () => show(life));
    await test.step("add a second address", () => addAddress(life));
    await test.step("merge the earlier account", () => merge(life, earlier));
    const employee = await test.step("connect to the employer", () => connect(life));
    const console = await test.step("the employer sees public badges", () => share(life, employee, browser));
    await test.step("download the certificate", () => downloadCertificate(life));
    await test.step("download the personal data", () => takeData(life));
    await test.step("delete the account", () => leave(life));
    await test.step("what remains", () => remember(life, employee, console));
  });
}
