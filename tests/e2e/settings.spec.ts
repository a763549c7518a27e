import { expect, type Browser, type Page } from "@playwright/test";
import {
  administratorCredentials,
  inspectPage,
  openPage,
  signInAt,
  type SignInCredentials,
} from "../support/browser/console-pages";
import { createSender } from "../support/browser/demonstration-data";
import { test } from "../support/browser/shared-product";
import { waitForMailTo } from "../support/delivery/mailbox";
import { createOrganization, type Product } from "../support/platform/product";

type Organization = Awaited<ReturnType<typeof createOrganization>>;

let product: Product;
let elm: Organization;
let oak: Organization;

const IDA = { email: "ida@settings.example", password: "a password of her own" };
const ELM = "/console/elm-academy";
const OAK = "/console/oak-institute";

// Each test continues where the one before it ended.
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ sharedProduct }) => {
  product = sharedProduct;
  elm = await createOrganization(product.dataDir, {
    name: "Elm Academy",
    adminEmail: "elm@settings.example",
  });
  oak = await createOrganization(product.dataDir, {
    name: "Oak Institute",
    adminEmail: "oak@settings.example",
  });
  const body = { name: "Grafting", description: "Grafts.", skills: ["Trees"] };
  await asProgram(elm)("POST", "/badge_templates", {
    ...body,
    global_activity_url: "https://example.org/trees",
  });
});

/** Sends requests of the organization's API client. */
const asProgram = (who: Organization) =>
  createSender(product.origin, who.organization_id, who.authorization_token);

const signIn = (page: Page, person: SignInCredentials, path: string): Promise<void> =>
  signInAt(page, product.origin + path, person);

const newPage = (browser: Browser): Promise<Page> => openPage(browser, 1440, "light");

/** The link in the mail that invites an address to an organization. */
async function linkTo(email: string, organization: string): Promise<string> {
  const { text = "" } = await waitForMailTo(product.dataDir, email, organization);
  const [link] = /https?:\/\/\S+\/invitations\/\S+/.exec(text) ?? [];
  if (!link) throw new Error("The mail has no link.");
  return link;
}

/** Sends a request with the session of this page, even if the page does not offer it. */
const forced = (page: Page, method: string, path: string, body?: unknown): Promise<number> =>
  page.evaluate(
    async ([verb, url, text]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(url, { method: verb, ...(text === "" ? {} : { headers, body: text }) })).status;
    },
    [method, path, body === undefined ? "" : JSON.stringify(body)] as const,
  );

const sections = (page: Page) => page.getByRole("navigation", { name: "Console" }).getByRole("link");

