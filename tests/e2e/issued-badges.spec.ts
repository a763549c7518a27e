import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { inspectPage, openPage } from "../support/browser/console-pages";
import { waitForMailTo } from "../support/delivery/mailbox";
import {
  acceptBadge,
  consoleUrl,
  createTidalZones,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
  type IssuedHere,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

type Issued = IssuedHere & { recipient_email: string };

let templateId = "";

const today = (): string => new Date().toISOString();

const issue = async (first: string, last: string, changes: Record<string, unknown> = {}): Promise<Issued> =>
  sendAsHarborCollege("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: `${first}.${last}@issued-badges.example`.toLowerCase(),
    issued_to_first_name: first,
    issued_to_last_name: last,
    issued_at: today(),
    ...changes,
  });

/** Moves the requests for a badge's mails ten minutes into the past. */
async function ageMails(badgeId: string): Promise<void> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query(
    "UPDATE outbox_messages SET created_at = created_at - interval '10 minutes' WHERE subject_id = $1",
    [badgeId],
  );
  await client.end();
}

useHarborCollege();
test.beforeAll(async () => {
  // No receiver listens there: the deliveries fail, and the history shows it.
  await sendAsHarborCollege("PUT", "", { webhook_url: "http://127.0.0.1:9/hook" });
  ({ id: templateId } = await createTidalZones());
  const people = Array.from({ length: 30 }, (_, index) => `Person${String(index).padStart(2, "0")}`);
  for (const name of people) await issue(name, "Ashby");
  await acceptBadge(await issue("Nia", "Adeyemi"));
  await acceptBadge(await issue("Bo", "Lind"));
});

const list = () => consoleUrl("/issued_badges");

const openConsole = (page: Page, path = "/issued_badges"): Promise<void> => signInDean(page, path);

const shownRows = (page: Page) => page.getByRole("table", { name: "Issued badges" }).locator("tbody tr");

