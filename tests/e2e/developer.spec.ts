import { expect, type Locator, type Page } from "@playwright/test";
import { inspectPage, openPage, tabAndPress, tabTo } from "../support/browser/console-pages";
import {
  consoleUrl,
  organization,
  sendAsHarborCollege,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { readRetainedTexts, recordResponses } from "../support/browser/retained-texts";
import { runCurlLine } from "../support/browser/terminal";
import { until } from "../support/until";
import { startReceiver, verifyDelivery, type Receiver } from "../support/delivery/webhook-receiver";

let receiver: Receiver;

const address = (path: string) => consoleUrl(`/developer${path}`);

// The later tests check the pages with the data of the first ones.
test.describe.configure({ mode: "serial", timeout: 240_000 });

useHarborCollege();
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

const signIn = (page: Page, path: string): Promise<void> => signInDean(page, `/developer${path}`);

const code = async (within: Locator, label: string): Promise<string> =>
  (await within.getByLabel(label, { exact: true }).textContent()) ?? "";

const findDialog = (page: Page) => page.getByRole("dialog");

/** Opens a menu with Enter. It is loaded on first use, and then has the focus. */
async function openMenu(page: Page, trigger: Locator): Promise<void> {
  await tabAndPress(page, trigger, "Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
}

test("tokens: created, shown and rotated with the keyboard alone, and in no page before that", async ({
  page,
}) => {
  const recordedResponses = recordResponses(page);
  await signIn(page, "/authorization_tokens");
  await tabAndPress(page, page.getByRole("button", { name: "New token" }), "Enter");
  await tabTo(page, findDialog(page).getByLabel("Description"));
  await page.keyboard.type("Night job");
  await tabAndPress(page, findDialog(page).getByLabel("Write"), "Space");
  await tabAndPress(page, findDialog(page).getByRole("button", { name: "Create token" }), "Enter");
  await expect(page.getByText("Token created")).toBeVisible();
  const token = await code(findDialog(page), "Token");
  expect((await runCurlLine(await code(findDialog(page), "Try it"))).status).toBe(200);
  await page.keyboard.press("Escape");
  const row = page.getByRole("row", { name: /Night job/ });
  await expect(row).toContainText("Write");
  await page.reload();
  expect(await readRetainedTexts(page)).not.toContain(token);

  const actions = page.getByRole("button", { name: "Actions for Night job" });
  await openMenu(page, actions);
  await page.keyboard.press("Enter");
  await expect(findDialog(page).getByLabel("Token", { exact: true })).toHaveText(token);
  await page.keyboard.press("Escape");
  await expect(findDialog(page)).toBeHidden();
  const shown = await sendAsHarborCollege("GET", "/audit_entries?filter=action::authorization_token.reveal");
  expect(shown).toMatchObject([{ actor: { type: "User" } }]);
  expect(await recordedResponses(token)).toEqual([
    expect.stringMatching(/^POST .*\/authorization_tokens$/),
    expect.stringMatching(/^POST .*\/reveal$/),
  ]);

  await openMenu(page, actions);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("stops working immediately");
  await tabAndPress(page, question.getByRole("button", { name: "Rotate token" }), "Enter");
  const rotated = findDialog(page).getByLabel("Token", { exact: true });
  await expect(rotated).toHaveText(/^bat_/);
  await expect(rotated).not.toHaveText(token);
  const line = await code(findDialog(page), "Try it");
  expect((await runCurlLine(line)).status).toBe(200);
  expect((await runCurlLine(line.replace((await rotated.textContent()) ?? "", token))).status).toBe(401);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: /Night job/ })).toContainText("created by");
});

