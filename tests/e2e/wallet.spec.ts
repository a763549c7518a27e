import sharp from "sharp";
import { expect, type Browser, type Page } from "@playwright/test";
import { buildQrPath } from "@/lib/kernel/qr-path";
import { openPage, tabAndPress, signInAt } from "../support/browser/console-pages";
import { readEarner } from "../support/browser/demonstration";
import { test } from "../support/browser/shared-product";
import { takeBadge } from "../support/browser/take-badge";
import { buildPng, buildTextChunk } from "../support/credentials/baked-badges";
import { waitForMailTo } from "../support/delivery/mailbox";
import type { Product } from "../support/platform/product";

let product: Product;

test.describe.configure({ mode: "serial" });

// The earner of the first start is in no other file.
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const walletUrl = (path: string): string => product.origin + path;

/** Opens a browser with this language that is signed in as the earner. */
async function open(browser: Browser, locale: string) {
  const page = await openPage(browser, 1440, "light");
  await signInAt(page, walletUrl("/wallet"), readEarner(product));
  await page.goto(walletUrl(`/wallet?lang=${locale}`));
  return page;
}

/** The dark modules of a picture of a QR code with this many modules on a side, as the path of its SVG. */
async function readModules(file: string, size: number): Promise<string> {
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / size;
  expect(Number.isInteger(scale) && info.width >= 1024 && info.width === info.height).toBe(true);
  const isDark = (row: number, column: number): boolean =>
    (data[Math.floor((row + 0.5) * scale) * info.width + Math.floor((column + 0.5) * scale)] ?? 255) < 128;
  const indices = Array.from({ length: size }, (_, index) => index);
  return indices
    .flatMap((row) =>
      indices.filter((column) => isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
    )
    .join("");
}

/** The address to which the server leads from the LinkedIn link, parsed. */
const linkedIn = async (page: Page): Promise<Record<string, string>> => {
  const href = await page.getByRole("link", { name: "Add to LinkedIn profile" }).getAttribute("href");
  const answer = await page.request.get(new URL(href ?? "", page.url()).href, { maxRedirects: 0 });
  return Object.fromEntries(new URL(answer.headers().location ?? "").searchParams);
};

test("English: accept privately, filter, make public, share", async ({ browser }) => {
  const page = await open(browser, "en");
  await expect(page.getByRole("heading", { name: "1 badge is waiting for your answer" })).toBeVisible();
  const pending = page.getByRole("region", { name: "1 badge is waiting for your answer" });
  await pending.getByRole("button", { name: "Accept privately" }).click();
  await expect(page.getByText("“Accessible Web Design” was added to your badges.")).toBeVisible();
  await page.waitForURL(/\?accepted=1$/);
  const moment = page.getByRole("region", { name: "You accepted this badge privately" });
  await expect(moment.getByText("Make it public to share it.")).toBeVisible();
  await expect(moment.getByRole("link")).toHaveCount(0);
  await page.getByRole("link", { name: "All badges" }).click();
  await expect(pending).toHaveCount(0);

  await page.getByLabel("Visibility").selectOption("private");
  await page.getByLabel("Name or issuer").fill("accessible");
  await page.getByRole("button", { name: "Show badges" }).click();
  await page.waitForURL(/visibility=private/);
  await expect(page.getByText("1 badge", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Accessible Web Design" }).click();

  const isPublic = page.getByRole("switch", { name: "This badge is public" });
  await expect(isPublic).not.toBeChecked();
  await expect(page.getByText("This badge is private. Make it public to share it.")).toBeVisible();
  await tabAndPress(page, isPublic, "Space");
  await expect(page.getByText("This badge is public.")).toBeVisible();
  await expect(isPublic).toBeChecked();

  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const address = walletUrl(`/badges/${id}`);
  const now = new Date();
  expect(await linkedIn(page)).toEqual({
    startTask: "CERTIFICATION_NAME",
    name: "Accessible Web Design",
    organizationName: "Lumen Academy",
    issueYear: String(now.getUTCFullYear()),
    issueMonth: String(now.getUTCMonth() + 1),
    certUrl: address,
    certId: id,
  });
  await expect(page.getByRole("textbox", { name: "Address of the badge" })).toHaveValue(address);
  await page.getByText("Embed in a web page").click();
  await page.getByLabel("Size").selectOption("small");
  await expect(page.getByRole("textbox", { name: "HTML code" })).toHaveValue(
    new RegExp(`src="${walletUrl(`/embed/badges/${id}`)}"`),
  );
  await page.getByText("QR code", { exact: true }).click();
  await expect(page.getByRole("img", { name: "QR code for this badge" })).toBeVisible();
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as PNG" }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe("Accessible Web Design.png");
  expect(await readModules(await picture.path(), buildQrPath(address).size)).toBe(buildQrPath(address).path);
  await page.locator("summary", { hasText: "Download" }).click();
  await expect(page.getByRole("link", { name: /Certificate/ })).toHaveAttribute(
    "href",
    `/v1/me/badges/${id}/certificate`,
  );
  await expect(page.getByRole("link", { name: /Badge image \(PNG\)/ })).toHaveAttribute(
    "href",
    `/v1/me/badges/${id}/credential?format=png`,
  );
  await page.context().close();
});

test("English: add a badge to a wallet", async ({ browser }) => {
  const page = await open(browser, "en");
  await page.getByRole("link", { name: "Accessible Web Design" }).click();
  await page.getByRole("button", { name: "Add to a wallet" }).click();
  await expect(page.getByRole("img", { name: "QR code for your wallet app" })).toBeVisible();
  await expect(page.getByText("Waiting for your wallet.")).toBeVisible();
  const link = await page.getByRole("link", { name: "Open wallet app" }).getAttribute("href");
  const digits = await page.getByText(/^\d{3} \d{3}$/).textContent();
  const did = await takeBadge(link ?? "", (digits ?? "").replace(" ", ""));
  await expect(page.getByText("The badge is in your wallet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open wallet app" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Added to wallets" })).toBeVisible();
  await expect(page.getByTitle(did)).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a new code" })).toBeVisible();
  await page.context().close();
});

test("Japanese: an address, an employer, and a badge of another service from its file", async ({
  browser,
}) => {
  const page = await open(browser, "ja");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await expect(page.getByRole("heading", { name: "マイバッジ" })).toBeVisible();

  await page.getByRole("link", { name: "アカウント" }).click();
  await page.getByLabel("別のアドレス").fill("not an address");
  await page.getByRole("button", { name: "アドレスを追加" }).click();
  await expect(page.getByText(/のような形式でメールアドレスを入力/)).toBeVisible();
  await page.getByLabel("別のアドレス").fill("chiyo@wallet.example");
  await page.getByRole("button", { name: "アドレスを追加" }).click();
  await expect(page.getByText(/^chiyo@wallet\.exampleへメールを送信しました/)).toBeVisible();
  await expect(page.getByText("未確認")).toBeVisible();
  await waitForMailTo(product.dataDir, "chiyo@wallet.example");

  await page.getByRole("link", { name: "勤務先" }).click();
  await page.getByRole("button", { name: "バッジの閲覧を許可する" }).click();
  await expect(page.getByText("Lumen Academyと連携しました。")).toBeVisible();
  await expect(page.getByText("連携中", { exact: true })).toBeVisible();

  await page.goto(walletUrl("/wallet/external_badges/new?way=file"));
  const upload = (buffer: Buffer) =>
    page.getByLabel("バッジのファイル").setInputFiles({ name: "badge.png", mimeType: "image/png", buffer });
  await upload(buildPng());
  await page.getByRole("button", { name: "バッジを追加" }).click();
  await expect(page.getByText(/Open Badgeが見つかりませんでした/)).toBeVisible();
  await upload(buildPng([buildTextChunk("iTXt", "openbadges", "{}")]));
  await page.getByRole("button", { name: "バッジを追加" }).click();
  await expect(page.getByText(/必要な情報が足りない|見つかりませんでした/)).toBeVisible();

  await page.getByRole("link", { name: "手入力" }).click();
  await page.getByLabel("バッジの名前").fill("茶道");
  await page.getByLabel("発行者").fill("裏千家");
  await page.getByRole("button", { name: "バッジを追加" }).click();
  await page.waitForURL(/external_badges$/);
  await expect(page.getByRole("heading", { name: "茶道" })).toBeVisible();
  await page.context().close();
});
