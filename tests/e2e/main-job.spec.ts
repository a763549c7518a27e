import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { mailTo } from "../support/mailbox";
import { createOrganization, ensureBuilt, startProduct, type Product } from "../support/product";
import { until } from "../support/until";
import { webhookSecretOf } from "../support/webhook-secret";

type Delivery = { headers: Record<string, string>; body: string };
type Organization = Awaited<ReturnType<typeof createOrganization>>;

const EARNER = "grace.hopper@example.org";

let product: Product;
let organization: Organization;
let receiver: Server;
const deliveries: Delivery[] = [];
/** How many deliveries the receiver refuses before it works. */
let refusals = 1;

const api = async (path: string, init: RequestInit = {}) => {
  const authorization = `Basic ${Buffer.from(`${organization.authorization_token}:`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const url = `${product.origin}/v1/organizations/${organization.organization_id}${path}`;
  const response = await fetch(url, { ...init, headers });
  return (await response.json()) as { data: unknown };
};

const startReceiver = async (): Promise<string> => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const refused = (refusals -= 1) >= 0;
      if (!refused) {
        const headers = request.headers as Record<string, string>;
        deliveries.push({ headers, body: Buffer.concat(chunks).toString("utf8") });
      }
      response.writeHead(refused ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
};

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await ensureBuilt();
  product = await startProduct({ env: { WEBHOOKS_ALLOW_INSECURE: "1" } });
  organization = await createOrganization(product.dataDir, {
    name: "Harbor College",
    adminEmail: "dean@example.org",
  });
  await api("", { method: "PUT", body: JSON.stringify({ webhook_url: await startReceiver() }) });
});

test.afterAll(async () => {
  receiver.close();
  await product.remove();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${product.origin}/console/harbor-college/badge_templates`);
  await page.getByLabel("E-mail address").fill(organization.admin_email);
  await page.getByLabel("Password").fill(organization.admin_password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation").first()).toContainText("Badge templates");
}

async function makeTemplate(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Badge templates" }).first().click();
  await page.getByRole("link", { name: "New template" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Compiler Construction");
  await page.getByLabel("Description").fill("Wrote a compiler that compiles itself.");
  await page.getByLabel("Skills").fill("Compilers");
  await page.keyboard.press("Enter");
  await page.getByLabel("Activity address").fill("https://example.org/compilers");
  await page.getByRole("button", { name: "Save and activate" }).click();
  await expect(page.getByRole("heading", { name: "Compiler Construction" }).first()).toBeVisible();
}

async function issue(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Issue", exact: true }).first().click();
  await page.getByRole("radio", { name: /Compiler Construction/ }).check({ force: true });
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("E-mail address").fill(EARNER);
  await page.getByRole("button", { name: "Issue badge" }).click();
  await expect(page.getByText("Issued to Grace Hopper").first()).toBeVisible();
}

async function acceptFromMail(page: Page): Promise<void> {
  const mail = await mailTo(product.dataDir, EARNER);
  expect(mail.text).toContain("Compiler Construction");
  const link = /https?:\/\/\S+\/accept\/\S+/.exec(mail.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByText("Compiler Construction").first()).toBeVisible();
  // A mail scanner follows links: looking changes nothing.
  const { data } = await api(`/badges?filter=recipient_email::${EARNER}`);
  expect(data).toMatchObject([{ state: "pending" }]);
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page).toHaveURL(/\/badges\/[0-9a-f-]{36}/);
  await expect(page.getByText("Grace Hopper").first()).toBeVisible();
}

async function readDelivered(): Promise<void> {
  const { data: secretFree } = await api("/events");
  expect(JSON.stringify(secretFree)).not.toContain("whsec_");
  const accepted = await until("the webhook of the acceptance", () =>
    deliveries.find(({ body }) => body.includes("badge.state.changed")),
  );
  const summary = JSON.parse(accepted.body) as Record<string, string>;
  expect(Object.keys(summary)).toEqual([
    "id",
    "organization_id",
    "event_type",
    "occurred_at",
    "delivered_at",
  ]);
  expect(accepted.headers["webhook-id"]).toBe(summary.id);
  const { data: event } = await api(`/events/${summary.id}`);
  expect(event).toMatchObject({
    event_type: "badge.state.changed",
    badge: { state: "accepted", recipient_email: EARNER, user: { confirmed: true } },
  });
  const refused = await until("the delivery that failed once to arrive", () =>
    ["badge_template.created", "badge.created"].every((type) =>
      deliveries.some(({ body }) => body.includes(type)),
    ),
  );
  expect(refused).toBe(true);
}

async function verifySignatures(): Promise<void> {
  const secret = await webhookSecretOf(product, organization.organization_id);
  for (const { body, headers } of deliveries) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      organization_id: organization.organization_id,
    });
  }
}

test("an organization issues a badge in the browser, the earner accepts, the webhook hears of it", async ({
  browser,
}) => {
  const console = await browser.newPage();
  const problems: string[] = [];
  console.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await test.step("sign in", () => signIn(console));
  await test.step("make a template", () => makeTemplate(console));
  await test.step("issue", () => issue(console));
  const earner = await browser.newPage();
  await test.step("accept from the mail", () => acceptFromMail(earner));
  await test.step("see the state in the console", async () => {
    await console.getByRole("link", { name: "Issued badges" }).first().click();
    await expect(console.getByRole("row", { name: /Grace Hopper/ })).toContainText(/accepted/i);
  });
  await test.step("receive the webhook after one failed attempt, and read the event", readDelivered);
  await test.step("verify the signatures", verifySignatures);
  expect(problems).toEqual([]);
});
