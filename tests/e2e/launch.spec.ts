import { expect, type BrowserContext, type Frame, type Page } from "@playwright/test";
import { listViolations } from "../support/browser/axe";
import { test } from "../support/browser/shared-product";
import { startLms, launchFields } from "../support/learning/lms";
import { createLearningApp, createOrganization, type Product } from "../support/platform/product";

// A learner opens the launch page where it is used: in a frame of an LMS on another site, in a browser that blocks all
// third-party cookies.

type Lms = Awaited<ReturnType<typeof startLms>>;
type Organization = Awaited<ReturnType<typeof createOrganization>>;
type App = Awaited<ReturnType<typeof createLearningApp>>;

// The later tests use what the first one accepted.
test.describe.configure({ mode: "serial" });

let product: Product;
let organization: Organization;
let app: App;
let lms: Lms;
let integrationId: string;
/** The ids of the templates with a rule, by name. */
const templateIds = new Map<string, string>();
let browser: BrowserContext;

const LEARNER = { user_id: "learner-7", email: "nia@launch.example", given: "Nia", family: "Adeyemi" };

async function readData(
  response: Response,
): Promise<any /* oxlint-disable-line typescript/no-explicit-any */> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: unknown }).data;
}

/** A request of the learning edition, with its parameters as a form. */
const learning = async (path: string, parameters: Record<string, string>) =>
  readData(
    await fetch(`${product.origin}${path}`, { method: "POST", body: new URLSearchParams(parameters) }),
  );

const organizationLevel = async (path: string, body: object, method: "POST" | "PUT" = "POST") =>
  readData(
    await fetch(`${product.origin}/v1/organizations/${organization.organization_id}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${organization.authorization_token}:`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    }),
  );

const template = (name: string) =>
  organizationLevel("/badge_templates", {
    name,
    description: `What ${name} asks for.`,
    global_activity_url: "https://example.org",
    skills: [name],
  });

/** Creates a course with a student, two assignments, a rule that the student meets and one that is half met. */
async function createCourse(): Promise<void> {
  const { token } = await learning("/v1.1/authenticate", {
    email: app.owner_email,
    password: app.owner_password,
  });
  const created = await learning("/v1.1/cle_integrations/create", {
    access_token: token,
    name: "Field Botany",
    course_id: "botany-1",
  });
  [integrationId = ""] = Object.keys(created);
  const common = { access_token: token, integration_account_id: integrationId };
  const { email, given, family } = LEARNER;
  await learning("/v1.1/cle_students/create", {
    ...common,
    extern_id: "s-1",
    first: given,
    last: family,
    email,
  });
  const table =
    "extern_id,name,callback,min_pass_requirement\nquiz,Mosses quiz,points,50\nwalk,Field walk,complete,Completed\n";
  await learning("/v1.1/cle_gradable/create", { ...common, grades: Buffer.from(table).toString("base64") });
  const gradables = await readData(
    await fetch(`${product.origin}/v1.1/cle_gradable?${new URLSearchParams(common)}`),
  );
  for (const [name, requirements] of [
    ["Mosses", [["quiz", "gte", "80"]]],
    [
      "Field botanist",
      [
        ["quiz", "gte", "80"],
        ["walk", "eq", "Completed"],
      ],
    ],
  ] as const) {
    const { id: templateId, learning_badge_id } = await template(name);
    templateIds.set(name, templateId);
    const rules = [
      {
        id: "new",
        requirements: requirements.map(([id, operator, value]) => ({
          grade_object_id: gradables[id].id,
          operator,
          value,
        })),
      },
    ];
    await learning("/v1.1/cle_rules/update", {
      ...common,
      badge_id: String(learning_badge_id),
      rules: JSON.stringify(rules),
    });
  }
  await learning("/v1.1/cle_eligibility/grade/register", {
    ...common,
    gradable_id: "quiz",
    student_id: "s-1",
    score: "92",
  });
}

/** Opens a page that blocks third-party cookies, as people set their browsers to. */
async function newPrivatePage(): Promise<Page> {
  const page = await browser.newPage();
  const session = await browser.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true });
  return page;
}

test.beforeAll(async ({ browser: own, sharedProduct }) => {
  product = sharedProduct;
  organization = await createOrganization(product.dataDir, {
    name: "Lumen Academy",
    adminEmail: "dean@launch.example",
  });
  app = await createLearningApp(product.dataDir, {
    organizationId: organization.organization_id,
    name: "Lumen LMS",
  });
  lms = await startLms();
  await createCourse();
  browser = await own.newContext({ viewport: { width: 800, height: 900 } });
});

test.afterAll(async () => {
  await browser.close();
  lms.close();
});

const fields = (changes: Record<string, string> = {}) => ({
  user_id: LEARNER.user_id,
  context_id: "botany-1",
  lis_person_contact_email_primary: LEARNER.email,
  lis_person_name_given: LEARNER.given,
  lis_person_name_family: LEARNER.family,
  roles: "urn:lti:role:ims/lis/Learner",
  integration_id: integrationId,
  ...changes,
});

