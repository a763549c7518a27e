import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { withClient } from "@/lib/platform/postgres/database";
import { inspectPage, openPage, tabAndPress, tabTo, waitUntilShown } from "../support/browser/console-pages";
import { HOLDER_EMAIL, buildPeopleFile, PLANTED_ERRORS } from "../support/badges/people-file";
import {
  consoleUrl,
  sendAsHarborCollege,
  createTidalZones,
  organization,
  product,
  signInDean,
  restartProduct,
  useOwnHarborCollege,
} from "../support/browser/harbor-college";
import { until } from "../support/until";

let templateId = "";
/** The address of the file that the first test issues. */
let importPath = "";

const ROWS = 5_000;
const ISSUED = ROWS - PLANTED_ERRORS;
const RUN_MS = 120_000;

// The later tests check the pages with the data of the first test.
test.describe.configure({ mode: "serial" });

// A test kills this product while it issues badges, and starts it again.
useOwnHarborCollege();
test.beforeAll(async () => {
  ({ id: templateId } = await createTidalZones());
  await sendAsHarborCollege("POST", "/badges", {
    badge_template_id: templateId,
    recipient_email: HOLDER_EMAIL,
    issued_to_first_name: "Ada",
    issued_to_last_name: "Okafor",
    issued_at: "2026-03-01",
    suppress_badge_notification_email: true,
  });
});

const query = async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> =>
  withClient(
    await product.databaseUrl(),
    async (client) => (await client.query<Row>(text, [organization.organization_id])).rows,
  );

/** Starts the product again with the same data. */
async function restart(): Promise<void> {
  const { port } = new URL(product.origin);
  await restartProduct({ PORT: port });
}