test("the address contains filters, sort order, columns and page: reload and Back restore them", async ({
  page,
}) => {
  await openConsole(page);
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Pending" }).click();
  await expect(page).toHaveURL(/state=pending/);
  await page
    .getByRole("columnheader", { name: /Recipient/ })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/sort=users/);
  await expect(shownRows(page).first()).toContainText("Person00");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(shownRows(page).first()).toContainText("Person25");
  await expect(page.getByText("26–30 of 30 badges")).toBeVisible();
  await page.reload();
  await expect(shownRows(page).first()).toContainText("Person25");
  await page.goBack();
  await expect(shownRows(page).first()).toContainText("Person00");
  await page.goBack();
  await page.goBack();
  await expect(page.getByText("1–25 of 32 badges")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Visibility" }).click();
  await expect(page.getByRole("columnheader", { name: "Visibility" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Visibility" })).toBeVisible();
});

test("filters are chips that can be removed, and the export has the same rows", async ({ page }) => {
  await openConsole(page);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Template name").fill("Tidal");
  await page.getByLabel("Issued until").fill("2020-01-01");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  // The address says only what is filtered.
  await expect(page).toHaveURL(`${list()}?template=Tidal&issued_at_date_max=2020-01-01`);
  await page.getByRole("link", { name: /Remove filter Issued until/ }).click();
  await expect(page.getByText("1–25 of 32 badges")).toBeVisible();
  await expect(page.getByRole("link", { name: "Remove filter Template name: Tidal" })).toBeVisible();
  await page.getByRole("searchbox").fill("adeyemi");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("1 badge", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/template=Tidal/);
  await page.getByRole("button", { name: "Export CSV" }).click();
  const readExport = async (name: string) => {
    const csv = await page.getByRole("menuitem", { name }).getAttribute("href");
    return (await (await page.request.get(product.origin + csv)).text()).trim().split("\r\n");
  };
  const day = today().slice(0, 10);
  expect(await readExport("Columns shown here")).toEqual([
    "Recipient,E-mail address,Badge,State,Issued,Expires",
    `Nia Adeyemi,nia.adeyemi@issued-badges.example,Tidal Zones,accepted,${day},`,
  ]);
  const all = await readExport("All fields");
  expect(all).toHaveLength(2);
  expect(all[0]).toContain("badge_template.id");
});

test("several at once: a result for each, and the failed ones stay selected", async ({ page }) => {
  const [one, two] = [await issue("Ana", "Several"), await issue("Ben", "Several")];
  await issue("Cem", "Several");
  await sendAsHarborCollege("PUT", `/badges/${two.id}/revoke`, { reason: "Before." });
  await openConsole(page, "/issued_badges?query=Several");
  await page.getByLabel("Select all 3 on this page").check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Revoke badges…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Revoke 3 badges" }).click();
  await expect(dialog.getByText(/can't be blank/i)).toBeVisible();
  await dialog.getByLabel("Reason").fill("The exam was void.");
  await dialog.getByRole("button", { name: "Revoke 3 badges" }).click();
  await expect(page.getByText("Revoked 2 badges. 1 failed.")).toBeVisible();
  await expect(page.getByText("This badge is revoked and cannot be revoked.")).toBeVisible();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(page.getByLabel("Select the badge of Ben Several")).toBeChecked();
  await expect(page.getByRole("row", { name: /Ana Several/ })).toContainText("Revoked");
  expect(await sendAsHarborCollege("GET", `/badges/${one.id}`)).toMatchObject({
    revocation_reason: "The exam was void.",
  });
  await page.getByRole("button", { name: "Delete badges…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 1 badge" }).click();
  await expect(page.getByText("Deleted 1 badge.").first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Ben Several/ })).toBeHidden();
});

async function correctTo(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Change e-mail address…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(address);
  await dialog.getByRole("button", { name: "Change e-mail address" }).click();
  await expect(page.getByText(`E-mail address changed to ${address}.`)).toBeVisible();
}

test("a corrected address, another mail, a replacement and a revocation are all in the history", async ({
  page,
}) => {
  const badge = await issue("Ada", "Wrong");
  await waitForMailTo(product.dataDir, badge.recipient_email);
  await openConsole(page, `/issued_badges/${badge.id}`);
  await test.step("correct the address", async () => {
    await page.getByRole("button", { name: "Change e-mail address…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail address").fill("bo.lind@issued-badges.example");
    await dialog.getByRole("button", { name: "Change e-mail address" }).click();
    await expect(dialog.getByText(/already has this badge/i).first()).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await correctTo(page, "ada.lovely@issued-badges.example");
  });
  await test.step("undo restores the address", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(`E-mail address changed back to ${badge.recipient_email}.`)).toBeVisible();
    await expect(page.getByText("E-mail address changed by").first()).toBeVisible();
    await correctTo(page, "ada.right@issued-badges.example");
  });
  await test.step("the second mail has another link, and the old one no longer works", async () => {
    const mail = await waitForMailTo(product.dataDir, "ada.right@issued-badges.example");
    const link = /https?:\/\/\S+\/accept\/\S+/.exec(mail.text ?? "")?.[0] ?? "";
    const earner = await page.context().newPage();
    await earner.goto(badge.accept_badge_url);
    await expect(earner.getByRole("heading", { name: "This link is out of date" })).toBeVisible();
    await expect(earner.getByText("Only the link in the newest e-mail works")).toBeVisible();
    await earner.goto(link);
    await expect(earner.getByText("Tidal Zones").first()).toBeVisible();
    await earner.close();
  });
  await test.step("resend: not at once, but later", async () => {
    await page.getByRole("button", { name: "Resend e-mail" }).click();
    await expect(page.getByText(/This recipient was last e-mailed at/)).toBeVisible();
    await ageMails(badge.id);
    await page.getByRole("button", { name: "Resend e-mail" }).click();
    await expect(page.getByText("Sending an e-mail to ada.right@issued-badges.example.")).toBeVisible();
    await expect(page.getByText("E-mail resent by")).toBeVisible();
  });
  await test.step("replace", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Replace badge…" }).click();
    await expect(page.getByLabel("Last name")).toHaveValue("Wrong");
    await page.getByLabel("Last name").fill("Right");
    await page.getByLabel("Message to the earner").fill("Your name was misspelt.");
    await page.getByRole("button", { name: "Replace badge" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Ada Right" })).toBeVisible();
  });
  await test.step("revoke the new one", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Revoke badge…" }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("Withdrawn after all.");
    await page.getByRole("dialog").getByRole("button", { name: "Revoke badge" }).click();
    await expect(page.getByText("Badge revoked.")).toBeVisible();
    await expect(page.getByText("Revoked by")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: "Withdrawn after all." })).toBeVisible();
  });
  await test.step("the history of the first one lists everything", async () => {
    await page.goto(`${list()}/${badge.id}`);
    const history = page.getByRole("listitem");
    for (const line of ["Issued by", "Replaced with a newer badge", "Webhook badge.created", "last error:"]) {
      await expect(history.filter({ hasText: line }).first()).toBeVisible();
    }
    // The event and the audit entry describe the same change, so the history shows it once.
    await expect(history.filter({ hasText: "Replaced with a newer badge" })).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Resend e-mail" })).toBeHidden();
  });
});