/** The page of the course with the frame that it launched. */
async function launched(
  changes: Record<string, string> = {},
  key: App = app,
): Promise<{ page: Page; tool: Frame }> {
  const action = `${product.origin}/auth/lti`;
  lms.launch(action, launchFields(action, key, fields(changes)));
  const page = await newPrivatePage();
  await page.goto(lms.origin);
  const tool = await expect
    .poll(() => page.frame("tool")?.url() ?? "")
    .toContain("/lti/")
    .then(() => page.frame("tool"));
  if (!tool) throw new Error("The course page has no frame.");
  return { page, tool };
}

const resizes = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { messages: { data: string; origin: string }[] }).messages.filter(({ data }) =>
      String(data).includes("lti.frameResize"),
    ),
  );

test("a learner claims a badge and accepts it inside the LMS, without any cookie", async () => {
  const { page, tool } = await launched();
  await expect(tool.getByRole("heading", { level: 1 })).toHaveText("Your badges, Nia");
  // The browser stores no cookie of the frame's site, and our site sets none.
  await expect(page.frameLocator('[name="probe"]').locator("#cookies")).toHaveText("none");
  // The token is in memory only.
  await expect.poll(() => tool.url()).toBe(`${product.origin}/lti/launch`);
  await expect(tool.getByText("Not met: Field walk")).toBeVisible();
  expect(await tool.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await tool.getByRole("button", { name: "Claim Mosses" }).click();
  await tool.getByRole("button", { name: "Accept Mosses", exact: true }).click();
  await expect(tool.getByRole("heading", { name: "Accepted" })).toBeVisible();
  const [resize] = await resizes(page);
  expect(resize?.origin).toBe(product.origin);
  expect((JSON.parse(String(resize?.data)) as { height: number }).height).toBeGreaterThan(300);
  expect((await browser.cookies()).filter(({ domain }) => domain.includes("localhost"))).toEqual([]);
  expect(await listViolations(tool)).toEqual([]);
  await page.close();
});

test("a badge that the organization issued itself is accepted in the frame, where a failure is shown too", async () => {
  await organizationLevel("/badges", {
    badge_template_id: templateIds.get("Field botanist"),
    recipient_email: LEARNER.email,
    issued_to_first_name: LEARNER.given,
    issued_to_last_name: LEARNER.family,
    issued_at: "2026-04-01T09:41:00Z",
  });
  const { page, tool } = await launched();
  const accept = tool.getByRole("button", { name: "Accept Field botanist", exact: true });
  await page.route("**/v1.1/cle_launch/accept", (route) => route.abort());
  await accept.click();
  const alert = tool.getByRole("alert").filter({ hasText: "That did not work" });
  await expect(alert).toBeInViewport();
  expect(await listViolations(tool)).toEqual([]);
  await page.unroute("**/v1.1/cle_launch/accept");
  await accept.click();
  await expect(tool.getByRole("status")).toContainText("Field botanist is yours");
  await expect(accept).toHaveCount(0);
  await page.close();
});

/** Opens a page of a site, whose frame the browser refuses to show. */
async function expectRefused(site: Lms): Promise<void> {
  const page = await newPrivatePage();
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(site.origin);
  await refused;
  await page.close();
}

test("the accepted badge is shown in the next launch, and on no other site", async () => {
  const launching = browser.waitForEvent("request", (request) =>
    request.url().includes("/lti/launch?token="),
  );
  const { page, tool } = await launched();
  await expect(tool.getByRole("heading", { name: "Accepted" })).toBeVisible();
  const address = (await launching).url();
  await page.close();
  const stranger = await startLms();
  stranger.frame(address);
  await expectRefused(stranger);
  // The page that launched it may show the same address again.
  lms.frame(address);
  const again = await newPrivatePage();
  await again.goto(lms.origin);
  await expect(again.frameLocator('[name="tool"]').getByRole("heading", { name: "Accepted" })).toBeVisible();
  await again.close();
  stranger.close();
});

test("an app that allows only registered origins is launched from no other page", async () => {
  const integration = await organizationLevel(
    `/learning_integrations/${integrationId}`,
    { launch_origins: [lms.origin] },
    "PUT",
  );
  await organizationLevel(`/learning_apps/${integration.app.id}`, { registered_origins_only: true }, "PUT");
  const stranger = await startLms();
  const action = `${product.origin}/auth/lti`;
  stranger.launch(action, launchFields(action, app, fields()));
  await expectRefused(stranger);
  stranger.close();
  const { page, tool } = await launched();
  await expect(tool.getByRole("heading", { name: "Accepted" })).toBeVisible();
  await page.close();
});

test("a launch that was not signed with the secret ends on a page that says so", async () => {
  const { page, tool } = await launched({}, { ...app, app_secret: "wrong" });
  await expect(tool.getByText("LTI_UNAUTHORIZED")).toBeVisible();
  await page.close();
});

test("a teacher gets a link to the sign-in page, in a new tab", async () => {
  const { page, tool } = await launched({ user_id: "teacher", roles: "Instructor" });
  const link = tool.getByRole("link", { name: /Open the console/ });
  const [tab] = await Promise.all([browser.waitForEvent("page"), link.click()]);
  await expect(tab.getByRole("heading", { name: /Sign in/ })).toBeVisible();
  await tab.close();
  await page.close();
});
