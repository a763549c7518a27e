import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { administratorCredentials, inspectPage, openPage, signInAt } from "../support/browser/console-pages";
import {
  consolePath,
  consoleUrl,
  organization,
  product,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { startSamlWebProvider, type SamlWebProvider } from "../support/accounts/saml-web-provider";

useHarborCollege();

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });

/** The domain of the addresses of the dean and of colleagues. */
const DOMAIN = "single-sign-on.example";
const SETTINGS = "/settings/single_sign_on";
let provider: SamlWebProvider;
let page: Page;

test.beforeAll(async ({ browser }) => {
  provider = await startSamlWebProvider();
  page = await openPage(browser, 1440, "light");
  await signInDean(page, SETTINGS);
});

test.afterAll(() => provider.stop());

/** Verifies the domain of the college as its DNS record would: tests/e2e/domain.spec.ts has the real one. */
async function verifyDomain(): Promise<void> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  const { organization_id: id } = organization;
  await client.query("UPDATE organizations SET verified_domain = $2, verified_at = now() WHERE id = $1", [
    id,
    DOMAIN,
  ]);
  await client.query(
    "INSERT INTO organization_domains (organization_id, name, token, method, created_at) VALUES ($1, $2, 'x', 'dns', now())",
    [id, DOMAIN],
  );
  await client.end();
}

test("asks for a verified domain first", async () => {
  await expect(page.getByRole("link", { name: "Verify a domain" })).toBeVisible();
  await verifyDomain();
  await page.reload();
  await expect(page.getByLabel("Response address")).toContainText("/response");
  expect(await inspectPage(page, "single sign-on without a provider")).toEqual([]);
});

test("says what is wrong with metadata, and adds the provider from its file", async () => {
  await page.getByLabel("Metadata", { exact: true }).fill("<EntityDescriptor/>");
  await page.getByRole("button", { name: "Add provider" }).click();
  await expect(page.getByText("Must be the metadata of one SAML 2.0 identity provider")).toBeVisible();
  const file = { name: "idp.xml", mimeType: "application/xml", buffer: Buffer.from(provider.metadata) };
  await page.getByLabel("Or choose the metadata file").setInputFiles(file);
  await expect(page.getByLabel("Metadata", { exact: true })).toHaveValue(provider.metadata);
  await page.getByRole("button", { name: "Add provider" }).click();
  await expect(page.getByText("Not tried yet")).toBeVisible();
  await expect(page.getByText("https://idp.example/entity", { exact: true })).toBeVisible();
  // Before a trial it cannot be required.
  await expect(page.getByRole("button", { name: "Require single sign-on…" })).toHaveCount(0);
  expect(await inspectPage(page, "single sign-on with a provider")).toEqual([]);
});

test("keeps the rules by which people become members", async () => {
  await page.getByLabel("Everyone who signs in").selectOption("viewer");
  await page.getByLabel("Attribute of the groups or roles").fill("groups");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("button", { name: "Save members" }).click();
  await expect(page.getByText("Can't be blank")).toBeVisible();
  const rule = page.getByRole("group", { name: "Rule 1" });
  await rule.getByLabel("Value").fill("Badge office");
  await rule.getByLabel("Role").selectOption("issuer");
  await page.getByRole("button", { name: "Save members" }).click();
  await expect(page.getByText("Members saved.")).toBeVisible();
  await page.reload();
  await expect(rule.getByLabel("Value")).toHaveValue("Badge office");
  expect(await inspectPage(page, "single sign-on with rules")).toEqual([]);
});

test("tries the sign-in and comes back, then requires it", async () => {
  provider.signInAs({ nameId: administratorCredentials(organization).email });
  await page.getByRole("link", { name: "Try the sign-in" }).click();
  await page.waitForURL(consoleUrl(SETTINGS));
  await expect(
    page.getByText("People with addresses at single-sign-on.example can sign in through"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Require single sign-on…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Require single sign-on" }).click();
  await expect(page.getByText("Passwords and passkeys do not work for them.")).toBeVisible();
});

test("signs a new colleague in by their organization only, with the role of the rule", async ({
  browser,
}) => {
  provider.signInAs({ nameId: "ada@single-sign-on.example", attributes: { groups: ["Badge office"] } });
  const colleague = await openPage(browser, 1440, "light");
  await colleague.goto(`${product.origin}/sign-in?callbackUrl=${consolePath()}`);
  await colleague.getByRole("button", { name: "Sign in with your organization" }).click();
  await colleague.getByLabel("E-mail address").last().fill("ada@single-sign-on.example");
  await colleague.getByRole("button", { name: "Continue" }).click();
  await colleague.waitForURL(consoleUrl());
  await page.goto(consoleUrl("/settings/members"));
  await expect(page.getByRole("row", { name: /ada@single-sign-on\.example/ })).toContainText("Issuer");
});

test("leads from a password to the provider where it is required", async ({ browser }) => {
  const { email } = administratorCredentials(organization);
  provider.signInAs({ nameId: email });
  const dean = await openPage(browser, 1440, "light");
  await signInAt(dean, consoleUrl(SETTINGS), { email, password: "is not looked at" });
  await expect(dean.getByText("Passwords and passkeys do not work for them.")).toBeVisible();
});

test("ends the requirement, and signs in through a provider that takes only forms, also without JavaScript", async ({
  browser,
}) => {
  const { email } = administratorCredentials(organization);
  await page.goto(consoleUrl(SETTINGS));
  await page.getByRole("button", { name: "Stop requiring it" }).click();
  await expect(page.getByText("and in other ways.")).toBeVisible();
  await page.getByLabel("Metadata", { exact: true }).fill(provider.postOnlyMetadata);
  await page.getByRole("button", { name: "Save provider" }).click();
  await expect(page.getByText("Not tried yet")).toBeVisible();
  await expect(page.getByText("By a form (HTTP-POST)").first()).toBeVisible();
  provider.signInAs({ nameId: email });
  await page.getByRole("link", { name: "Try the sign-in" }).click();
  await page.waitForURL(consoleUrl(SETTINGS));
  await expect(page.getByText("and in other ways.")).toBeVisible();

  const start = await page.getByRole("link", { name: "Try the sign-in" }).getAttribute("href");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  // Only a link on a page of ours begins a sign-in.
  const body = `<a href="${start?.replaceAll("&", "&amp;")}">Begin</a>`;
  await plain.route("**/robots.txt", (route) => route.fulfill({ contentType: "text/html", body }));
  await plain.goto(`${product.origin}/robots.txt`);
  const arrived = plain.waitForRequest((request) => request.method() === "POST");
  await plain.getByRole("link", { name: "Begin" }).click();
  await plain.getByRole("button", { name: "Continue" }).click();
  expect(new URLSearchParams((await arrived).postData() ?? "").get("SAMLRequest")).not.toBeNull();
  await context.close();
});

test("removes the provider", async () => {
  await page.goto(consoleUrl(SETTINGS));
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove single sign-on" }).click();
  await expect(page.getByRole("button", { name: "Add provider" })).toBeVisible();
});
