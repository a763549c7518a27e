import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compressAssets, createAssetHandler } from "@/lib/http/server/static-assets";

const SCRIPT = "console.log('a script of some length');\n".repeat(50);
const PREFIX = "/_next/static/";

let folder: string;
let packed: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "badges-assets-"));
  packed = join(folder, "packed");
  const made = join(folder, "made");
  await mkdir(join(made, "chunks"), { recursive: true });
  await mkdir(join(packed, "chunks"), { recursive: true });
  await writeFile(join(packed, "chunks", "of-an-earlier-build.js.br"), "old");
  await writeFile(join(folder, "secret.js"), SCRIPT);
  await writeFile(join(made, "chunks", "page~1.js"), SCRIPT);
  await writeFile(join(made, "chunks", "page.css"), "p { color: red }\n".repeat(50));
  await writeFile(join(made, "chunks", "picture.svg"), "<svg></svg>".repeat(50));
  await writeFile(join(made, "chunks", "tiny.js"), "1");
  await writeFile(join(made, "chunks", "letters.woff2"), "w".repeat(500));
  await compressAssets(made, packed);
  const answer = await createAssetHandler(packed, PREFIX);
  server = createServer((asked, response) => {
    if (!answer(asked, response)) response.end("let through");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function requestAsset(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, path, method, headers, host: "127.0.0.1", agent: false }, resolve)
      .on("error", reject)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const page = `${PREFIX}chunks/page~1.js`;
const codingFor = async (accepted: string) =>
  (await requestAsset(page, { "Accept-Encoding": accepted })).headers["content-encoding"] ?? "none";

it("keeps only scripts and styles that shrink, and no file of an earlier build", async () => {
  expect((await readdir(join(packed, "chunks"))).toSorted()).toEqual([
    "page.css.br",
    "page.css.gz",
    "page~1.js.br",
    "page~1.js.gz",
  ]);
});

it("responds with Brotli, cacheable for a year", async () => {
  const { status, headers, body } = await requestAsset(`${page}?dpl=1`, {
    "Accept-Encoding": "gzip, deflate, br",
  });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "application/javascript; charset=UTF-8",
    "content-encoding": "br",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
});

it("responds with gzip to clients without Brotli", async () => {
  const { headers, body } = await requestAsset(page, { "Accept-Encoding": "gzip" });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(body).toString()).toBe(SCRIPT);
});

it.each([
  ["gzip;q=0.5, br;q=0.4", "gzip"],
  ["gzip;q=0.5, BR ; Q=0.6", "br"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["br;q=0, gzip;q=0", "none"],
  ["br;q=much", "none"],
  ["identity", "none"],
  ["", "none"],
])("Accept-Encoding %j gets %s", async (accepted, coding) => {
  expect(await codingFor(accepted)).toBe(coding);
});

describe("a client with a cached copy", () => {
  const fetchEtag = async (coding: string) =>
    String((await requestAsset(page, { "Accept-Encoding": coding })).headers.etag);

  it("gets 304 with the headers that update a cache, and no body", async () => {
    const etag = await fetchEtag("br");
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { status, headers, body } = await requestAsset(page, {
        "Accept-Encoding": "br",
        "If-None-Match": condition,
      });
      expect(status, condition).toBe(304);
      expect(headers).toMatchObject({ etag, vary: "Accept-Encoding" });
      expect(headers["content-type"]).toBeUndefined();
      expect(body).toHaveLength(0);
    }
  });

  it("gets the body of another encoding nevertheless: each has its own ETag", async () => {
    const { status } = await requestAsset(page, {
      "Accept-Encoding": "gzip",
      "If-None-Match": await fetchEtag("br"),
    });
    expect(status).toBe(200);
  });
});

it("HEAD: the headers of GET without the body", async () => {
  const accepted = { "Accept-Encoding": "br" };
  const [head, get] = [await requestAsset(page, accepted, "HEAD"), await requestAsset(page, accepted)];
  expect(head.body).toHaveLength(0);
  expect(head.headers).toEqual({ ...get.headers, date: head.headers.date });
});

it("ignores Range: the full file, and no header about ranges", async () => {
  const { status, headers, body } = await requestAsset(page, { "Accept-Encoding": "br", Range: "bytes=0-3" });
  expect(status).toBe(200);
  expect(headers["accept-ranges"]).toBeUndefined();
  expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
});

it.each([
  ["another file", `${PREFIX}chunks/letters.woff2`],
  ["what did not shrink", `${PREFIX}chunks/tiny.js`],
  ["what there is not", `${PREFIX}chunks/none.js`],
  ["the compressed file by its own name", `${page}.br`],
  ["a way out of the folder", `${PREFIX}chunks/../../secret.js`],
  ["an encoded way out of the folder", `${PREFIX}chunks/%2e%2e%2f..%2fsecret.js`],
  ["another spelling", `${PREFIX}chunks/page%7E1.js`],
  ["another address", "/chunks/page~1.js"],
])("leaves %s to Next", async (_, path) => {
  expect((await requestAsset(path, { "Accept-Encoding": "br" })).body.toString()).toBe("let through");
});

it("leaves other methods to Next", async () => {
  expect((await requestAsset(page, { "Accept-Encoding": "br" }, "POST")).body.toString()).toBe("let through");
});

it("without a folder, leaves everything to Next", async () => {
  const answer = await createAssetHandler(join(folder, "none"), PREFIX);
  expect(answer({ method: "GET", url: page, headers: {} } as IncomingMessage, {} as never)).toBe(false);
});