test("a colleague is invited, reads the mail, joins with a name and a password, and signs in", async ({
  browser,
}) => {
  const admin = await newPage(browser);
  await signIn(admin, administratorCredentials(elm), `${ELM}/settings/members`);
  await admin.getByRole("button", { name: "Invite a member" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill("nobody");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Must be an e-mail address")).toBeVisible();
  await dialog.getByLabel("E-mail address").fill(IDA.email);
  await dialog.getByRole("radio", { name: "Administrator" }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(admin.getByText(`Invitation sent to ${IDA.email}.`)).toBeVisible();
  await admin.goto(`${product.origin}${ELM}/settings/invitations`);
  await expect(admin.getByRole("row", { name: /ida@settings.example/ })).toContainText("Pending");

  const link = await linkTo(IDA.email, "Elm Academy");
  const ida = await newPage(browser);
  await ida.goto(link);
  await expect(ida.getByRole("heading", { name: "Join Elm Academy" })).toBeVisible();
  await ida.getByLabel("First name").fill("Ida");
  await ida.getByLabel("Last name").fill("Brandt");
  await ida.getByLabel("Password").fill(IDA.password);
  await ida.getByRole("button", { name: "Accept and sign in" }).click();
  await ida.waitForURL(product.origin + ELM);
  await ida.getByRole("button", { name: "Account of Ida Brandt" }).click();
  await ida.getByRole("menuitem", { name: "Sign out" }).click();
  await ida.waitForURL(/sign-in/);
  await signIn(ida, IDA, `${ELM}/settings/members`);
  await expect(ida.getByRole("row", { name: /Ida Brandt/ })).toContainText("Administrator");
  await ida.goto(link);
  await expect(ida.getByText("This invitation has already been accepted")).toBeVisible();

  await admin.goto(`${product.origin}${ELM}/settings/invitations?state=accepted`);
  await expect(admin.getByRole("row", { name: /ida@settings.example/ })).toContainText("Accepted");
  await Promise.all([admin.context().close(), ida.context().close()]);
});

test("an invitation for another person, a withdrawn one and a broken link explain themselves", async ({
  browser,
}) => {
  await asProgram(elm)("POST", "/invitations", { email: "ben@settings.example", role: "issuer" });
  const link = await linkTo("ben@settings.example", "Elm Academy");
  const admin = await newPage(browser);
  await signIn(admin, administratorCredentials(elm), `${ELM}/settings/invitations`);
  await admin.goto(link);
  await expect(admin.getByText("This invitation is for another account")).toBeVisible();
  await admin.goto(link.replace(/.$/, "_"));
  await expect(admin.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await admin.goto(`${product.origin}${ELM}/settings/invitations`);
  await admin.getByRole("button", { name: "Actions for the invitation to ben@settings.example" }).click();
  await admin.getByRole("menuitem", { name: "Withdraw…" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Withdraw invitation" }).click();
  await expect(admin.getByRole("row", { name: /ben@settings.example/ })).toContainText("Withdrawn");
  await admin.goto(link);
  await expect(admin.getByText("This invitation was withdrawn")).toBeVisible();
  await admin.context().close();
});

test("two organizations, with one person in both in different roles", async ({ browser }) => {
  await asProgram(oak)("POST", "/invitations", { email: IDA.email, role: "viewer" });
  const ida = await newPage(browser);
  await signIn(ida, IDA, ELM);
  await ida.goto(await linkTo(IDA.email, "Oak Institute"));
  await ida.getByRole("button", { name: "Join Oak Institute" }).click();
  await ida.waitForURL(product.origin + OAK);

  const offered = await sections(ida).allInnerTexts();
  expect(offered).toContain("Issued");
  for (const name of ["Issue", "Settings", "Employees", "Issuers"]) {
    expect(offered).not.toContain(name);
  }
  const refused = ["/settings", "/settings/members", "/settings/audit_log", "/issue"];
  for (const path of [...refused, "/developer/authorization_tokens", "/developer/oauth_applications"]) {
    expect((await ida.goto(product.origin + OAK + path))?.status(), path).toBe(404);
  }
  await ida.goto(product.origin + OAK);
  const [oakId, elmId] = [oak.organization_id, elm.organization_id];
  expect(await forced(ida, "GET", `/v1/organizations/${oakId}/members`)).toBe(403);
  expect(await forced(ida, "PUT", `/v1/organizations/${oakId}`, { bio: "Hers." })).toBe(403);
  const invitation = { email: "friend@settings.example", role: "administrator" };
  expect(await forced(ida, "POST", `/v1/organizations/${oakId}/invitations`, invitation)).toBe(403);
  expect(await forced(ida, "GET", `/v1/organizations/${elmId}/members`)).toBe(200);

  await ida.getByRole("button", { name: /current: Oak Institute/ }).click();
  await ida.getByRole("menuitem", { name: "Elm Academy" }).click();
  await ida.waitForURL(product.origin + ELM);
  await expect(sections(ida).filter({ hasText: "Settings" })).toBeVisible();
  await ida.goto(`${product.origin}${ELM}/account`);
  await expect(ida.getByText("Viewer", { exact: true })).toBeVisible();
  await expect(ida.getByText("Administrator", { exact: true })).toBeVisible();
  await ida.context().close();
});

const paletteField = (page: Page) => page.getByRole("combobox", { name: "Search or go to" });

/**
 * Presses the shortcut until the palette is open, because a newly loaded page listens only once its code has loaded.
 */
const openPalette = (page: Page): Promise<void> =>
  expect(async () => {
    if (!(await paletteField(page).isVisible())) await page.keyboard.press("Control+k");
    await expect(paletteField(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();

test("the palette opens every page that the role may see, with the keyboard alone", async ({ browser }) => {
  const ida = await newPage(browser);
  await signIn(ida, IDA, ELM);
  await openPalette(ida);
  const field = paletteField(ida);
  await field.fill("memb");
  await ida.keyboard.press("Enter");
  await expect(ida.getByRole("dialog", { name: "Invite a member" })).toBeVisible();
  await ida.keyboard.press("Escape");

  const asked: string[] = [];
  ida.on("request", (request) => {
    if (/\/v1\/organizations\/.*(badge_templates|badges)\?/.test(request.url())) asked.push(request.url());
  });
  await ida.getByRole("button", { name: "Search or go to" }).first().click();
  await field.pressSequentially("graft", { delay: 30 });
  await expect(ida.getByRole("option", { name: /Grafting/ })).toBeVisible();
  // Both lists are requested for the word, not for each letter.
  expect(asked.filter((url) => url.includes("graft"))).toHaveLength(2);
  expect(asked.length).toBeLessThan(10);
  await ida.keyboard.press("Enter");
  await expect(ida.getByRole("heading", { name: "Grafting" })).toBeVisible();

  await openPalette(ida);
  await field.fill("oak");
  await ida.keyboard.press("Enter");
  await ida.waitForURL(product.origin + OAK);
  // At once: the new page already listens.
  await ida.keyboard.press("Control+k");
  await expect(field).toBeVisible();
  for (const word of ["sett", "tokens", "oauth"]) {
    await field.fill(word);
    await expect(ida.getByText("No results")).toBeVisible();
  }
  await ida.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await ida.context().close();
});

test("the palette finds things by id and name, and leads to all that match", async ({ browser }) => {
  const write = asProgram(elm);
  await write("POST", "/employees", { email: "wren@settings.example", first_name: "Wren", last_name: "Ash" });
  const body = {
    description: "Prunes.",
    skills: ["Trees"],
    global_activity_url: "https://example.org/trees",
  };
  let id = "";
  for (let number = 1; number <= 6; number += 1)
    ({ id } = (await write("POST", "/badge_templates", { ...body, name: `Pruning ${number}` })) as {
      id: string;
    });
  const page = await newPage(browser);
  await signIn(page, administratorCredentials(elm), ELM);
  const field = paletteField(page);

  await openPalette(page);
  await field.fill(`https://badges.example.org/org/elm-academy/badges/${id}`);
  await expect(page.getByRole("option")).toHaveText(["Pruning 6"]);
  await field.fill("wren");
  await expect(page.getByRole("option", { name: "Wren Ash wren@settings.example" })).toBeVisible();
  await field.fill("pruning");
  await page.getByRole("option", { name: "See all badge templates for “pruning”" }).click();
  await expect(page).toHaveURL(`${product.origin}${ELM}/badge_templates?query=pruning`);
  await expect(page.getByRole("link", { name: /Pruning 6/ })).toBeVisible();

  await openPalette(page);
  await field.fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await openPalette(page);
  await field.fill("sign out");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in");
  await page.context().close();
});

test("the profile is changed with its preview, and the log shows who did it", async ({ browser }) => {
  const admin = await newPage(browser);
  await signIn(admin, administratorCredentials(elm), `${ELM}/settings`);
  const preview = admin.getByRole("region", { name: "Preview" });
  await admin.getByLabel("Description").fill("We teach trees.");
  await expect(preview).toContainText("We teach trees.");
  await admin.getByRole("textbox", { name: "Colour (optional)" }).fill("#f7e018");
  await expect(admin.getByText(/hard to read on white, so it is darkened/)).toBeVisible();
  await admin.getByRole("textbox", { name: "Website" }).fill("javascript:alert(1)");
  await admin.getByRole("button", { name: "Save profile" }).click();
  await expect(admin.getByText("Must be an http or https address")).toBeVisible();
  await admin.getByRole("textbox", { name: "Website" }).fill("https://elm.example");
  await admin.getByRole("button", { name: "Save profile" }).click();
  await expect(admin.getByText("Saved.")).toBeVisible();

  await admin.getByRole("link", { name: "Audit log" }).click();
  await admin.getByLabel("Action", { exact: true }).selectOption("Profile");
  await admin.getByRole("button", { name: "Filter" }).click();
  await admin.waitForURL(/action_group=organization/);
  await admin.reload();
  await expect(admin.getByRole("row", { name: /Changed the organization/ })).toHaveCount(1);
  await expect(admin.getByText("1 entry")).toBeVisible();
  await admin.goBack();
  await expect(admin.getByRole("row", { name: /Accepted an invitation/ }).first()).toContainText(
    "Ida Brandt",
  );
  // What was changed is named, and its id leads to everything about it.
  await admin
    .getByRole("row", { name: /Accepted an invitation/ })
    .first()
    .getByTitle("Show only entries about this")
    .filter({ visible: true })
    .click();
  await expect(admin.getByText("Only entries about one thing")).toBeVisible();
  await expect(admin.getByRole("row", { name: /Invited a member/ })).toHaveCount(1);
  await admin.getByRole("link", { name: "Remove filter" }).click();
  await expect(admin.getByText("Only entries about one thing")).toBeHidden();
  await admin.context().close();
});

test("a lower role takes effect with the next click; the last administrator cannot be removed", async ({
  browser,
}) => {
  const [admin, ida] = [await newPage(browser), await newPage(browser)];
  await signIn(ida, IDA, `${ELM}/settings/members`);
  await signIn(admin, administratorCredentials(elm), `${ELM}/settings/members`);
  const change = async (name: string | RegExp, role: string) => {
    await admin.getByRole("button", { name }).click();
    await admin.getByRole("menuitem", { name: "Change role…" }).click();
    await admin.getByRole("radio", { name: role }).check();
    await admin.getByRole("button", { name: "Change role" }).click();
  };
  await change("Actions for Ida Brandt", "Viewer");
  await expect(admin.getByText("Ida Brandt is now a viewer.")).toBeVisible();
  expect(await forced(ida, "GET", `/v1/organizations/${elm.organization_id}/members`)).toBe(403);
  expect((await ida.reload())?.status()).toBe(404);
  await ida.goto(product.origin + ELM);
  expect(await sections(ida).allInnerTexts()).not.toContain("Settings");

  await change(/Actions for Administrator/, "Issuer");
  await expect(admin.getByRole("dialog")).toContainText("last administrator");
  await Promise.all([admin.context().close(), ida.context().close()]);
});

test("the account page changes name and password, and keeps this browser signed in", async ({ browser }) => {
  const [ida, elsewhere] = [await newPage(browser), await newPage(browser)];
  await signIn(elsewhere, IDA, `${OAK}/account`);
  await signIn(ida, IDA, `${OAK}/account`);
  await ida.getByLabel("Last name").fill("Brandt-Lund");
  const profile = ida
    .locator("section")
    .filter({ has: ida.getByRole("heading", { name: "Profile", exact: true }) });
  await profile.getByRole("button", { name: "Save", exact: true }).click();
  await expect(ida.getByRole("button", { name: "Account of Ida Brandt-Lund" }).first()).toBeVisible();
  await ida.getByLabel("Current password").fill("not this one");
  await ida.getByLabel("New password").fill("a newer password");
  await ida.getByRole("button", { name: "Change password" }).click();
  await expect(ida.getByText("This is not your current password.")).toBeVisible();
  await ida.getByLabel("Current password").fill(IDA.password);
  await ida.getByRole("button", { name: "Change password" }).click();
  await expect(ida.getByText("Password changed.")).toBeVisible();
  IDA.password = "a newer password";
  await ida.reload();
  await expect(ida.getByRole("heading", { name: "Your account" })).toBeVisible();
  await elsewhere.reload();
  await elsewhere.waitForURL(/sign-in/);

  await ida.getByRole("button", { name: /Account of Ida/ }).click();
  await ida.getByRole("menuitemradio", { name: "Dark" }).click();
  await ida.reload();
  expect(await ida.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  await Promise.all([ida.context().close(), elsewhere.context().close()]);
});

// pages.spec.ts checks the pages as they open.
test("an invitation, its dialog and the palette pass the checks of a page too", async ({ browser }) => {
  const page = await newPage(browser);
  const email = "guest@settings.example";
  await asProgram(elm)("POST", "/invitations", { email, role: "viewer" });
  await page.goto(await linkTo(email, "Elm Academy"));
  const problems = await inspectPage(page, "invitation");
  await signIn(page, administratorCredentials(elm), `${ELM}/settings/members`);
  await page.goto(`${product.origin}${ELM}/settings/members?invite=1`);
  await expect(page.getByRole("dialog")).toBeVisible();
  problems.push(...(await inspectPage(page, "invite")));
  await page.keyboard.press("Escape");
  await openPalette(page);
  await expect(page.getByRole("option").first()).toBeVisible();
  problems.push(...(await inspectPage(page, "palette")));
  expect(problems).toEqual([]);
  await page.context().close();
});
