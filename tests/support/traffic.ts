import type { Page } from "@playwright/test";

export type Traffic = {
  /** Compressed bytes of JavaScript. */
  scripts: number;
  /** Addresses of requests for data that the page made by itself. */
  data: string[];
};

/** What opening an address costs a browser that has nothing of it yet: scripts as they came over the wire, and requests. */
export async function trafficOf(page: Page, address: string): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const traffic: Traffic = { scripts: 0, data: [] };
  const kinds = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    kinds.set(requestId, type ?? "");
    if (type === "Fetch" || type === "XHR") traffic.data.push(request.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === "Script") traffic.scripts += encodedDataLength;
  });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await session.detach();
  return traffic;
}