test("an OAuth application: its secret is shown once and never again, and the printed line works", async ({
  page,
}) => {
  const recordedResponses = recordResponses(page);
  await signIn(page, "/oauth_applications");
  await page.getByRole("button", { name: "New application" }).click();
  await findDialog(page).getByLabel("Name").fill("Learning portal");
  await findDialog(page).getByRole("button", { name: "Create application" }).click();
  await expect(findDialog(page)).toContainText("It is not shown again");
  const secret = await code(findDialog(page), "Client secret");
  expect(secret).toMatch(/^bos_/);
  await expect(findDialog(page)).toContainText("read, issue, replace, revoke, delete issued badges");
  await findDialog(page).getByLabel("events").check();
  const line = await code(findDialog(page), "Get an access token");
  const use = await code(findDialog(page), "Use the access token");

  await test.step("the lines work as printed", async () => {
    const granted = await runCurlLine(line);
    expect(granted).toMatchObject({
      status: 200,
      body: { token_type: "Bearer", expires_in: 7200, scope: "badge_templates events issued_badges" },
    });
    const variables = { ACCESS_TOKEN: granted.body.access_token as string };
    expect(await runCurlLine(use, variables)).toMatchObject({ status: 200, body: { data: [] } });
  });

  await test.step("it is nowhere: after closing, reloading, leaving, Back and Forward", async () => {
    // With the dialog still open, as the browser would cache and restore it.
    await page.goto(address("/webhooks"));
    await page.goBack();
    await expect(page.getByRole("link", { name: "Learning portal" })).toBeVisible();
    expect(await readRetainedTexts(page)).not.toContain(secret);
    await page.getByRole("link", { name: "Learning portal" }).click();
    await expect(page.getByRole("heading", { name: "Learning portal" })).toBeVisible();
    expect(await readRetainedTexts(page)).not.toContain(secret);
    await expect(page.getByLabel("Get an access token", { exact: true })).toContainText("$CLIENT_SECRET");
    await page.reload();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "OAuth applications" })).toBeVisible();
    expect(await readRetainedTexts(page)).not.toContain(secret);
    await page.goForward();
    await expect(page.getByRole("heading", { name: "Learning portal" })).toBeVisible();
    expect(await readRetainedTexts(page)).not.toContain(secret);
    expect(await recordedResponses(secret)).toEqual([expect.stringMatching(/^POST .*\/oauth_applications$/)]);
  });

  await test.step("the line without the secret reads it from a variable", async () => {
    const own = await code(page.locator("main"), "Get an access token");
    expect((await runCurlLine(own, { CLIENT_SECRET: secret })).status).toBe(200);
  });

  await test.step("rotating invalidates the secret at once, and shows the new one once", async () => {
    await page.getByRole("button", { name: "Rotate secret…" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("stop working immediately");
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
    await expect(findDialog(page)).toContainText("New client secret");
    const fresh = await code(findDialog(page), "Client secret");
    expect((await runCurlLine(line)).status).toBe(401);
    expect((await runCurlLine(line.replace(secret, fresh))).status).toBe(200);
    await page.keyboard.press("Escape");
    await expect(findDialog(page)).toBeHidden();
    expect(await readRetainedTexts(page)).not.toContain(fresh);
  });
});

const template = (name: string) =>
  sendAsHarborCollege("POST", "/badge_templates", {
    name,
    description: "Knows what lives between the tides.",
    global_activity_url: "https://example.org/tides",
    skills: ["Marine biology"],
  });

async function setReceiver(page: Page): Promise<void> {
  await expect(page.getByText("Webhooks are off")).toBeVisible();
  await expect(page.getByText(/^On for/)).toContainText("Default");
  const field = page.getByLabel("Endpoint URL");
  await field.fill("ftp://receiver.example.org");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Must be an http or https address")).toBeVisible();
  await expect(page.getByText("A badge becomes visible to a connected application.")).toBeVisible();
  expect(await page.locator("input[name=allowed_webhooks]").count()).toBe(27);
  await field.fill(receiver.url());
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
}

async function showSecret(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Show secret" }).click();
  const secret = await code(findDialog(page), "Secret");
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press("Escape");
  await expect(findDialog(page)).toBeHidden();
  expect(await page.content()).not.toContain(secret.slice("whsec_".length));
  return secret;
}

async function testEvent(page: Page): Promise<void> {
  receiver.answer({ status: 503, body: "<b>out of order</b>" });
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByRole("paragraph").filter({ hasText: "HTTP 503" })).toBeVisible();
  await page.getByRole("link", { name: "View delivery" }).click();
  await expect(page.getByRole("heading", { name: "webhook.test" })).toBeVisible();
  await expect(page.getByText("Retrying")).toBeVisible();
  await expect(page.getByLabel("First KiB of the response").first()).toHaveText("<b>out of order</b>");
  const payload = JSON.parse(await code(page.locator("main"), "Body of the last attempt"));
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toContainEqual(payload);
}