const asUpload = (text: string, name = "people.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

/** Chooses badge and file, and has the file checked. Returns the path of the page with the result. */
async function upload(page: Page, file: ReturnType<typeof asUpload>): Promise<string> {
  await page.getByRole("radio", { name: /Tidal Zones/ }).check();
  await page.getByLabel(/Choose a CSV file/).setInputFiles(file);
  await expect(page.getByText(file.name)).toBeVisible();
  await page.getByRole("button", { name: "Check file" }).click();
  await page.waitForURL(/\/issue\/file\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname;
}

const imported = (rest = "") =>
  sendAsHarborCollege("GET", `/badge_imports/${importPath.split("/").at(-1)}${rest}`);

/** Checks that exactly the planted rows are errors: on the page, and each by its number. */
async function seeFaults(page: Page, faults: number[]): Promise<void> {
  await expect(
    page.getByRole("button", { name: `Issue ${ISSUED.toLocaleString("en")} badges` }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: `Errors ${PLANTED_ERRORS}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByText("1 column will be ignored: Notes")).toBeVisible();
  // The headings are a row, too.
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", String(PLANTED_ERRORS + 1));
  const rows = (await imported("/rows?filter=status::error")) as { number: number }[];
  // The headings are row 1.
  expect(rows.map(({ number }) => number)).toEqual(faults.map((place) => place + 1));
  expect(await imported()).toMatchObject({ warning_count: 0, error_count: PLANTED_ERRORS, issued_count: 0 });
  await page.getByRole("button", { name: /^All/ }).click();
  await expect(page.getByRole("grid")).toHaveAttribute("aria-rowcount", String(ROWS + 1));
}

async function chooseNoMails(page: Page): Promise<void> {
  await page.getByLabel("Do not send e-mails").check();
  await page.getByRole("button", { name: "Save and check again" }).click();
  await expect(page.getByText("No e-mails will be sent.").first()).toBeVisible();
}

async function start(page: Page): Promise<void> {
  const name = `Issue ${ISSUED.toLocaleString("en")} badges`;
  await tabAndPress(page, page.getByRole("button", { name }), "Enter");
  const dialog = page.getByRole("dialog", { name: `${name}?` });
  // From the choice that was made last, "After a wait", the arrows lead to "Now".
  await tabTo(page, dialog.getByRole("radio", { name: "After a wait" }));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Now" })).toBeChecked();
  await tabTo(page, dialog.getByRole("button", { name }));
  await page.keyboard.press("Enter");
}

const issuedSoFar = async (): Promise<number> => {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM badge_import_rows WHERE organization_id = $1 AND status = 'issued'",
  );
  return row?.count ?? 0;
};

/** Checks that other pages respond while badges are issued. */
async function staysResponsive(page: Page, before: number): Promise<void> {
  const other = await page.context().newPage();
  const visit = async (): Promise<void> => {
    await other.goto(consoleUrl("/issued_badges"));
    await waitUntilShown(other);
    await expect(other.getByRole("table", { name: "Issued badges" })).toBeVisible();
  };
  await until("badges are issued again", async () => (await issuedSoFar()) > before, 60_000);
  do await visit();
  while ((await issuedSoFar()) < ISSUED);
  await other.close();
}

/** Checks that there is one badge for each valid row and one event for each badge: none lost, none duplicated. */
async function seeBadges(): Promise<void> {
  const [badges] = await query(
    `SELECT count(*)::int AS badges, count(DISTINCT recipient_email)::int AS people,
       count(*) FILTER (WHERE recipient_email = '${HOLDER_EMAIL}')::int AS holders,
       (SELECT count(*)::int FROM events WHERE organization_id = $1 AND event_type = 'badge.created') AS events,
       (SELECT sum(issued)::int FROM badge_template_issue_counts WHERE badge_template_id = '${templateId}') AS counted
     FROM issued_badges WHERE organization_id = $1`,
  );
  const all = ISSUED + 1;
  expect(badges).toEqual({ badges: all, people: all, holders: 1, events: all, counted: all });
}

async function readResult(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download results" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("people-result.csv");
  const rows = parse(await readFile(await download.path()), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  expect(rows).toHaveLength(ROWS);
  const issued = rows.filter(({ result }) => result === "issued");
  expect([issued.length, rows.filter(({ result }) => result === "error").length]).toEqual([
    ISSUED,
    PLANTED_ERRORS,
  ]);
  expect(new Set(issued.map((row) => row.badge_id)).size).toBe(ISSUED);
  expect(issued[0]).toMatchObject({ Email: "person-1@example.org", "First name": "Zoë", Notes: "row 1" });
}

test("5,000 rows with 37 errors are checked, issued despite a SIGKILL, and reported", async ({ page }) => {
  test.setTimeout(300_000);
  const { text, faults } = buildPeopleFile(ROWS);
  let stopped = 0;
  await test.step("the check finds exactly the errors", async () => {
    await signInDean(page, "/issue/file");
    importPath = await upload(page, asUpload(text));
    await seeFaults(page, faults);
    await chooseNoMails(page);
  });
  await test.step("issuing starts, and is killed in the middle", async () => {
    await start(page);
    await until("some badges are issued", async () => (await issuedSoFar()) > 0, 60_000);
    await product.killAll();
    stopped = await issuedSoFar();
    expect(stopped).toBeGreaterThan(0);
    expect(stopped).toBeLessThan(ISSUED);
  });
  await test.step("issuing continues after a restart, while other pages respond", async () => {
    await restart();
    await page.reload();
    await expect(page.getByRole("progressbar")).toBeVisible();
    await staysResponsive(page, stopped);
    // The page itself refreshes until the import is finished.
    await expect(page.getByText(`${ISSUED.toLocaleString("en")} badges issued`)).toBeVisible({
      timeout: RUN_MS,
    });
  });
  await test.step("nothing is lost or duplicated", seeBadges);
  await test.step("the result can be downloaded", () => readResult(page));
});

test("columns are chosen by hand, and the import is deleted afterwards", async ({ page }) => {
  await signInDean(page, "/issue/file");
  await upload(
    page,
    asUpload("who,where\nAda Okafor,ada@harbor.example\nCher,cher@harbor.example\n", "crew.csv"),
  );
  await expect(page.getByText("Choose a column for the e-mail address and the name below.")).toBeVisible();
  await page.getByLabel("Field for who").selectOption("Full name");
  await page.getByLabel("Field for where").selectOption("E-mail address");
  await page.getByRole("button", { name: "Save and check again" }).click();
  await expect(page.getByRole("button", { name: "Issue 1 badge" })).toBeVisible();
  const rows = page.getByRole("grid", { name: "Rows of the file" });
  await expect(rows.getByRole("gridcell", { name: /Cher/ })).toContainText("Last name is missing");
  await page.getByRole("button", { name: "Delete file…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete file" }).click();
  await page.waitForURL(consoleUrl("/issue/file"));
  await expect(page.getByRole("link", { name: "people.csv" })).toBeVisible();
  await expect(page.getByRole("link", { name: "crew.csv" })).toHaveCount(0);
});

test("an invalid file is refused with an explanation", async ({ page }) => {
  const other = await sendAsHarborCollege("POST", "/badge_templates", {
    name: "Shore Birds",
    description: "Knows the birds of the shore.",
    global_activity_url: "https://example.org/birds",
    skills: ["Birds"],
  });
  await signInDean(page, "/issue/file");
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("Choose a badge.")).toBeVisible();
  await expect(page.getByText("Choose a file.")).toBeVisible();
  await page.getByRole("radio", { name: /Tidal Zones/ }).check();
  await page.getByLabel(/Choose a CSV file/).setInputFiles(asUpload("PK\u0003\u0004", "people.xlsx"));
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(
    page.getByText("The file is a spreadsheet workbook. Save it as CSV and choose that file."),
  ).toBeVisible();
  await sendAsHarborCollege("DELETE", `/badge_templates/${other.id}`);
});

test("the only template is chosen already", async ({ page }) => {
  await signInDean(page, "/issue/file");
  await expect(page.getByRole("radio", { name: /Tidal Zones/ })).toBeChecked();
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(page.getByText("Choose a file.")).toBeVisible();
  await expect(page.getByText("Choose a badge.")).toBeHidden();
});

// pages.spec.ts checks one that waits.
test("a finished import passes the checks of a page", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signInDean(page, "/issue");
  await page.goto(product.origin + importPath);
  expect(await inspectPage(page, importPath)).toEqual([]);
  await page.context().close();
});
