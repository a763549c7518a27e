import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import {
  acceptOnPage,
  BADGE,
  fillInIssueForm,
  fillInTemplateForm,
  openAcceptLink,
} from "../support/browser/first-badge";
import {
  sendAsHarborCollege,
  organization,
  product,
  signInDean,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { until } from "../support/until";

const EARNER = "grace.hopper@main-job.example";

type Delivery = { headers: Record<string, string>; body: string };

let receiver: Server;
const deliveries: Delivery[] = [];
/** How many deliveries the receiver refuses before it accepts them. */
let refusals = 1;

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

useHarborCollege();
test.beforeAll(async () => {
  await sendAsHarborCollege("PUT", "", { webhook_url: await startReceiver() });
});
test.afterAll(() => void receiver.close());

const signIn = (page: Page): Promise<void> => signInDean(page, "/badge_templates");

async function createTemplate(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Templates", exact: true }).first().click();
  await page.getByRole("link", { name: "New template" }).first().click();
  await fillInTemplateForm(page);
}

async function issue(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Issue", exact: true }).first().click();
  await page.getByRole("radio", { name: new RegExp(BADGE) }).check();
  await fillInIssueForm(page, EARNER);
}

async function acceptFromMail(page: Page): Promise<void> {
  await openAcceptLink(page, product.dataDir, EARNER);
  // A mail scanner follows links: opening the page changes nothing.
  expect(await sendAsHarborCollege("GET", `/badges?filter=recipient_email::${EARNER}`)).toMatchObject([
    { state: "pending" },
  ]);
  await acceptOnPage(page);
}

async function readDelivered(): Promise<void> {
  const secretFree = await sendAsHarborCollege("GET", "/events");
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
  const event = await sendAsHarborCollege("GET", `/events/${summary.id}`);
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
  const { secret } = await sendAsHarborCollege("GET", "/webhook_secret");
  for (const { body, headers } of deliveries) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      organization_id: organization.organization_id,
    });
  }
}

test("an organization issues a badge in the browser, the earner accepts it, and the webhook receives the events", async ({
  browser,
}) => {
  const console = await browser.newPage();
  const problems: string[] = [];
  console.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await test.step("sign in", () => signIn(console));
  await test.step("create a template", () => createTemplate(console));
  await test.step("issue", () => issue(console));
  const earner = await browser.newPage();
  await test.step("accept through the mail", () => acceptFromMail(earner));
  await test.step("see the status in the console", async () => {
    await console.getByRole("link", { name: "Issued", exact: true }).first().click();
    await expect(console.getByRole("row", { name: /Grace Hopper/ })).toContainText(/accepted/i);
  });
  await test.step("receive the webhook after one failed attempt, and read the event", readDelivered);
  await test.step("verify the signatures", verifySignatures);
  expect(problems).toEqual([]);
});
