import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "./support/browser";
import { openPage, signInAt, type Scheme } from "./support/console-pages";
import { earnerOf, startDemonstration, type Demonstration } from "./support/demonstration";
import { ensureBuilt } from "./support/product";
import { consoleScreens, openScreens, walletScreens, type Screen } from "./support/screens";

// `npm run screenshots -- [names]`: every screen with the demonstration data, wide and narrow, light and dark.

const DIRECTORY = ".screenshots";
const WIDTHS = { wide: 1440, narrow: 320 } as const;
const SCHEMES: Scheme[] = ["light", "dark"];

async function take(page: Page, { name, path }: Screen, origin: string, look: string): Promise<void> {
  await page.goto(origin + path);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(DIRECTORY, `${name}-${look}.png`), fullPage: true });
}

async function takeAll(browser: Browser, demonstration: Demonstration, wanted: Set<string>): Promise<number> {
  const { product, home, administrator } = demonstration;
  const isWanted = ({ name }: Screen) => wanted.size === 0 || wanted.has(name);
  let pictures = 0;
  for (const [size, width] of Object.entries(WIDTHS)) {
    for (const scheme of SCHEMES) {
      const page = await openPage(browser, width, scheme);
      const open = openScreens(demonstration).filter(isWanted);
      const inside = consoleScreens(demonstration).filter(isWanted);
      for (const screen of open) await take(page, screen, product.origin, `${size}-${scheme}`);
      await signInAt(page, product.origin + home, administrator);
      for (const screen of inside) await take(page, screen, product.origin, `${size}-${scheme}`);
      pictures += open.length + inside.length;
      await page.context().close();
      const wallet = walletScreens(demonstration).filter(isWanted);
      if (wallet.length === 0) continue;
      const own = await openPage(browser, width, scheme);
      await signInAt(own, `${product.origin}/wallet`, earnerOf(demonstration));
      for (const screen of wallet) await take(own, screen, product.origin, `${size}-${scheme}`);
      pictures += wallet.length;
      await own.context().close();
    }
  }
  return pictures;
}

async function main(wanted: string[]): Promise<void> {
  await ensureBuilt();
  await mkdir(DIRECTORY, { recursive: true });
  const demonstration = await startDemonstration();
  try {
    const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: BROWSER_FLAGS });
    const pictures = await takeAll(browser, demonstration, new Set(wanted));
    process.stdout.write(`${pictures} pictures in ${DIRECTORY}\n`);
    await browser.close();
  } finally {
    await demonstration.product.remove();
  }
}

await main(process.argv.slice(2));