async function seeFailures(page: Page): Promise<void> {
  receiver.answer("reset");
  await template("Tidal Zones");
  receiver.answer(503);
  await template("Shore Birds");
  await until("all three have failed", async () => {
    const failed = await sendAsHarborCollege("GET", "/webhook_deliveries?filter=state::undelivered");
    return failed.length === 3;
  });
  await page.goto(`${address("/webhooks")}`);
  await expect(page.getByText("Deliveries are failing")).toBeVisible();
  await page.getByRole("link", { name: /deliveries failed/ }).click();
  await expect(page.getByRole("row", { name: /badge_template.created/ })).toHaveCount(2);
  await page.getByLabel("Event type").selectOption("badge_template.created");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await page.waitForURL(/event_type=badge_template.created/);
  await expect(page.getByRole("row", { name: /webhook.test/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Event type")).toHaveValue("badge_template.created");
  await page.goBack();
  await expect(page.getByRole("row", { name: /webhook.test/ })).toHaveCount(1);
  await page.getByRole("link", { name: "Given up" }).click();
  await expect(page.getByText("No results")).toBeVisible();
}

async function rotateSecret(page: Page): Promise<string> {
  await page.goto(address("/webhooks"));
  await page.getByRole("button", { name: "Rotate secret…" }).click();
  await expect(findDialog(page).getByLabel("Expires in 24 hours")).toBeChecked();
  await findDialog(page).getByRole("button", { name: "Rotate secret" }).click();
  await expect(findDialog(page)).toContainText("Signing secret");
  const secret = await code(findDialog(page), "Secret");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Deliveries are also signed with the previous secret")).toBeVisible();
  return secret;
}

async function redeliverAll(page: Page): Promise<void> {
  await page.goto(`${address("/webhooks/deliveries")}?state=undelivered`);
  await expect(page.getByRole("row", { name: /Retrying/ })).toHaveCount(3);
  await tabAndPress(page, page.getByRole("button", { name: "Redeliver all failed…" }), "Enter");
  // The receiver works again at the last moment: a scheduled retry may still come before, and is then one delivery less
  // to send.
  const before = receiver.received.length;
  receiver.answer(200);
  await tabAndPress(page, findDialog(page).getByRole("button", { name: "Redeliver all failed" }), "Enter");
  await expect(page.getByText(/^Redelivering \d+ deliver(y|ies)\.$/)).toBeVisible();
  await expect(page.getByText("No results")).toBeVisible();
  const again = receiver.received.slice(before).map(({ id }) => id);
  const firstTries = receiver.received.slice(0, before).map(({ id }) => id);
  expect(new Set(again).size).toBe(3);
  expect(firstTries).toEqual(expect.arrayContaining(again));
}

test("webhooks: a failing receiver is noticed and repaired, and all failed deliveries are sent again", async ({
  page,
}) => {
  const recordedResponses = recordResponses(page);
  await signIn(page, "/webhooks");
  await test.step("set the address", () => setReceiver(page));
  const secret = await test.step("show the signing secret", () => showSecret(page));
  expect(await recordedResponses(secret)).toEqual([
    expect.stringMatching(/^POST .*\/webhook_secret\/reveal$/),
  ]);
  await test.step("send a test event to a failing receiver", () => testEvent(page));
  for (const received of receiver.received) expect(verifyDelivery(received, secret).id).toBe(received.id);
  await test.step("see what failed, and why", () => seeFailures(page));
  const next = await test.step("rotate the secret, with an overlap", () => rotateSecret(page));
  const before = receiver.received.length;
  await test.step("repair the receiver, and redeliver all failed", () => redeliverAll(page));
  for (const received of receiver.received.slice(before)) {
    for (const either of [secret, next]) expect(verifyDelivery(received, either).id).toBe(received.id);
  }
  await test.step("redeliver one, and see every attempt", async () => {
    await page.goto(`${address("/webhooks/deliveries")}?state=done&event_type=webhook.test`);
    await page.getByRole("link", { name: "webhook.test" }).click();
    const attempts = page.getByRole("listitem").filter({ hasText: " ms · " });
    await expect(attempts.first()).toContainText("HTTP 200");
    await expect(attempts.last()).toContainText("HTTP 503");
    const count = await attempts.count();
    await page.getByRole("button", { name: "Redeliver" }).click();
    await expect(attempts).toHaveCount(count + 1);
  });
  await page.goto(address("/webhooks"));
  await expect(page.getByText("No failed deliveries")).toBeVisible();
});

test("the reference: found by search, tried with and without parameters", async ({ page }) => {
  await signIn(page, "/api_reference");
  await page.getByRole("searchbox").fill("list badge templates");
  await page.keyboard.press("Enter");
  await page
    .getByRole("link", { name: /^List badge templates/ })
    .first()
    .click();
  await expect(page.getByLabel("curl command", { exact: true })).toContainText(organization.organization_id);
  const curl = await code(page.locator("main"), "curl command");
  expect((await runCurlLine(curl, { TOKEN: organization.authorization_token })).status).toBe(200);
  await tabTo(page, page.getByLabel("per (optional)", { exact: true }));
  await page.keyboard.type("1");
  await tabAndPress(page, page.getByRole("button", { name: "Send GET request" }), "Enter");
  const answer = page.getByRole("region", { name: "Response" });
  await expect(answer).toContainText("200");
  await expect(answer).toContainText("x-request-id");
  expect(JSON.parse(await code(answer, "Response body")).data).toHaveLength(1);

  await page.goto(address("/api_reference/createTemplate"));
  await page.getByLabel("Body").fill('{"name": ');
  await page.getByRole("button", { name: "Send POST request" }).click();
  await expect(page.getByText("The body is not valid JSON.")).toBeVisible();
  await page.getByLabel("Body").fill('{"name": "Kelp Forests"}');
  await page.getByRole("button", { name: "Send POST request" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Harbor College");
  const names = async () =>
    (await sendAsHarborCollege("GET", "/badge_templates")).map(({ name }: { name: string }) => name);
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await names()).not.toContain("Kelp Forests");
  await page.getByRole("button", { name: "Send POST request" }).click();
  await question.getByRole("button", { name: "Send POST request" }).click();
  await expect(answer).toContainText("201");
  expect(await names()).toContain("Kelp Forests");
});

// pages.spec.ts checks the pages as they open.
test("a form and a filled-in operation pass the checks of a page too", async ({ browser }) => {
  const page = await openPage(browser, 1440, "light");
  await signIn(page, "/api_reference/listBadges?per=2");
  const problems = await inspectPage(page, "operation with a value");
  await page.goto(address("/oauth_applications"));
  await page.getByRole("button", { name: "New application" }).click();
  problems.push(...(await inspectPage(page, "new application")));
  expect(problems).toEqual([]);
  await page.context().close();
});
