import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { READ_CREDENTIALS, WALLET_SCOPE_NAMES } from "@/lib/applications/wallet-applications/choices";
import { openPage } from "../support/browser/console-pages";
import { openAccount } from "../support/browser/earner-pages";
import {
  sendAsHarborCollege,
  createTidalZones,
  product,
  useHarborCollege,
} from "../support/browser/harbor-college";
import { test } from "../support/browser/shared-product";
import { registerApplication, type ConsentRequest } from "../support/browser/wallet-applications";
import { readTranslators } from "../support/browser/words";

// An application of others in the browser: the consent page, the way back, and the list in the wallet.

const EMAIL = "noor@wallet-applications.example";
const NAME = "Pocket Wallet";

let page: Page;
let client: Server;
let request: (scope: string) => ConsentRequest;

test.describe.configure({ mode: "serial" });
useHarborCollege();
const { wallet: w, authorize: t } = await readTranslators("en");

test.beforeAll(async ({ browser }) => {
  client = createServer((_request, response) => response.end("<title>Client</title>"));
  await new Promise<void>((resolve) => void client.listen(0, "127.0.0.1", () => resolve()));
  const { port } = client.address() as AddressInfo;
  request = await registerApplication(product.origin, NAME, `http://127.0.0.1:${port}/back`);
  const templateId = (await createTidalZones()).id;
  page = await openPage(browser, 390, "light");
  await openAccount(page, { send: sendAsHarborCollege, dataDir: product.dataDir, templateId, email: EMAIL });
});

test.afterAll(() => void client.close());

const readResult = (): URLSearchParams => new URL(page.url()).searchParams;

async function getToken({ fields, verifier }: ConsentRequest): Promise<string> {
  const response = await fetch(`${product.origin}/ims/ob/v3p0/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: readResult().get("code") ?? "",
      client_id: fields.client_id ?? "",
      redirect_uri: fields.redirect_uri ?? "",
      code_verifier: verifier,
    }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

const readStatus = async (token: string): Promise<number> =>
  (
    await fetch(`${product.origin}/ims/ob/v3p0/credentials`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test("the consent page says who asks for what; a refusal leads back", async () => {
  await page.goto(product.origin + request(READ_CREDENTIALS).path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("title", { name: NAME }));
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    w("applications.scopes.read_badges"),
  ]);
  await expect(page.getByText(t("device"))).toBeVisible();
  await page.getByRole("button", { name: t("deny") }).click();
  await expect(page).toHaveTitle("Client");
  expect(readResult().get("error")).toBe("access_denied");
});

test("after the consent the application reads badges, until it is ended in the wallet", async () => {
  const asked = request(WALLET_SCOPE_NAMES.join(" "));
  await page.goto(product.origin + asked.path);
  await page.getByRole("button", { name: t("allow"), exact: true }).click();
  await expect(page).toHaveTitle("Client");
  const token = await getToken(asked);
  expect(await readStatus(token)).toBe(200);

  await page.goto(`${product.origin}/wallet/applications`);
  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: NAME }) });
  await expect(entry).toContainText(w("applications.scopes.stay_connected"));
  await entry.getByRole("button", { name: w("applications.remove") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: w("applications.remove_now") })
    .click();
  await expect(page.getByRole("status").getByText(w("applications.ended", { name: NAME }))).toBeVisible();
  await expect(entry).toHaveCount(0);
  expect(await readStatus(token)).toBe(401);
});

test("the consent page works without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(product.origin + request(READ_CREDENTIALS).path);
  await plain.getByRole("button", { name: t("allow"), exact: true }).click();
  await expect(plain).toHaveURL(/\/back\?code=bwc_/);
  await context.close();
});