test("each figure of the front page links to its list", async ({ page }) => {
  await openConsole(page, "");
  const accepted = page.getByRole("main").getByRole("link", { name: /^Accepted/ });
  await expect(accepted).toContainText("2");
  await accepted.click();
  await expect(page.getByText("2 badges", { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "12 months" }).click();
  await expect(page).toHaveURL(/span=12m/);
  await page.reload();
  await page.getByText("View as table").click();
  const count = page.getByRole("link", { name: /pending, issued/ }).first();
  const number = (await count.textContent())?.match(/^[\d,]+/)?.[0];
  await count.click();
  await expect(page.getByText(new RegExp(`of ${number} badges`))).toBeVisible();
  await page.goto(consoleUrl());
  await expect(page.getByRole("link", { name: /Tokens expiring within 14 days/ })).toBeVisible();
  await page.getByRole("link", { name: /Badges expiring within 30 days/ }).click();
  await expect(page).toHaveURL(/expires_at_date_max=/);
});

// pages.spec.ts checks the pages as they open.
test("selected, filtered and found badges pass the checks of a page too", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await openConsole(page);
  await page.goto(consoleUrl("?span=12m"));
  const problems = await inspectPage(page, "twelve months");
  await page.goto(`${list()}?state=revoked&template=Tidal`);
  problems.push(...(await inspectPage(page, "filtered")));
  await page.goto(list());
  await page.getByLabel(/^Select all/).check();
  problems.push(...(await inspectPage(page, "selected")));
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByRole("button", { name: "Apply filters" })).toBeVisible();
  problems.push(...(await inspectPage(page, "filters")));
  expect(problems).toEqual([]);
  await page.context().close();
});

test("a badge that has expired shows it, in the list, in a tab of its own and on its page", async ({
  page,
}) => {
  const [kept, expired] = [await issue("Kay", "Keeps"), await issue("Ole", "Expires")];
  for (const badge of [kept, expired]) await acceptBadge(badge);
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query("UPDATE issued_badges SET expires_at = now() - interval '1 minute' WHERE id = $1", [
    expired.id,
  ]);
  await client.end();
  await openConsole(page, "/issued_badges?state=accepted");
  await expect(shownRows(page).filter({ hasText: "Kay Keeps" })).toContainText("Accepted");
  await expect(shownRows(page).filter({ hasText: "Ole Expires" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Expired" }).click();
  await expect(page).toHaveURL(`${list()}?state=expired`);
  await expect(shownRows(page)).toHaveCount(1);
  await expect(shownRows(page)).toContainText("Ole Expires");
  await expect(shownRows(page)).toContainText("Expired");
  await page.getByRole("link", { name: "Ole Expires" }).click();
  await expect(page.getByRole("heading", { name: "Ole Expires" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Expired");
  // The figures of the overview count what was accepted, also what has expired since.
  await page.goto(`${list()}?state=accepted,expired`);
  await expect(shownRows(page).filter({ hasText: "Ole Expires" })).toHaveCount(1);
  await expect(shownRows(page).filter({ hasText: "Kay Keeps" })).toHaveCount(1);
});
