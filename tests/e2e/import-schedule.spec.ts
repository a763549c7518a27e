import { expect, type Page } from "@playwright/test";
import { inspectPage } from "../support/browser/console-pages";
import {
  consoleUrl,
  createTidalZones,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

let template: { id: string };

useHarborCollege();
test.beforeAll(async () => {
  template = await createTidalZones();
});

type Import = { id: string; state: string; scheduled_at: string | null; issued_at: string };

const createImport = async (...recipients: string[]) =>
  (await sendAsHarborCollege("POST", "/badge_imports", {
    badge_template_id: template.id,
    file_name: "people.csv",
    file: Buffer.from(
      ["Email,First name,Last name", ...recipients.map((one) => `${one},Ada,Okafor`)].join("\n"),
    ).toString("base64"),
  })) as unknown as Import;
const getImport = async ({ id }: { id: string }) =>
  (await sendAsHarborCollege("GET", `/badge_imports/${id}`)) as unknown as Import;
const listBadges = async (recipient: string) =>
  (await sendAsHarborCollege("GET", `/badges?filter=recipient_email::${recipient}`)) as unknown as {
    badge_template: { id: string };
    issued_at: string;
  }[];

const importUrl = ({ id }: { id: string }) => consoleUrl(`/issue/file/${id}`);

async function askToIssue(page: Page, found: Import) {
  await page.goto(importUrl(found));
  await page.getByRole("button", { name: "Issue 1 badge" }).click();
  const dialog = page.getByRole("dialog", { name: "Issue 1 badge?" });
  await expect(dialog.getByRole("radio", { name: "After a wait" })).toBeChecked();
  return dialog;
}

for (const width of [1280, 390]) {
  test(`issuing is undone within ten minutes, then done at once (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const recipient = `undo-${width}@import-schedule.example`;
    await signInDean(page, "/issue/file");
    const found = await createImport(recipient);
    const dialog = await askToIssue(page, found);
    await expect(dialog.getByLabel("Wait", { exact: true })).toHaveValue("10");
    expect(await inspectPage(page, "when to issue")).toEqual([]);
    await dialog.getByRole("button", { name: "Issue 1 badge" }).click();
    await expect(page.getByText(/1 badge will be issued in (10|9) minutes/)).toBeVisible();
    expect(await inspectPage(page, "scheduled")).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("button", { name: "Issue 1 badge" })).toBeVisible();
    expect(await getImport(found)).toMatchObject({ state: "ready", scheduled_at: null });
    expect(await listBadges(recipient)).toEqual([]);
    const again = await askToIssue(page, found);
    await again.getByRole("button", { name: "Issue 1 badge" }).click();
    await page.getByRole("button", { name: "Issue now" }).click();
    await expect(page.getByText("1 badge issued")).toBeVisible();
    expect(await listBadges(recipient)).toHaveLength(1);
  });
}

test("a date is chosen in the zone of the browser, listed, and taken back", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  await signInDean(page, "/issue/file");
  const found = await createImport("date@import-schedule.example");
  const dialog = await askToIssue(page, found);
  await dialog.getByRole("radio", { name: "On a date" }).check();
  const time = dialog.getByLabel("Date and time");
  await expect(time).toHaveValue(/T09:00$/);
  await time.fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Schedule 1 badge" }).click();
  await expect(dialog.getByText("Choose a time in the future.")).toBeVisible();
  // Seven in the morning in Tokyo is still the day before in UTC.
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await time.fill(`${day}T07:00`);
  await dialog.getByRole("button", { name: "Schedule 1 badge" }).click();
  await expect(page.getByText(/1 badge will be issued on .*07:00/)).toBeVisible();
  const scheduled = await getImport(found);
  expect([scheduled.state, scheduled.issued_at]).toEqual(["scheduled", day]);
  expect(scheduled.scheduled_at).toBe(new Date(`${day}T07:00:00+09:00`).toISOString());
  await page.goto(consoleUrl("/issue/file"));
  const row = page.getByRole("row", { name: /Scheduled/ });
  await expect(row.getByText("07:00")).toBeVisible();
  await row.getByRole("link", { name: "people.csv" }).click();
  await page.getByRole("button", { name: "Cancel schedule" }).click();
  await expect(page.getByRole("button", { name: "Issue 1 badge" })).toBeVisible();
  await context.close();
});

test("the e-mails of a file are previewed one after the other", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await signInDean(page, "/issue/file");
  const found = await createImport(
    "first@import-schedule.example",
    "no address",
    "second@import-schedule.example",
  );
  await page.goto(importUrl(found));
  await page.getByRole("button", { name: "Preview e-mails" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview e-mails" });
  const mail = dialog.frameLocator("iframe");
  await expect(dialog.getByRole("status")).toHaveText("Row 2: 1 of 2");
  await expect(dialog.getByText("first@import-schedule.example")).toBeVisible();
  await expect(mail.getByRole("heading", { name: "Ada, you have earned a badge" })).toBeVisible();
  await dialog.getByRole("button", { name: "Next" }).click();
  // The row between them has an error, so it gets no e-mail.
  await expect(dialog.getByRole("status")).toHaveText("Row 4: 2 of 2");
  await expect(dialog.getByText("second@import-schedule.example")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Next" })).toBeDisabled();
  expect(await inspectPage(page, "preview of e-mails")).toEqual([]);
});

test("each row of a file names its badge", async ({ page }) => {
  const second = (await sendAsHarborCollege("POST", "/badge_templates", {
    name: "Rock Pools",
    description: "Knows what lives in rock pools.",
    global_activity_url: "https://example.org/pools",
    skills: ["Marine biology"],
  })) as unknown as { id: string };
  await signInDean(page, "/issue/file");
  await page.getByRole("radio", { name: /From a column of the file/ }).check();
  const upload = (heading: string) =>
    page.locator("input[type=file]").setInputFiles({
      name: "badges.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `Email,First name,Last name,${heading}\none@import-schedule.example,Ada,Okafor,Tidal Zones\ntwo@import-schedule.example,Zoë,Öz,Rock Pools\n`,
      ),
    });
  await upload("Award");
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("The file has no column “Badge template”.")).toBeVisible();
  await upload("Badge template");
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("Badges named in the file")).toBeVisible();
  await page.getByRole("button", { name: "Issue 2 badges" }).click();
  const dialog = page.getByRole("dialog", { name: "Issue 2 badges?" });
  await expect(dialog.getByText("Each row gets the badge that it names.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Now" }).check();
  await dialog.getByRole("button", { name: "Issue 2 badges" }).click();
  await expect(page.getByText("2 badges issued")).toBeVisible();
  const [one] = await listBadges("one@import-schedule.example");
  const [two] = await listBadges("two@import-schedule.example");
  expect([one?.badge_template.id, two?.badge_template.id]).toEqual([template.id, second.id]);
});
