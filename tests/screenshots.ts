import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import sharp from "sharp";
import { BROWSER_FLAGS, findBrowser } from "./support/browser/browser";
import { signInAt, type Scheme } from "./support/browser/console-pages";
import { readEarner, startDemonstration, type Demonstration } from "./support/browser/demonstration";
import { listEarnerScreens, createEarnerWorld } from "./support/browser/earner-screens";
import { NAMES } from "./support/browser/earner-world";
import { ensureBuilt } from "./support/platform/product";
import { consoleScreens, openScreens, walletScreens, type Screen } from "./support/browser/screens";

// `npm run screenshots -- [names]`: every screen, wide and narrow, light and dark, and the pictures of README.md.

const DIRECTORY = ".screenshots";
const WIDTHS = { wide: 1440, narrow: 320 } as const;
const SCHEMES: Scheme[] = ["light", "dark"];

/** The pictures of README.md: the top of these screenshots. */
const README_PICTURES: Readonly<Record<string, string>> = {
  "overview-wide-light": "overview",
  "badge-template-wide-dark": "badge-template",
  "wallet-wide-light": "wallet",
  "public-badge-wide-light": "badge",
};
const README_SIZE = { width: 1080, height: 675 };

/** A page to be pictured. A page that is shown only once gets a new path each time. */
type Shot = Screen & { newPath?: () => Promise<string> };

/** The pages of one session; `signIn` runs before the first. */
type Group = {
  screens: Shot[];
  cookies?: BrowserContextOptions["storageState"];
  signIn?: (page: Page) => Promise<void>;
};

/** The earner data with ordinary names. The language tests need unnatural ones. */
const PLAIN: typeof NAMES = {
  organization: "Riverside Botanical Garden",
  employers: ["Alder & Finch", "Coastal Survey Office", "Meadow Seed Bank"],
  first: "Ingrid",
  last: "Castellanos",
  template: "Plant Identification",
  text: "Names two hundred plants of the river meadows by leaf, flower and seed.",
  skill: "Field botany",
  other: "Meadow walks",
  reason: "The collection was handed in by somebody else.",
};

const demonstrationGroups = (demonstration: Demonstration): Group[] => {
  const { product, home, administrator } = demonstration;
  const [console, wallet] = [product.origin + home, `${product.origin}/wallet`];
  return [
    { screens: openScreens(demonstration) },
    { screens: consoleScreens(demonstration), signIn: (page) => signInAt(page, console, administrator) },
    {
      screens: walletScreens(demonstration),
      signIn: (page) => signInAt(page, wallet, readEarner(demonstration.product)),
    },
  ];
};

/**
 * All pages for earners and the public, in each state. Their names start with the group's, because other groups use the
 * same ones.
 */
async function earnerGroups({ product }: Demonstration): Promise<Group[]> {
  Object.assign(NAMES, PLAIN);
  const { open, earner, newcomer, cookies, launch } = listEarnerScreens(
    product.origin,
    await createEarnerWorld(product),
  );
  const named = (group: string, screens: Screen[]): Screen[] =>
    screens.map(({ name, path }) => ({ name: `${group}-${name}`, path }));
  return [
    { screens: named("anybody", open) },
    { screens: named("earner", earner), cookies: cookies.earner },
    { screens: named("newcomer", newcomer), cookies: cookies.newcomer },
    { screens: [{ name: "learning-launch", path: "", newPath: launch }] },
  ];
}

async function take(page: Page, shot: Shot, origin: string, look: string): Promise<void> {
  const { name, path, newPath } = shot;
  await page.goto(origin + (newPath ? await newPath() : path));
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(DIRECTORY, `${name}-${look}.png`), fullPage: true });
  const readmePicture = README_PICTURES[`${name}-${look}`];
  if (readmePicture) {
    await sharp(await page.screenshot())
      .resize(README_SIZE)
      .png({ palette: true })
      .toFile(join(".readme", `${readmePicture}.png`));
  }
}

async function takeGroup(browser: Browser, origin: string, { screens, cookies, signIn }: Group) {
  for (const [size, width] of Object.entries(WIDTHS)) {
    for (const colorScheme of SCHEMES) {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        ...(cookies ? { storageState: cookies } : {}),
      });
      const page = await context.newPage();
      await signIn?.(page);
      for (const screen of screens) await take(page, screen, origin, `${size}-${colorScheme}`);
      await context.close();
    }
  }
}

async function takeAll(
  browser: Browser,
  demonstration: Demonstration,
  requested: Set<string>,
): Promise<number> {
  const isWanted = ({ name }: Screen) => requested.size === 0 || requested.has(name);
  let pictures = 0;
  // The earner data is created after the demonstration's pictures, if its pages are requested.
  const isOfEarners = [...requested].some((name) => /^(anybody|earner|newcomer|learning-launch)/.test(name));
  const groups = async function* () {
    yield* demonstrationGroups(demonstration);
    if (requested.size === 0 || isOfEarners) yield* await earnerGroups(demonstration);
  };
  for await (const group of groups()) {
    const screens = group.screens.filter(isWanted);
    if (screens.length > 0) await takeGroup(browser, demonstration.product.origin, { ...group, screens });
    pictures += screens.length * SCHEMES.length * Object.keys(WIDTHS).length;
  }
  return pictures;
}

async function main(requested: string[]): Promise<void> {
  await ensureBuilt();
  await mkdir(DIRECTORY, { recursive: true });
  const demonstration = await startDemonstration();
  try {
    const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: BROWSER_FLAGS });
    const pictures = await takeAll(browser, demonstration, new Set(requested));
    process.stdout.write(`${pictures} pictures in ${DIRECTORY}\n`);
    await browser.close();
  } finally {
    await demonstration.product.remove();
  }
}

await main(process.argv.slice(2));
