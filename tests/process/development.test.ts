import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startProduct, type Product } from "../support/platform/product";

// `npm run dev`: the production server around a Next that compiles changed files.

let product: Product;

beforeAll(async () => {
  product = await startProduct({ isDevelopment: true });
});
afterAll(() => product?.remove());

const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(product.origin + path, { redirect: "manual", headers });

it("sends the headers of production with its pages, in the reader's language", async () => {
  const response = await open("/sign-in", { "accept-language": "de" });
  const headers = Object.fromEntries(response.headers);
  expect(response.status).toBe(200);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(headers["content-security-policy"]).toMatch(
    /script-src 'self' 'nonce-[^']+' 'strict-dynamic'; style-src/,
  );
  expect(await response.text()).toContain('<html lang="de"');
});

it("redirects back to a page after a sign-in, and shows missing pages in the frame of the product", async () => {
  const console = await open("/console/lumen-academy/issued_badges?page=2");
  expect(console.headers.get("location")).toBe(
    `/sign-in?callbackUrl=${encodeURIComponent("/console/lumen-academy/issued_badges?page=2")}`,
  );
  const missing = await open("/a/b");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("Trust this address, not a picture of the badge.");
});

it("has the same API responses as production", async () => {
  const unauthenticated = await open("/v1/organizations");
  expect(unauthenticated.status).toBe(401);
  expect(await unauthenticated.json()).toMatchObject({ data: { message: expect.any(String) } });
  const malformed = await open("/v1/organizations/%zz");
  expect(malformed.status).toBe(400);
});

it("opens the web socket of the hot reload", async () => {
  const status = await new Promise((resolve, reject) => {
    const upgrade = request(`${product.origin}/_next/hmr?id=1`, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": Buffer.alloc(16).toString("base64"),
      },
    });
    upgrade.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode);
    });
    upgrade.once("response", (response) => resolve(response.statusCode));
    upgrade.once("error", reject);
    upgrade.end();
  });
  expect(status).toBe(101);
});
