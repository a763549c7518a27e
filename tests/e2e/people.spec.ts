import { readFile } from "node:fs/promises";
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import {
  administratorCredentials,
  inspectPage,
  openPage,
  tabAndPress,
  openSignedIn,
} from "../support/browser/console-pages";
import { createSender } from "../support/browser/demonstration-data";
import { waitForMailTo } from "../support/delivery/mailbox";
import {
  consoleUrl,
  product,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { createOrganization } from "../support/platform/product";

/** A second organization, whose administrator works for the first one. */
let institute: Awaited<ReturnType<typeof createOrganization>>;
/** The last template that was created: Knots and Splices. */
let templateId = "";

const INSTITUTE = "/console/tide-institute";
const NIA = "nia@people.example";

// The later tests check the pages with the data of the first test.
test.describe.configure({ mode: "serial" });

useHarborCollege();
test.beforeAll(async () => {
  institute = await createOrganization(product.dataDir, { name: "Tide Institute", adminEmail: NIA });
  const facts = { description: "Knows the ropes.", global_activity_url: "https://example.org/course" };
  for (const name of ["Tidal Zones", "Knots and Splices"]) {
    templateId = (
      await sendAsHarborCollege("POST", "/badge_templates", { name, ...facts, skills: ["Seamanship"] })
    ).id;
  }
});

const signInAtInstitute = (page: Page, path: string): Promise<void> =>
  openSignedIn(page, product.origin + INSTITUTE + path, administratorCredentials(institute));

const heading = (page: Page, name: string): Locator => page.getByRole("heading", { name, level: 1 });

async function addOne(page: Page): Promise<void> {
  await expect(page.getByText("No employees yet")).toBeVisible();
  await page.getByRole("link", { name: "Add employee" }).first().click();
  await expect(heading(page, "Add employee")).toBeVisible();
  await page.getByRole("button", { name: "Add employee" }).click();
  await expect(page.getByText("Must be an e-mail address")).toBeVisible();
  await page.getByLabel("E-mail address").fill(NIA);
  await page.getByLabel("First name", { exact: true }).fill("Nia");
  await page.getByLabel("Last name", { exact: true }).fill("Adeyemi");
  await page.getByLabel("Position").fill("Harbor pilot");
  await page.getByRole("button", { name: "Add employee" }).click();
  await expect(heading(page, "Nia Adeyemi")).toBeVisible();
  await expect(page.getByText("Nia is not connected")).toBeVisible();
  await expect(page.getByText("Not invited yet")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Harbor pilot" })).toContainText("Current");
}

const CSV = [
  "E_Mail;First name;Last name;Employee id;Job title;Shoe size",
  "bo@people.example;Bo;Lind;H-2;Deckhand;43",
  "no address;Chi;Abara;H-3;Cook;",
  "BO@people.example;Bo;Again;H-4;Deckhand;43",
  `${NIA};Nia;Adeyemi;H-1;Harbor pilot;38`,
  "dee@people.example;Dee;Weiss;H-2;Deckhand;40",
  "eli@people.example;Eli;Sørensen;H-5;Cook;41",
  "fay@people.example;Fay;Nakamura;H-6;Cook;39;too much",
].join("\r\n");

const FAULTS = [
  ["2", "no address", /Email must be an e-mail address/],
  ["3", "bo@people.example", /Email is already used in row 1/],
  ["4", NIA, /Email has already been taken/],
  ["5", "dee@people.example", /External id is already used in row 1/],
  ["7", "fay@people.example", /Has more cells than the table has columns/],
] as const;

async function seeFaults(page: Page): Promise<void> {
  const lines = page.getByRole("table", { name: "Errors" }).locator("tbody tr");
  await expect(lines).toHaveCount(FAULTS.length);
  for (const [index, [row, email, reason]] of FAULTS.entries()) {
    await expect(lines.nth(index).getByRole("cell").first()).toHaveText(row);
    await expect(lines.nth(index)).toContainText(email);
    await expect(lines.nth(index)).toContainText(reason);
  }
}

const upload = (page: Page, csv: string) =>
  page.getByLabel("Choose a CSV file").setInputFiles({
    name: "crew.csv",
    mimeType: "text/csv",
    // As older spreadsheets write it: not in UTF-8.
    buffer: Buffer.from(csv, "latin1"),
  });

async function addMany(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Employees" }).last().click();
  await page.getByRole("link", { name: "Upload CSV" }).click();
  await upload(page, CSV);
  await expect(page.getByText("2 employees can be added from 7 rows")).toBeVisible();
  await expect(page.getByText("Unknown columns: “Shoe size”.")).toBeVisible();
  await expect(page.getByRole("table", { name: "First employees" })).toContainText("Eli Sørensen");
  await seeFaults(page);
  await page.getByRole("button", { name: "Add 2 employees" }).click();
  await expect(page.getByText("2 employees added")).toBeVisible();
  await seeFaults(page);
  await page.getByRole("link", { name: "View employees" }).click();
  await expect(page.getByText("3 employees", { exact: true })).toBeVisible();
}

/** Filters, sort order and columns are in the address, so they are the same after reloading and going back. */
async function arrange(page: Page): Promise<void> {
  await page.getByRole("searchbox").fill("people.example");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(/query=people\.example/);
  await page.getByRole("link", { name: "Employee", exact: true }).click();
  await page.waitForURL(/sort=last_name/);
  const names = page.getByRole("table", { name: "Employees" }).locator("tbody a");
  await expect(names).toHaveText(["Nia Adeyemi", "Bo Lind", "Eli Sørensen"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Employee ID" }).click();
  await page.waitForURL(/columns=/);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Employee ID" })).toBeVisible();
  await expect(names).toHaveText(["Nia Adeyemi", "Bo Lind", "Eli Sørensen"]);
  await page.getByRole("link", { name: "Declined" }).click();
  await expect(page.getByText("No results")).toBeVisible();
  await page.goBack();
  await expect(names).toHaveText(["Nia Adeyemi", "Bo Lind", "Eli Sørensen"]);
  const exported = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("menuitem", { name: "Columns shown here" }).click();
  const table = await readFile(await (await exported).path(), "utf8");
  const [headings = ""] = table.split("\r\n");
  expect(headings).toContain("Employee,E-mail address,Connection");
  expect(headings).toContain("Employee ID");
}

async function invite(page: Page): Promise<void> {
  await page.goto(consoleUrl("/employees"));
  await page.getByLabel("Select Nia Adeyemi").check();
  await page.getByLabel("Select Bo Lind").check();
  await expect(page.getByText("2 people selected")).toBeVisible();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("Invitations sent to 2 people.")).toBeVisible();
  for (const email of [NIA, "bo@people.example"]) {
    const { subject } = await waitForMailTo(product.dataDir, email);
    expect(subject).toBe("Harbor College invites you to connect your badges");
  }
  await expect(async () => {
    await page.reload();
    for (const name of [/Nia Adeyemi/, /Bo Lind/]) {
      const row = page.getByRole("row", { name });
      await expect(row).toContainText("Invited, not connected yet", { timeout: 1_000 });
    }
  }).toPass();
  // The last page may have counted them a moment before it read their rows.
  await page.reload();
  await page.getByRole("button", { name: "Invite employees…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Not yet invited (1)")).toBeChecked();
  await dialog.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(page.getByText("Invitations sent to 1 person.")).toBeVisible();
  await waitForMailTo(product.dataDir, "eli@people.example");
}

/** The employee signs in, is asked, and accepts, through the paths that a person's own pages call. */
async function connect(nia: Page): Promise<void> {
  await signInAtInstitute(nia, "");
  const headers = { origin: product.origin };
  const answer = await nia.request.get(`${product.origin}/v1/me/employments`);
  const { data } = (await answer.json()) as { data: { id: string; employee_state: string }[] };
  expect(data.map(({ employee_state: state }) => state)).toEqual(["pending"]);
  const path = `${product.origin}/v1/me/employments/${data[0]?.id}/accept`;
  expect((await nia.request.post(path, { headers })).status()).toBe(200);
}

async function seeConnection(page: Page): Promise<void> {
  await page.reload();
  const row = page.getByRole("row", { name: /Nia Adeyemi/ });
  await expect(row).toContainText("Connected");
  await row.getByRole("link", { name: "Nia Adeyemi" }).click();
  await expect(page.getByText("Nia is connected")).toBeVisible();
  await expect(page.getByText("1 badge: 1 pending.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Knots and Splices/ })).toContainText("Pending");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Position").fill("Harbor master");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Harbor master" })).toContainText("Current");
  await expect(page.getByRole("listitem").filter({ hasText: "Harbor pilot" })).toContainText("Past");
}

async function recommend(page: Page): Promise<void> {
  await page.goto(consoleUrl("/recommendations"));
  await expect(page.getByText("No recommendations yet")).toBeVisible();
  await page.getByRole("link", { name: "New recommendation" }).first().click();
  await page.getByRole("button", { name: "Create recommendation" }).click();
  await expect(page.getByText("Is required").first()).toBeVisible();
  await page.getByRole("radio", { name: /Tidal Zones/ }).check();
  await page.getByRole("checkbox", { name: "Knots and Splices" }).check();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Tidal Zones");
  await page.getByRole("button", { name: "Create recommendation" }).click();
  const row = page.getByRole("row", { name: /Tidal Zones/ });
  await expect(row).toContainText("Badge");
  await expect(row.getByRole("cell").nth(2)).toHaveText("1");
  await row.getByRole("link", { name: "Tidal Zones" }).click();
  await expect(page.getByRole("checkbox", { name: "Knots and Splices" })).toBeChecked();
  await page.getByRole("radio", { name: /^Education/ }).check();
  await page.getByLabel("Title").fill("A week aboard");
  await page.getByLabel("URL").fill("https://example.org/aboard");
  await expect(preview).toContainText("A week aboard");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(heading(page, "A week aboard")).toBeVisible();
}

async function authorize(page: Page): Promise<void> {
  await page.goto(consoleUrl("/issuers"));
  await expect(page.getByText("No issuers yet")).toBeVisible();
  await page.getByRole("link", { name: "Authorize an issuer" }).first().click();
  await page.getByLabel("Organization").fill("no-such-house");
  await page.getByRole("button", { name: "Authorize issuer" }).click();
  await expect(page.getByText("There is no organization no-such-house.")).toBeVisible();
  await page.getByLabel("Organization").fill("tide-institute");
  await page.getByRole("checkbox", { name: "Tidal Zones" }).check();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText(
    "Issued on behalf of Harbor College",
  );
  await page.getByRole("button", { name: "Authorize issuer" }).click();
  const row = page.getByRole("row", { name: /Tide Institute/ });
  await expect(row).toContainText("Tidal Zones");
  await row.getByRole("link", { name: "Tide Institute" }).click();
  await page.getByRole("radio", { name: /Only the issuer/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("radio", { name: /^Both/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
}

/** The other organization issues the badge in its own console. */
async function issueForGrantor(nia: Page): Promise<void> {
  await nia.goto(`${product.origin}${INSTITUTE}/issuers`);
  await nia.getByRole("link", { name: "You issue for" }).click();
  await nia.getByRole("link", { name: "Harbor College", exact: true }).click();
  await expect(nia.getByText("1 template", { exact: true })).toBeVisible();
  await nia.getByRole("link", { name: "Issue Tidal Zones" }).click();
  await nia.getByLabel("First name").fill("Ida");
  await nia.getByLabel("Last name").fill("Marsh");
  await nia.getByLabel("E-mail address").fill("ida@people.example");
  await nia.getByRole("button", { name: /^Issue/ }).click();
  await expect(nia.getByText("Ida Marsh").first()).toBeVisible();
  const { html } = await waitForMailTo(product.dataDir, "ida@people.example");
  expect(html).toContain("Tidal Zones");
}

/**
 * Wherever a badge is issued, the templates of other organizations can be found among many own ones, with their owner.
 */
async function chooseForGrantor(nia: Page): Promise<void> {
  const { organization_id: id, authorization_token: token } = institute;
  const own = createSender(product.origin, id, token);
  for (let number = 10; number < 23; number += 1) {
    const facts = {
      description: "A dive.",
      global_activity_url: "https://example.org/dive",
      skills: ["Diving"],
    };
    await own("POST", "/badge_templates", { name: `Dive ${number}`, ...facts });
  }
  const [authorization] = await sendAsHarborCollege("GET", "/issuers");
  await sendAsHarborCollege("PUT", `/issuers/${authorization.id}`, { restrict_by_badge_templates: false });
  const facts = {
    description: "Pools.",
    global_activity_url: "https://example.org/pools",
    skills: ["Pools"],
  };
  await sendAsHarborCollege("POST", "/badge_templates", { name: "Rock Pools", ...facts });
  const [badge] = await own("GET", "/badges?filter=recipient_email::ida@people.example");
  for (const place of ["/issue", "/issue/file", `/issued_badges/${badge.id}/replace`]) {
    await nia.goto(`${product.origin}${INSTITUTE}${place}`);
    await expect(nia.getByRole("radio", { name: "Dive 10 Diving" })).toBeVisible();
    const theirs = nia.getByRole("radio", { name: "Rock Pools on behalf of Harbor College" });
    await expect(theirs).toHaveCount(0);
    await expect(async () => {
      await nia.getByLabel("Search active templates").fill("");
      await nia.getByLabel("Search active templates").fill("pool");
      await expect(theirs).toBeAttached({ timeout: 5_000 });
    }).toPass();
    await theirs.check();
    await expect(theirs).toBeChecked();
  }
}

async function endAll(page: Page): Promise<void> {
  await page.goto(consoleUrl("/employees?query=eli"));
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 1 person" }).click();
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByText("2 employees", { exact: true })).toBeVisible();
}

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test("people are added, invited and connected, and badges are recommended and issued for others", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const problems: string[] = [];
  page.on("console", (message) => {
    // The browser also reports a 422 that the form shows.
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === "error" && !text.includes("422") && !text.includes("/settings?"))
      problems.push(text);
  });
  const nia = await newPage(browser);
  await test.step("sign in", () => signInDean(page, "/employees"));
  await test.step("add one employee", () => addOne(page));
  await test.step("upload several, and see the errors", () => addMany(page));
  await test.step("change the list through its address", () => arrange(page));
  await test.step("invite two, and then the rest", () => invite(page));
  await test.step("issue a badge for the employee, who accepts the connection", async () => {
    const who = { recipient_email: NIA, issued_to_first_name: "Nia", issued_to_last_name: "Adeyemi" };
    await sendAsHarborCollege("POST", "/badges", {
      badge_template_id: templateId,
      ...who,
      issued_at: "2026-11-01",
    });
    await connect(nia);
  });
  await test.step("the status changes, and the badge is shown", () => seeConnection(page));
  await test.step("recommend a badge, then a course", () => recommend(page));
  await test.step("authorize another organization", () => authorize(page));
  await test.step("the other organization issues the badge", () => issueForGrantor(nia));
  await test.step("and finds it where badges are issued", () => chooseForGrantor(nia));
  await test.step("delete several at once", () => endAll(page));
  expect(problems).toEqual([]);
});

test("the section works with the keyboard alone", async ({ page }) => {
  await signInDean(page, "/employees");
  await tabAndPress(page, page.getByLabel("Select Bo Lind"), "Space");
  await tabAndPress(page, page.getByRole("button", { name: "Delete…" }), "Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goto(consoleUrl("/employees/import"));
  await tabAndPress(page, page.getByRole("link", { name: "Employees" }).last(), "Enter");
  await expect(heading(page, "Employees")).toBeVisible();
  await page.goto(consoleUrl("/recommendations/new"));
  await tabAndPress(page, page.getByRole("radio", { name: /^Badge/ }), "ArrowDown");
  await expect(page.getByLabel("Title")).toBeVisible();
});

// pages.spec.ts checks the pages as they open.
test("errors of a file, selected employees and their dialog pass the checks of a page too", async ({
  browser,
}) => {
  const page = await openPage(browser, 1440, "light");
  await signInDean(page, "/employees");
  await page.goto(consoleUrl("/employees/import"));
  await upload(page, CSV);
  await expect(page.getByRole("table", { name: "Errors" })).toBeVisible();
  const problems = await inspectPage(page, "faults");
  await page.goto(consoleUrl("/employees"));
  await page.getByLabel("Select all on this page").check();
  problems.push(...(await inspectPage(page, "chosen employees")));
  await page.getByRole("button", { name: "Invite employees…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  problems.push(...(await inspectPage(page, "invite")));
  expect(problems).toEqual([]);
  await page.context().close();
});

test("the templates of a grantor pass the checks of a page too", async ({ page }) => {
  await signInAtInstitute(page, "/issuers/grantors");
  await page.getByRole("link", { name: "Harbor College", exact: true }).click();
  await expect(heading(page, "Harbor College")).toBeVisible();
  expect(await inspectPage(page, "templates of a grantor")).toEqual([]);
});
