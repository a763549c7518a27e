import { chromium, type Page } from "@playwright/test";
import { loadInstallationSecrets } from "@/lib/operations/installation/secrets";
import { BROWSER_FLAGS, findBrowser } from "../support/browser/browser";
import { measurePageCost, openPage, signInAt } from "../support/browser/console-pages";
import { readEarner, startDemonstration, type Demonstration } from "../support/browser/demonstration";
import { consoleScreens, openScreens, walletScreens, type Screen } from "../support/browser/screens";
import { signInAtHost } from "../support/accounts/browser-session";
import { createDataDir, startProduct, type Product } from "../support/platform/product";
import { findFreePort } from "@/lib/kernel/free-port";
import { startTcpProxy } from "../support/platform/tcp-proxy";
import { reportFigure, type Print } from "./report";

const ROUNDS = 5;
/** Much longer than the page itself takes, so that the number of delays is clear. */
const DELAY_MS = 40;
/** Requests before the first measured one: statements are prepared, and there are enough connections. */
const WARM_UP = 6;

type Pages = { screens: Screen[]; cookie: string };

async function timeOnce(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers: { cookie } });
  await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}

async function fastest(url: string, cookie: string): Promise<number> {
  const times: number[] = [];
  while (times.length < ROUNDS) times.push(await timeOnce(url, cookie));
  return Math.min(...times);
}

/** Starts a second host on the database of the demonstration, behind a proxy that can be slow. */
async function startBehindProxy({ product }: Demonstration) {
  const url = new URL(await product.databaseUrl());
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(url.port) });
  url.port = String(proxy.port);
  const port = await findFreePort();
  const host: Product = await startProduct({
    dataDir: await createDataDir(),
    env: {
      ...(await loadInstallationSecrets(product.dataDir)),
      DATABASE_URL: url.href,
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
    },
  });
  return { proxy, host };
}

/** Counts the round trips to the database for which each page waits, by making each of them longer. */
async function countRoundTrips(demonstration: Demonstration, print: Print): Promise<void> {
  const { proxy, host } = await startBehindProxy(demonstration);
  const address = { address: host.origin, origin: host.origin };
  const parts: Pages[] = [
    {
      screens: consoleScreens(demonstration),
      cookie: await signInAtHost(address, demonstration.administrator),
    },
    {
      screens: walletScreens(demonstration),
      cookie: await signInAtHost(address, readEarner(demonstration.product)),
    },
  ];
  const values: number[] = [];
  for (const { screens, cookie } of parts)
    for (const { name, path } of screens) {
      const url = host.origin + path;
      await Promise.all(Array.from({ length: WARM_UP }, () => timeOnce(url, cookie)));
      const near = await fastest(url, cookie);
      proxy.delay(DELAY_MS);
      const far = await fastest(url, cookie);
      proxy.delay(0);
      values.push((far - near) / DELAY_MS);
      print(
        `  ${name.padEnd(30)} ${near.toFixed(0).padStart(4)} ms, ${values.at(-1)?.toFixed(1)} round trips`,
      );
    }
  reportFigure(print, {
    name: `round trips to the database before a page is complete, ${values.length} pages`,
    unit: "",
    values,
  });
  await host.remove();
  await proxy.stop();
}

/** Measures the display of public pages. */
async function measurePublic(demonstration: Demonstration, page: Page, print: Print): Promise<void> {
  const values: number[] = [];
  for (const { name, path } of openScreens(demonstration)) {
    const { largestPaintMs } = await measurePageCost(page, demonstration.product.origin + path);
    values.push(largestPaintMs);
    print(`  ${name.padEnd(30)} ${largestPaintMs.toFixed(0)} ms`);
  }
  reportFigure(print, {
    name: `time until the largest element of a public page is painted, ${values.length} pages`,
    unit: "ms",
    values,
    goal: { eachAtMost: 400 },
  });
}

/**
 * Measures the JavaScript that a browser loads with each page of the console, compressed, and the time until its largest
 * element is painted, without anything in the browser's cache.
 */
async function measureConsole(demonstration: Demonstration, print: Print): Promise<void> {
  const { product, home, administrator } = demonstration;
  const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: BROWSER_FLAGS });
  const page = await openPage(browser, 1440, "light");
  await measurePublic(demonstration, page, print);
  await signInAt(page, product.origin + home, administrator);
  const values: number[] = [];
  const paints: number[] = [];
  for (const { name, path } of consoleScreens(demonstration)) {
    const { scriptBytes, largestPaintMs } = await measurePageCost(page, product.origin + path);
    values.push(scriptBytes / 1_000);
    paints.push(largestPaintMs);
    print(`  ${name.padEnd(30)} ${values.at(-1)?.toFixed(0)} kB, ${largestPaintMs.toFixed(0)} ms`);
  }
  reportFigure(print, {
    name: `JavaScript of a page of the console, ${values.length} pages`,
    unit: "kB",
    values,
    goal: { eachAtMost: 150 },
  });
  reportFigure(print, {
    name: `time until the largest element of a page of the console is painted, ${paints.length} pages`,
    unit: "ms",
    values: paints,
    goal: { eachAtMost: 1_000 },
  });
  await browser.close();
}

/** Measures the pages of the demonstration: their scripts and display, and how often they wait for the database. */
export async function pages(print: Print): Promise<void> {
  const demonstration = await startDemonstration();
  try {
    print("\nPages");
    await countRoundTrips(demonstration, print);
    await measureConsole(demonstration, print);
  } finally {
    await demonstration.product.remove();
  }
}
