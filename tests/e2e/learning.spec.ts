import { expect, type Page } from "@playwright/test";
import {
  administratorCredentials,
  inspectPage,
  openPage,
  openSignedIn,
} from "../support/browser/console-pages";
import { connectCourse } from "../support/learning/learning-system";
import { signFields, type Fields } from "../support/learning/lti";
import {
  consoleUrl,
  createTidalZones,
  organization,
  product,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";

type App = { api_key: string; app_secret: string };

let app: App;
/** Created by the learning system, through its own API. */
let integrationId = "";

// The later tests check the pages with the data of the first test.
test.describe.configure({ mode: "serial" });

useHarborCollege();
test.beforeAll(createTidalZones);

/** Fields as the learning system signs and sends them, for this address and with this secret. */
function launched(fields: Fields, url: string, secret = app.app_secret): string {
  const now = String(Math.floor(Date.now() / 1000));
  const own = { ...fields, oauth_consumer_key: app.api_key, oauth_timestamp: now };
  return new URLSearchParams(signFields(own, { url, secret })).toString();
}

const launch = (): Fields => ({
  user_id: "learner-7",
  tool_consumer_info_product_family_code: "cle",
  context_id: "tides-1",
  lis_person_contact_email_primary: "nia@learning.example",
  roles: "urn:lti:role:ims/lis/Learner",
  integration_id: integrationId,
});

const signInHere = (page: Page) =>
  openSignedIn(page, consoleUrl("/learning"), administratorCredentials(organization));

async function createApp(page: Page): Promise<void> {
  await expect(page.getByText("No learning apps yet")).toBeVisible();
  await page.getByRole("button", { name: "New app" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Moodle");
  await dialog.getByLabel("Enterprise app").check();
  await dialog.getByRole("button", { name: "Create app" }).click();
  await expect(dialog.getByText("It is not shown again")).toBeVisible();
  const read = async (label: string) => (await dialog.getByLabel(label, { exact: true }).textContent()) ?? "";
  app = { api_key: await read("API key"), app_secret: await read("App secret") };
  expect(app.app_secret).toMatch(/^[0-9A-Za-z]{48}$/);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("row", { name: /Moodle/ })).toContainText("Enterprise");
  expect(await page.content()).not.toContain(app.app_secret);
}

/** What the learning system does by itself: it connects, and sends its students, gradables and grades. */
async function connectAndSend(): Promise<void> {
  const owner = { owner_email: organization.admin_email, owner_password: organization.admin_password };
  integrationId = await connectCourse(
    product.origin,
    { ...app, ...owner },
    {
      name: "Life Between Tides",
      courseId: "tides-1",
      students: [
        { first: "Nia", last: "Adeyemi", score: 90 },
        { first: "Bo", last: "Lind", score: 75 },
        { first: "Chi", last: "Abara", score: 40 },
      ],
    },
  );
}

const course = () => consoleUrl(`/learning/integrations/${integrationId}`);

async function checkIntegrationTabs(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Integrations", exact: true }).first().click();
  await page.getByRole("link", { name: "Life Between Tides", exact: true }).click();
  await expect(page.getByLabel("Launch URL", { exact: true })).toHaveText(`${product.origin}/auth/lti`);
  await page.getByLabel("Launch origins").fill("https://lms.example.org/login,");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByText("https://lms.example.org", { exact: true })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Integration" });
  await tabs.getByRole("link", { name: "Students" }).click();
  await page.getByRole("searchbox").fill("lind bo");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("1 student", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /grades of Bo Lind/ }).click();
  await expect(page.getByText("Showing grades of Bo Lind")).toBeVisible();
  await expect(page.getByRole("row", { name: /Bo Lind/ })).toContainText("75");
  await tabs.getByRole("link", { name: "Gradables" }).click();
  await expect(page.getByRole("row", { name: /Final exam/ })).toContainText("Points");
  await tabs.getByRole("link", { name: "Log" }).click();
  await expect(page.getByText("Grade created").first()).toBeVisible();
}

async function buildRule(page: Page): Promise<void> {
  await page.goto(`${course()}/rules`);
  await page.getByRole("link", { name: "New rule" }).first().click();
  await page.getByRole("radio", { name: /Tidal Zones/ }).check();
  await page.getByRole("button", { name: "Continue to rules" }).click();
  await expect(page.getByRole("group", { name: "Rule 1" })).toBeVisible();
  await expect(page.getByText("2 students qualify")).toBeVisible();
  await page.getByRole("textbox", { name: "Points" }).fill("80");
  await expect(page.getByText("1 student qualifies")).toBeVisible();
  await expect(page.getByText("Nia A.")).toBeVisible();
  await page.getByRole("button", { name: "Add alternative rule" }).click();
  await page.getByRole("textbox", { name: "Points" }).nth(1).fill("seventy");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Is not of the grade type points")).toBeVisible();
  await page.getByRole("textbox", { name: "Points" }).nth(1).fill("70");
  await expect(page.getByText("2 students qualify")).toBeVisible();
  await expect(
    page.getByText("Save your changes first").or(page.getByText("Save a rule first")),
  ).toBeVisible();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Rules saved.")).toBeVisible();
}

async function evaluate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Evaluate rules" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("2 students get the badge");
  await dialog.getByRole("button", { name: "Issue badges" }).click();
  await expect(page.getByText("2 badges issued")).toBeVisible();
  await expect(page.getByText("2 students already have the badge")).toBeVisible();
  await page.getByRole("link", { name: "View issued badges" }).last().click();
  await expect(page.getByRole("row", { name: /Nia Adeyemi/ })).toContainText("Tidal Zones");
  await expect(page.getByRole("row", { name: /Bo Lind/ })).toBeVisible();
  await page.goto(`${course()}/rules`);
  await expect(page.getByText("Issued to 2")).toBeVisible();
  await page.getByRole("link", { name: "Tidal Zones" }).click();
  await expect(page.getByText("2 students already have the badge")).toBeVisible();
  await page.getByRole("button", { name: "Evaluate rules" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Issue badges" }).click();
  await expect(page.getByText("No new students qualify")).toBeVisible();
}

async function debug(page: Page): Promise<void> {
  await page.goto(consoleUrl("/learning/launch_debugger"));
  const verdict = page.getByRole("region", { name: "Result" });
  const check = async (url: string, body: string) => {
    await page.getByRole("textbox", { name: "URL" }).fill(url);
    await page.getByRole("textbox", { name: "Body" }).fill(body);
    await page.getByRole("button", { name: "Check request" }).click();
  };
  const here = `${product.origin}/auth/lti`;
  await check(here, launched(launch(), here));
  await expect(verdict).toContainText("Request accepted");
  await check(here, launched(launch(), here, "another secret"));
  await expect(verdict).toContainText("The secret is probably wrong");
  const elsewhere = "https://badges.example.org/auth/lti";
  await check(elsewhere, launched(launch(), elsewhere));
  await expect(verdict).toContainText(`It was signed for ${elsewhere}`);
  await expect(verdict.getByLabel("Base string", { exact: true })).toContainText("POST&http");
  expect(await page.content()).not.toContain(app.app_secret);
}

test("an administrator connects a course, writes rules, issues badges with them and debugs launches", async ({
  page,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    // The browser also reports a 422 that the form shows.
    if (message.type() === "error" && !message.text().includes("422")) problems.push(message.text());
  });
  await test.step("sign in", () => signInHere(page));
  await test.step("create an app and read its secret once", () => createApp(page));
  await test.step("the learning system connects and sends its course", connectAndSend);
  await test.step("see the data of the integration", () => checkIntegrationTabs(page));
  await test.step("build a rule, seeing who would qualify", () => buildRule(page));
  await test.step("evaluate it, twice", () => evaluate(page));
  await test.step("debug launches", () => debug(page));
  expect(problems).toEqual([]);
});

// The pages as they open are looked at in pages.spec.ts.
test("a debug result and a rule that students meet pass the checks of a page too", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signInHere(page);
  await page.goto(consoleUrl("/learning/launch_debugger"));
  const body = launched(launch(), "https://badges.example.org/auth/lti");
  await page.getByRole("textbox", { name: "Body" }).fill(body);
  await page.getByRole("button", { name: "Check request" }).click();
  await expect(page.getByRole("region", { name: "Result" })).toContainText("Request refused");
  const problems = await inspectPage(page, "verdict");
  await page.goto(`${course()}/rules`);
  await page.getByRole("link", { name: "Tidal Zones" }).click();
  await expect(page.getByText("2 students qualify")).toBeVisible();
  problems.push(...(await inspectPage(page, "rule")));
  expect(problems).toEqual([]);
  await page.context().close();
});
