import { expect, type Page } from "@playwright/test";
import { inspectPage, openPage } from "../support/browser/console-pages";
import { buildPeopleFile } from "../support/badges/people-file";
import {
  consoleUrl,
  createTidalZones,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

let templateId = "";

useHarborCollege();
test.beforeAll(async () => {
  ({ id: templateId } = await createTidalZones());
});

type Import = { id: string; ok_count: number; error_count: number };

async function createImport(text: string): Promise<Import> {
  return (await sendAsHarborCollege("POST", "/badge_imports", {
    badge_template_id: templateId,
    file_name: "people.csv",
    file: Buffer.from(text).toString("base64"),
  })) as unknown as Import;
}

const getImport = async (id: string) =>
  (await sendAsHarborCollege("GET", `/badge_imports/${id}`)) as unknown as Import;

const grid = (page: Page) => page.getByRole("grid", { name: "Rows of the file" });
const cell = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column}`);
const saved = (page: Page) => expect(page.getByText("All changes are saved.")).toBeVisible();

async function openImport(page: Page, { id }: Import, filter = "all"): Promise<void> {
  await page.goto(consoleUrl(`/issue/file/${id}?status=${filter}`));
  await expect(grid(page)).toBeVisible();
}

/** Pastes text as the browser does when cells were copied from a spreadsheet. */
const paste = (page: Page, text: string): Promise<void> =>
  grid(page).evaluate((target, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const SMALL = "Email,First name,Last name\nada@import-sheet.example,Ada,Okafor\nno address,Zoë,Öztürk\n";

test("a fault is corrected with the keyboard, undone, redone, and survives a reload", async ({ page }) => {
  await signInDean(page, "/issue/file");
  const created = await createImport(SMALL);
  await openImport(page, created);
  await expect(cell(page, 3, 0)).toHaveAttribute("aria-invalid", "true");
  await expect(cell(page, 3, 0)).toContainText("Is not an e-mail address");
  await grid(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("Row 3, Email: “no address” is not an e-mail address.")).toBeVisible();
  await page.keyboard.press("F2");
  await page.keyboard.type(" discarded");
  await page.keyboard.press("Escape");
  await expect(cell(page, 3, 0)).toContainText("no address");
  await page.keyboard.type("zoe@import-sheet.example");
  await page.keyboard.press("Tab");
  await expect(cell(page, 3, 1)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: "Issue 2 badges" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Errors 0" })).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(cell(page, 3, 0)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("button", { name: "Errors 1" })).toBeVisible();
  await page.keyboard.press("Control+y");
  await expect(page.getByRole("button", { name: "Errors 0" })).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(cell(page, 3, 0)).toContainText("zoe@import-sheet.example");
  expect(await getImport(created.id)).toMatchObject({ ok_count: 2, error_count: 0 });
});

test("rows are pasted, added, deleted and found by the filter", async ({ page }) => {
  await signInDean(page, "/issue/file");
  const created = await createImport(SMALL);
  await openImport(page, created, "error");
  await expect(grid(page).getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "All 2" }).click();
  await cell(page, 3, 0).click();
  await paste(page, "zoe@import-sheet.example\tZoë\tÖztürk\r\nlin@import-sheet.example\tLin\tWu\r\n");
  await expect(page.getByRole("button", { name: "Issue 3 badges" })).toBeVisible();
  await expect(cell(page, 4, 2)).toContainText("Wu");
  await cell(page, 2, 0).click();
  await page.getByRole("button", { name: "Delete row 2" }).click();
  await expect(page.getByRole("button", { name: "Issue 2 badges" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, 2, 0)).toContainText("ada@import-sheet.example");
  await page.getByRole("button", { name: "Add row" }).click();
  await expect(cell(page, 5, 0)).toContainText("E-mail address is missing");
  await cell(page, 5, 0).dblclick();
  await page.getByRole("textbox", { name: "Email, row 5" }).fill("ada@import-sheet.example");
  await page.keyboard.press("Enter");
  await expect(cell(page, 5, 0)).not.toHaveAttribute("aria-invalid");
  await expect(cell(page, 5, 1)).toContainText("First name is missing");
});

test("the badges that are confirmed are those of the last edit", async ({ page }) => {
  await signInDean(page, "/issue/file");
  const created = await createImport(SMALL);
  await openImport(page, created);
  await cell(page, 2, 1).click();
  await page.keyboard.type("Augusta");
  await page.keyboard.press("Enter");
  // Before the edit is stored by itself.
  await page.getByRole("button", { name: "Issue 1 badge" }).click();
  const dialog = page.getByRole("dialog", { name: "Issue 1 badge?" });
  await dialog.getByRole("radio", { name: "Now" }).check();
  await dialog.getByRole("button", { name: "Issue 1 badge" }).click();
  await expect(page.getByText("1 badge issued")).toBeVisible();
  const badges = (await sendAsHarborCollege(
    "GET",
    "/badges?filter=recipient_email::ada@import-sheet.example",
  )) as unknown as { issued_to_first_name: string }[];
  expect(badges.map((badge) => badge.issued_to_first_name)).toEqual(["Augusta"]);
});

test("of 5,000 rows only those in sight are drawn, and the last is reached by a key", async ({ page }) => {
  await signInDean(page, "/issue/file");
  await openImport(page, await createImport(buildPeopleFile(5_000).text));
  await expect(grid(page)).toHaveAttribute("aria-rowcount", "5001");
  await grid(page).focus();
  await page.keyboard.press("Control+End");
  await expect(cell(page, 5_001, 6)).toHaveAttribute("aria-selected", "true");
  await expect(cell(page, 5_001, 6)).toBeInViewport();
  expect(await grid(page).getByRole("row").count()).toBeLessThan(60);
});

/** Checks the pasted rows and opens their sheet. */
async function checkPasted(page: Page): Promise<void> {
  await expect(page.locator("form").getByText("Pasted rows.tsv")).toBeVisible();
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(grid(page)).toBeVisible();
}

test("rows copied from a spreadsheet are a file, with headings and without", async ({ page }) => {
  await signInDean(page, "/issue/file");
  // A field of a browser takes what is filled in as it takes what is pasted.
  await page
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("E-Mail\tVorname\tNachname\nzoe@import-sheet.example\tZoë\tÖztürk");
  await checkPasted(page);
  await expect(page.getByRole("button", { name: "Issue 1 badge" })).toBeVisible();
  await page.goto(consoleUrl("/issue/file"));
  await expect(page.getByRole("button", { name: "Check file" })).toBeVisible();
  await page.getByLabel("Or paste rows from a spreadsheet").waitFor();
  await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Lin\tWu\tlin@import-sheet.example\r\nKim\tLee\tno address\r\n");
    heading.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await checkPasted(page);
  await expect(page.getByRole("button", { name: "Issue 1 badge" })).toBeVisible();
  await expect(cell(page, 3, 2)).toContainText("Is not an e-mail address");
});

for (const [width, scheme] of [
  [1440, "light"],
  [390, "dark"],
] as const) {
  test(`the sheet passes the checks of a page at ${width} px, ${scheme}`, async ({ browser }) => {
    const page = await openPage(browser, width, scheme);
    await signInDean(page, "/issue/file");
    await openImport(page, await createImport(buildPeopleFile(60).text));
    expect(await inspectPage(page, "sheet")).toEqual([]);
    await cell(page, 3, 0).dblclick();
    await expect(page.getByRole("textbox", { name: "Email, row 3" })).toBeFocused();
    expect(await inspectPage(page, "an edited cell")).toEqual([]);
    await page.context().close();
  });
}
