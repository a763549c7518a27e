import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text, buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRouteHandler, type Respond, type RouteExports } from "@/lib/http/endpoints/methods";
import { finishResponse } from "@/lib/http/endpoints/responses";
import { createApiHandler } from "@/lib/http/routing/serve-api";

const LONG = "badge ".repeat(1_000);

/** Responds with what it was given. */
const describeRequest =
  (pattern: string): Respond =>
  async ({ method, url, headers, body }, { params }) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body ?? []) pieces.push(piece);
    const { pathname, search } = new URL(url);
    const seen = {
      pattern,
      method,
      path: pathname + search,
      params,
      sent: String(Buffer.concat(pieces)),
    };
    const content = search === "?long" ? LONG : JSON.stringify(seen);
    const type: Record<string, string> = headers.get("accept")
      ? { "Content-Type": headers.get("accept") ?? "" }
      : {};
    return finishResponse({ status: 200, body: content, headers: { ...type, ETag: '"tag"' } }, "request", [
      "a=1",
      "b=2",
    ]);
  };

const createRoute = (pattern: string) => {
  const handler = createRouteHandler(describeRequest(pattern));
  const handlers = Object.fromEntries(["GET", "POST", "OPTIONS"].map((method) => [method, handler]));
  return { pattern, handlers: handlers as RouteExports };
};

const PATTERNS = [
  "/organizations/[organization_id]",
  "/organizations/[organization_id]/badges",
  "/organizations/[organization_id]/badges/[badge_id]",
  "/organizations/[organization_id]/badges/batch",
  "/organizations/[organization_id]/[...unknown]",
  "/v1.1/[[...unknown]]",
  "/v1.1/cle_auth/[name]",
];

let server: Server;
beforeAll(async () => {
  const serveApi = createApiHandler(PATTERNS.map(createRoute));
  server = createServer((received, response) => {
    void serveApi(received, response).then((isServed) => isServed || response.writeHead(404).end("a page"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = (
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const { body, ...rest } = options;
    request({ port, path, host: "127.0.0.1", agent: false, ...rest }, resolve)
      .on("error", reject)
      .end(body);
  });
const readJson = async (path: string, options: Parameters<typeof send>[1] = {}) =>
  JSON.parse(await text(await send(path, options))) as Record<string, unknown>;

describe("a request to the API", () => {
  it.each([
    ["/organizations/1", PATTERNS[0], { organization_id: "1" }],
    ["/v1/organizations/1/", PATTERNS[0], { organization_id: "1" }],
    ["/V1/Organizations/1", PATTERNS[0], { organization_id: "1" }],
    ["/organizations/1/badges/a%2Fb%20c", PATTERNS[2], { organization_id: "1", badge_id: "a/b c" }],
    ["/organizations/1/badges/batch", PATTERNS[3], { organization_id: "1" }],
    [
      "/organizations/1/badges/batch/more",
      PATTERNS[4],
      { organization_id: "1", unknown: ["badges", "batch", "more"] },
    ],
    ["/organizations/1/nothing%21", PATTERNS[4], { organization_id: "1", unknown: ["nothing!"] }],
    ["/v1.1", PATTERNS[5], {}],
    ["/v1.1/x/y", PATTERNS[5], { unknown: ["x", "y"] }],
    ["/cle_auth/token", PATTERNS[6], { name: "token" }],
  ])("to %s reaches the route %s", async (path, pattern, params) => {
    expect(await readJson(`${path}?a=b`)).toMatchObject({ pattern, params, path: `${path}?a=b` });
  });

  it.each(["/", "/organizations", "/badges/1", "/v1/nothing", "/v1/v1/organizations/1", "/Organizations/1"])(
    "to %s is left to the pages",
    async (path) => {
      expect(await text(await send(path))).toBe("a page");
    },
  );

  it("passes its body, except with GET and HEAD; HEAD gets the headers of GET", async () => {
    expect(await readJson("/organizations/1", { method: "POST", body: "a=1" })).toMatchObject({
      sent: "a=1",
    });
    expect(
      await readJson("/organizations/1", { body: "a=1", headers: { "content-length": "3" } }),
    ).toMatchObject({ method: "GET", sent: "" });
    const head = await send("/organizations/1", { method: "HEAD" });
    const get = await send("/organizations/1");
    const body = await text(get);
    expect(await text(head)).toBe("");
    expect(Number(get.headers["content-length"])).toBe(body.length);
    expect(head.headers).toMatchObject({
      etag: '"tag"',
      "set-cookie": ["a=1", "b=2"],
      "x-request-id": "request",
    });
  });
});

describe("a long text", () => {
  const sendLong = (accepted: string, type = "application/ld+json") =>
    send("/organizations/1?long", { headers: { "accept-encoding": accepted, accept: type } });

  it("is compressed for clients that accept it", async () => {
    const brotli = await sendLong("gzip, deflate, br");
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      vary: "Accept-Encoding",
      etag: 'W/"tag"',
    });
    const packed = await buffer(brotli);
    expect(packed.length).toBe(Number(brotli.headers["content-length"]));
    expect(brotliDecompressSync(packed).toString()).toBe(LONG);
    const gzip = await sendLong("gzip;q=0.5, br;q=0");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(await buffer(gzip)).toString()).toBe(LONG);
  });

  it.each(["", "identity", "deflate, zstd", "br;q=0"])(
    "is sent as it is to a client that accepts %j",
    async (accepted) => {
      const plain = await sendLong(accepted);
      expect(plain.headers).toMatchObject({ vary: "Accept-Encoding", etag: '"tag"' });
      expect(plain.headers).not.toHaveProperty("content-encoding");
      expect(await text(plain)).toBe(LONG);
    },
  );

  it("is never compressed again: pictures and other files", async () => {
    expect((await sendLong("br", "image/png")).headers).not.toHaveProperty("content-encoding");
  });

  it("is short: sent as it is", async () => {
    const short = await send("/organizations/1", { headers: { "accept-encoding": "br" } });
    expect(short.headers).not.toHaveProperty("content-encoding");
    expect(short.headers).not.toHaveProperty("vary");
  });
});

describe("under load", () => {
  it("every client gets the whole text, compressed or not", async () => {
    const all = Array.from({ length: 30 }, async () => {
      const response = await send("/organizations/1?long", {
        headers: { "accept-encoding": "br", accept: "text/csv" },
      });
      const bytes = await buffer(response);
      return (response.headers["content-encoding"] ? brotliDecompressSync(bytes) : bytes).toString();
    });
    expect(new Set(await Promise.all(all))).toEqual(new Set([LONG]));
  });
});
