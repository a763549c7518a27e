import { expect, test, type Browser, type Page } from "@playwright/test";
import pg from "pg";
import { administratorCredentials, inspectPage, openPage, signInAt } from "../support/browser/console-pages";
import { createSender, type Send } from "../support/browser/demonstration-data";
import { startDnsServer, type DnsServer } from "../support/platform/dns-server";
import { waitForMailTo } from "../support/delivery/mailbox";
import { startNewProduct } from "../support/platform/prepared-product";
import { createOrganization, type Product } from "../support/platform/product";

const NAME = "badges.elm-academy.org";
const RECORD = `_badges-challenge.${NAME}`;
const SETTINGS = "/console/elm-academy/settings/domain";
const KEYS = "/console/elm-academy/settings/signing_keys";

let dns: DnsServer;
/** A product of its own, which asks the DNS server of this file. */
let product: Product;
let elm: Awaited<ReturnType<typeof createOrganization>>;
let send: Send;
let badge: { id: string; accept_badge_url: string };
let admin: Page;

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  dns = await startDnsServer();
  product = await startNewProduct({ env: { DNS_SERVERS: dns.address } });
  elm = await createOrganization(product.dataDir, { name: "Elm Academy", adminEmail: "elm@example.org" });
  send = createSender(product.origin, elm.organization_id, elm.authorization_token);
  badge = await issueBadge();
  admin = await openPage(browser, 1440, "light");
  await signInAt(admin, product.origin + SETTINGS, administratorCredentials(elm));
});

test.afterAll(async () => {
  await product.remove();
  await dns.stop();
});

async function issueBadge() {
  const { id } = await send("POST", "/badge_templates", {
    name: "Grafting",
    description: "Grafts.",
    skills: ["Trees"],
    global_activity_url: "https://example.org/trees",
  });
  const issued = await send("POST", "/badges", {
    badge_template_id: id,
    recipient_email: "grace@example.org",
    issued_to_first_name: "Grace",
    issued_to_last_name: "Hopper",
    issued_at: "2026-04-01",
  });
  const token = new URL(issued.accept_badge_url).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token, answer: "accept" });
  const url = `${product.origin}/accept/${issued.id}/answer`;
  const { status } = await fetch(url, { method: "POST", body, redirect: "manual" });
  expect(status).toBe(303);
  return issued;
}

/** What the public page of the badge shows about its verification. */
async function publicPage(browser: Browser): Promise<Page> {
  const page = await openPage(browser, 1440, "light");
  await page.goto(`${product.origin}/badges/${badge.id}`);
  await expect(page.getByRole("heading", { name: "Verification" })).toBeVisible();
  return page;
}

async function runSql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Simulates what takes too long for a test: eight days of failure. */
const failForEightDays = () =>
  runSql("UPDATE organization_domains SET failing_since = now() - interval '8 days'");

/** Simulates a website of the domain with the right DID document: nobody can publish one there. */
const findDocument = () =>
  runSql(`UPDATE issuer_domains SET read_at = now(), last_checked_at = now(),
    listed_keys = ARRAY(SELECT id FROM signing_keys WHERE organization_id = issuer_domains.organization_id),
    findings = '{"did": {"result": "found", "problems": []}, "configuration": {"result": "missing", "problems": []}}'`);

async function checkNow(): Promise<void> {
  await admin.getByRole("button", { name: "Check now" }).click();
  await expect(admin.getByRole("button", { name: "Check now" })).toBeVisible();
}

const today = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

test("public pages show nothing about domains while none is verified", async ({ browser }) => {
  const page = await publicPage(browser);
  await expect(page.locator("main")).not.toContainText(/domain|not verified/i);
  await page.context().close();
});

test("a domain is entered, and an invalid one is refused with the reason", async () => {
  const field = admin.getByLabel("Domain", { exact: true });
  await field.fill("co.uk");
  await admin.getByRole("button", { name: "Add domain" }).click();
  await expect(admin.getByText(/shared by many organizations/)).toBeVisible();
  await field.fill(NAME.toUpperCase());
  await admin.getByRole("button", { name: "Add domain" }).click();
  await expect(admin.getByRole("heading", { name: NAME })).toBeVisible();
  await expect(admin.getByText(RECORD, { exact: true })).toBeVisible();
  await expect(admin.getByText("Not verified yet")).toBeVisible();
  expect(await inspectPage(admin, "domain-new")).toEqual([]);
});

