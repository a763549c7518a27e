import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import {
  administratorCredentials,
  inspectPage,
  measurePageCost,
  openPage,
  signInAt,
} from "../support/browser/console-pages";
import { startNewProduct } from "../support/platform/prepared-product";
import { createOrganization, type Product } from "../support/platform/product";

// The front page of an installation with a name and a logo of its own.

const NAME = "King's Seal";

/** A product of its own: name and logo are variables of an installation. */
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const logo = join(tmpdir(), `installation-logo-${process.pid}.png`);
  const picture = sharp({ create: { width: 90, height: 90, channels: 3, background: "#7a1f3d" } });
  await writeFile(logo, await picture.png().toBuffer());
  product = await startNewProduct({ env: { INSTALLATION_NAME: NAME, INSTALLATION_LOGO: logo } });
});

test.afterAll(() => product.remove());

for (const width of [1440, 390]) {
  test(`visitors see what they can do here, ${width} px wide`, async ({ browser }) => {
    const page = await openPage(browser, width, "light");
    const cost = await measurePageCost(page, `${product.origin}/`);
    expect(cost).toMatchObject({ scriptBytes: 0, dataRequests: 0 });
    await expect(page).toHaveTitle(NAME);
    await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).toHaveText([
      "Verify a badge",
      "Sign in",
      "Open the console",
      "API description",
    ]);
    expect(await inspectPage(page, "front")).toEqual([]);
    const logo = await page.request.get(`${product.origin}/images/logo.png`);
    expect([logo.status(), (await sharp(await logo.body()).metadata()).width]).toEqual([200, 90]);
    const mark = page.getByRole("banner").locator(".product-logo");
    expect(await mark.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain(
      "/images/logo.png",
    );
    await page.getByRole("main").getByRole("link", { name: "Verify a badge" }).click();
    await expect(page).toHaveTitle(`Verify a badge · ${NAME}`);
    await page.goto(`${product.origin}/?lang=de`);
    await expect(page.getByRole("heading", { name: "Für Organisationen" })).toBeVisible();
    await page.context().close();
  });
}

test("members get from the front page to the console once they have signed in", async ({ browser }) => {
  const elm = await createOrganization(product.dataDir, {
    name: "Elm Academy",
    adminEmail: "elm@example.org",
  });
  const page = await openPage(browser, 1440, "light");
  await page.goto(`${product.origin}/`);
  await page.getByRole("link", { name: "Open the console" }).click();
  await signInAt(page, `${product.origin}/console/elm-academy`, administratorCredentials(elm));
  await page.goto(`${product.origin}/`);
  await expect(page).toHaveURL(/\/console\/elm-academy$/);
  await page.context().close();
});
