import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { inspectPage, openPage, tabTo } from "../support/browser/console-pages";
import {
  consoleUrl,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

// The later tests check the pages with the data of the first test.
test.describe.configure({ mode: "serial" });

useHarborCollege();

const templateNamed = async (name: string) =>
  (await sendAsHarborCollege("GET", `/badge_templates?filter=name::"${encodeURIComponent(name)}"`))[0];

const signIn = (page: Page) => signInDean(page, "/badge_templates");

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
/** A field whose label continues with "(optional)". */
const optionalField = (page: Page, name: string) => page.getByRole("textbox", { name: `${name} (optional)` });

/** Sets shape, colours, icon and ribbon with Tab, arrows, Space and letters. */
async function design(page: Page): Promise<void> {
  await tabTo(page, page.getByRole("radio", { name: "circle" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "hexagon" })).toBeChecked();
  await type(page, field(page, "Colour"), "#2e9e5b");
  await expect(page.getByText(/#2e9e5b gives text a contrast of [\d.]+:1/).first()).toBeVisible();
  await tabTo(page, page.getByRole("checkbox", { name: "Use a second colour" }));
  await page.keyboard.press("Space");
  await type(page, field(page, "Second colour"), "#d4a017");
  await tabTo(page, page.getByRole("radio", { name: "award" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "trophy" })).toBeChecked();
  await type(page, optionalField(page, "Ribbon"), "Apprentice");
  await expect(preview(page).locator("img")).toHaveAttribute("src", /^data:image\/png/);
}

async function designDraft(page: Page): Promise<void> {
  await expect(page.getByText("No templates yet")).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "New template" }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "New template" })).toBeVisible();
  await type(page, field(page, "Name"), "Solar Installer");
  await expect(preview(page)).toContainText("Solar Installer");
  await design(page);
  await tabTo(page, page.getByRole("button", { name: "Save draft" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Solar Installer" }).first()).toBeVisible();
}

/** The served image: as designed, 600 pixels square. */
async function readArt(): Promise<void> {
  const template = await templateNamed("Solar Installer");
  expect(template.design).toMatchObject({
    shape: "hexagon",
    color: "#2e9e5b",
    accent: "#d4a017",
    icon: "trophy",
    ribbon: "Apprentice",
  });
  const response = await fetch(template.image_url);
  const art = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(art).toMatchObject({ format: "png", width: 600, height: 600 });
}

async function completeAndActivate(page: Page): Promise<void> {
  const missing = page.getByRole("list", { name: "Missing fields" }).getByRole("link");
  await expect(missing).toHaveText(["Description", "Skills", "Activity URL"]);
  await tabTo(page, missing.first());
  await page.keyboard.press("Enter");
  await expect(field(page, "Description")).toBeFocused();
  await page.keyboard.type("Puts panels on roofs, and keeps to the rules while doing so.");
  await expect(missing).toHaveText(["Skills", "Activity URL"]);
  await tabTo(page, field(page, "Skills"));
  await page.keyboard.type("Photovoltaics");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Add criterion" }));
  await page.keyboard.press("Enter");
  await type(page, field(page, "Requirement"), "Mount a roof of ten panels");
  await expect(preview(page)).toContainText("Mount a roof of ten panels");
  await type(page, field(page, "Activity URL"), "roofs");
  await tabTo(page, page.getByRole("button", { name: "Save and activate" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Must be an http or https address")).toBeVisible();
  await expect(field(page, "Activity URL")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("https://example.org/roofs");
  await tabTo(page, page.getByRole("button", { name: "Save and activate" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Solar Installer is active. You can issue it now.")).toBeVisible();
  expect((await templateNamed("Solar Installer")).state).toBe("active");
}

test("a badge is designed, completed and activated with the keyboard alone", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    // Other sections are prefetched, and their responses are not part of this test.
    const isAhead = message.location().url.includes("_rsc=");
    if (message.type() === "error" && !isAhead) problems.push(message.text());
  });
  await test.step("sign in", () => signIn(page));
  await test.step("design a draft, seeing the contrast warning", () => designDraft(page));
  await test.step("the art is a PNG of 600 by 600", readArt);
  await test.step("complete the missing fields and activate", () => completeAndActivate(page));
  expect(problems).toEqual([]);
});

async function openTemplate(page: Page, name: string): Promise<void> {
  await page.goto(consoleUrl("/badge_templates"));
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name }).first()).toBeVisible();
}

const choose = async (page: Page, action: string): Promise<void> => {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

const openForm = (page: Page): Promise<void> =>
  page.getByRole("navigation", { name: "Solar Installer" }).getByRole("link", { name: "Edit" }).click();

async function upload(page: Page): Promise<void> {
  await openForm(page);
  const before = (await templateNamed("Solar Installer")).image_url;
  await page.getByRole("radio", { name: "Upload an image" }).check();
  await expect(page.getByText(/up to 16 megapixels/)).toBeVisible();
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByText(/could not be read as an image/)).toBeVisible();
  const create = { width: 900, height: 900, channels: 3, background: "#aa3300" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await input.setInputFiles({ name: "art.png", mimeType: "image/png", buffer });
  await expect(page.getByRole("button", { name: "Choose another file" })).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const after = await templateNamed("Solar Installer");
  expect([after.design, after.image_url === before]).toEqual([null, false]);
}

async function archiveAndBack(page: Page): Promise<void> {
  await choose(page, "Archive…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive template" }).click();
  await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Activate template" }).click();
  await expect(page.getByText("Template activated.")).toBeVisible();
}

async function refuseDeletion(page: Page): Promise<void> {
  const { id } = await templateNamed("Solar Installer");
  await sendAsHarborCollege("POST", "/badges", {
    badge_template_id: id,
    recipient_email: "grace@templates.example",
    issued_to_first_name: "Grace",
    issued_to_last_name: "Hopper",
    issued_at: "2026-05-01",
  });
  await page.reload();
  await choose(page, "Delete…");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("1 badge was issued from it.");
  await dialog.getByRole("button", { name: "Delete template" }).click();
  await expect(dialog).toContainText("Archive it instead");
  await dialog.getByRole("button", { name: "Cancel" }).click();
}

async function copyAndDelete(page: Page): Promise<void> {
  await choose(page, "Copy as a new draft");
  await expect(page.getByRole("heading", { name: "Copy of Solar Installer" }).first()).toBeVisible();
  await expect(page.getByText("Draft", { exact: true }).first()).toBeVisible();
  await expect(field(page, "Requirement")).toHaveValue("Mount a roof of ten panels");
  await field(page, "Name").fill("Another name");
  await page.getByRole("link", { name: "Templates", exact: true }).first().click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(field(page, "Name")).toHaveValue("Another name");
  await page.getByRole("link", { name: "Templates", exact: true }).first().click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect(page.getByRole("row", { name: /Copy of Solar Installer/ })).toContainText("Draft");
  await openTemplate(page, "Copy of Solar Installer");
  await choose(page, "Delete…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete template" }).click();
  await expect(page.getByText("Copy of Solar Installer deleted.")).toBeVisible();
}

/** The address contains what is shown, so it is the same after a reload and after Back. */
async function narrow(page: Page): Promise<void> {
  await sendAsHarborCollege("POST", "/badge_templates", {
    name: "Tidal Zones",
    skills: ["Marine biology"],
    reporting_tags: ["2026"],
    public: false,
  });
  await page.goto(consoleUrl("/badge_templates"));
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.getByRole("textbox", { name: "Skill", exact: true }).fill("Photovoltaics");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/skill=Photovoltaics/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Skill", exact: true })).toHaveValue("Photovoltaics");
  await expect(page.getByRole("row", { name: /Solar Installer/ })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(3);
  await page.getByRole("textbox", { name: "Reporting tag", exact: true }).fill("2026");
  await page.getByLabel("Visibility").selectOption("Private");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("row", { name: /Tidal Zones/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("menuitem", { name: "All fields" }).click();
  expect((await download).suggestedFilename()).toBe("badge_templates.csv");
}

test("a template gets an uploaded image, is archived, copied, deleted and found again", async ({ page }) => {
  await signIn(page);
  await openTemplate(page, "Solar Installer");
  await test.step("upload a file instead of the design", () => upload(page));
  await test.step("archive it and activate it again", () => archiveAndBack(page));
  await test.step("a deletion is refused with the service's message", () => refuseDeletion(page));
  await test.step("copy it, and delete the copy", () => copyAndDelete(page));
  await test.step("filter the list through its address", () => narrow(page));
});

// pages.spec.ts checks the pages as they open.
test("a form with more content and a chosen file pass the checks of a page too", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page);
  await page.goto(consoleUrl("/badge_templates/new"));
  await expect(preview(page).locator("img")).toBeVisible();
  await page.getByRole("checkbox", { name: "Use a second colour" }).check();
  await page.getByRole("button", { name: "Add criterion" }).click();
  await page.getByRole("button", { name: "Add standard" }).click();
  const problems = await inspectPage(page, "new");
  await openTemplate(page, "Solar Installer");
  await openForm(page);
  await page.getByRole("radio", { name: "Upload an image" }).check();
  problems.push(...(await inspectPage(page, "upload")));
  expect(problems).toEqual([]);
  await page.context().close();
});