test("a check that finds no record shows what it found", async () => {
  await checkNow();
  await expect(admin.getByText("The proof was not found.", { exact: true })).toBeVisible();
  await expect(admin.getByText("There is no TXT record with this name.")).toBeVisible();
  expect(await inspectPage(admin, "domain-missing")).toEqual([]);
});

test("the record verifies it, and public pages show it with its date", async ({ browser }) => {
  const value = await admin.getByLabel("Value", { exact: true }).textContent();
  dns.put(RECORD, value ?? "");
  await checkNow();
  await expect(admin.getByText("Verified", { exact: true })).toBeVisible();
  expect(await inspectPage(admin, "domain-verified")).toEqual([]);

  const page = await publicPage(browser);
  await expect(page.getByText(NAME).first()).toBeVisible();
  await expect(page.getByText(`Verified since ${today.format(new Date())}`)).toBeVisible();
  expect(await inspectPage(page, "badge-of-verified-domain")).toEqual([]);
  await page.goto(`${product.origin}/org/elm-academy`);
  await expect(page.getByText(/^Verified since /)).toBeVisible();
  expect(await inspectPage(page, "organization-of-verified-domain")).toEqual([]);
  await page.goto(
    `${product.origin}/verify?url=${encodeURIComponent(`${product.origin}/badges/${badge.id}`)}`,
  );
  await expect(page.getByText(NAME)).toBeVisible();
  await page.context().close();
});

test("the files for issuing under the domain are shown, and it is turned on once the DID document was found", async () => {
  await admin.goto(product.origin + SETTINGS);
  await expect(admin.getByText("Off", { exact: true })).toBeVisible();
  await expect(admin.getByLabel("Address of did.json", { exact: true })).toHaveText(
    `https://${NAME}/.well-known/did.json`,
  );
  await admin.getByRole("button", { name: "Check files" }).click();
  await expect(admin.getByText("Last check:")).toHaveCount(3);
  await expect(admin.getByRole("button", { name: "Turn on" })).toHaveCount(0);
  await admin.getByText("Show the content of did.json").click();
  await expect(admin.getByLabel("Content of did.json")).toContainText(`"id": "did:web:${NAME}"`);
  expect(await inspectPage(admin, "domain-issuing-off")).toEqual([]);
  await findDocument();
  await admin.reload();
  await admin.getByRole("button", { name: "Turn on" }).click();
  await expect(admin.getByText("On", { exact: true })).toBeVisible();
  expect(await inspectPage(admin, "domain-issuing-on")).toEqual([]);
});

test("a rotation of a key says before and after that issuing under the domain is paused", async () => {
  await admin.goto(product.origin + KEYS);
  await admin.getByRole("button", { name: "Actions for the P-256 key" }).click();
  await admin.getByRole("menuitem", { name: "Rotate…" }).click();
  const dialog = admin.getByRole("alertdialog");
  await expect(dialog).toContainText("paused until you publish the new DID document");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(admin.getByText("Publish the new DID document", { exact: true })).toBeVisible();
  expect(await inspectPage(admin, "signing-keys-paused")).toEqual([]);
  await admin.getByRole("link", { name: "Go to the file" }).click();
  await expect(admin.getByText("Paused", { exact: true })).toBeVisible();
  const publishing = admin.getByRole("listitem").filter({ hasText: "Publish the DID document" });
  await expect(publishing).toContainText("did.json");
  await expect(publishing).not.toContainText("Last check");
  expect(await inspectPage(admin, "domain-issuing-paused")).toEqual([]);
  await admin.getByRole("button", { name: "Turn off…" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  await expect(admin.getByText("Off", { exact: true })).toBeVisible();
});

test("a missing proof ends the verification after seven days, with a mail", async ({ browser }) => {
  dns.put(RECORD);
  await checkNow();
  await expect(admin.getByText("The proof is missing")).toBeVisible();
  expect(await inspectPage(admin, "domain-failing")).toEqual([]);
  await failForEightDays();
  await checkNow();
  await expect(admin.getByText("No longer verified")).toBeVisible();
  expect(await inspectPage(admin, "domain-lost")).toEqual([]);
  const { text } = await waitForMailTo(product.dataDir, "elm@example.org", `${NAME} is no longer verified`);
  expect(text).toContain(SETTINGS);
  const page = await publicPage(browser);
  await expect(page.locator("main")).not.toContainText(NAME);
  await page.context().close();
});

test("the domain is removed", async () => {
  await admin.getByRole("button", { name: "Remove domain…" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove domain" }).click();
  await expect(admin.getByLabel("Domain", { exact: true })).toBeVisible();
  await expect(admin.getByRole("heading", { name: NAME })).toHaveCount(0);
});
