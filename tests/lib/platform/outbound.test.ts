import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseOutboundUrl, isPublicAddress } from "@/lib/platform/outbound/address-policy";
import { fetchImage } from "@/lib/platform/outbound/fetch-image";
import { createLimitedFetch } from "@/lib/platform/outbound/limited-fetch";
import * as send from "@/lib/platform/outbound/send";
import * as local from "@/tests/support/platform/outbound-certificates";

const {
  startHttpReceiver: plain,
  startHttpsReceiver: secure,
  sendPost: post,
  createLookup: lookupOf,
  respondOk: ok,
  neverRespond: silent,
  respondEndlessly: drip,
  LIMIT,
} = local;
const PUBLIC = "93.184.215.14";
const MEGABYTE = Buffer.alloc(1024 * 1024, "x");

afterEach(() => void vi.restoreAllMocks());

const INNER = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1
  224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe
  ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::808:808 100::1 2001::1 2001:db8::1 2002:7f00:1::
  2002:808:808:: 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 2606:4700::1%eth0 127.1
  0x7f.1 2130706433 010.8.8.8 localhost`;
it.each(INNER.split(/\s+/))("refuses the address %s", (ip) => expect(isPublicAddress(ip)).toBe(false));
const OUTER = `8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 100.128.0.1 192.167.1.1 ::ffff:8.8.8.8 64:ff9b::808:808
  2606:4700:4700::1111 2a00:1450:4001::200e`;
it.each(OUTER.split(/\s+/))("accepts the address %s", (ip) => expect(isPublicAddress(ip)).toBe(true));

it.each([
  ["http://example.com/", /https/],
  ["javascript:alert(1)", /https/],
  ["https://user@example.com/", /user name/],
  ["https://:secret@example.com/", /password/],
  ["https://exam\nple.com/", /control/],
  ["https://example.com/\u0000", /control/],
  ["example.com", /not valid/],
  ["https:example.com", /not valid/],
  ["https:/example.com", /not valid/],
  ["https://127.0.0.1.:443/", /private/],
  ["https://0177.0.0.1/", /private/],
  ["https://[64:ff9b::10.0.0.1]/", /private/],
  ["https://localhost/", /this machine/],
  ["https://LOCALHOST.:8443/", /this machine/],
  ["https://hooks.localhost/", /this machine/],
  ["https://localhost.localdomain/", /this machine/],
  ["https://printer.local/", /this machine/],
  ["https://metadata.google.internal/", /this machine/],
  ["https://router.home.arpa/", /this machine/],
  ["https://postgres:5432/", /this machine/],
  ["https://ip6-loopback/", /this machine/],
])("refuses the URL %j", (url, message) => {
  expect(() => parseOutboundUrl(url, { allowInsecure: false })).toThrow(message);
});

it("allows public https, and http and private addresses only when configured", () => {
  expect(parseOutboundUrl("https://Example.com:8443/a", { allowInsecure: false }).host).toBe(
    "example.com:8443",
  );
  expect(parseOutboundUrl("http://127.0.0.1:3000/", { allowInsecure: true }).port).toBe("3000");
  expect(() => parseOutboundUrl("ftp://127.0.0.1/", { allowInsecure: true })).toThrow(/https/);
  expect(() => parseOutboundUrl("http://me@127.0.0.1/", { allowInsecure: true })).toThrow(/user name/);
});

const LITERALS = "127.1 0x7f.1 2130706433 [::ffff:127.0.0.1] [::] [::1] 0.0.0.0 169.254.169.254";
it.each(LITERALS.split(" "))("does not connect to the literal %s", async (host) => {
  const { port, connections } = await secure(ok);
  const result = await post(`https://${host}:${port}/`, { allowInsecure: false });
  expect(result).toMatchObject({ kind: "failure", reason: "blocked", ours: false });
  expect(connections()).toBe(0);
});

it("does not follow a name that resolves to a public address first and to a private one later", async () => {
  local.routePublicAddressesToLoopback();
  const { url, connections } = await secure(
    (_q, response) => void response.setHeader("connection", "close").end(),
  );
  const lookup = lookupOf([PUBLIC], ["127.0.0.1"]);
  const sender = send.createSender({ lookup, ca: local.TEST_CA });
  expect(await post(url, { allowInsecure: false }, sender)).toMatchObject({ status: 200 });
  const second = await post(url, { allowInsecure: false }, sender);
  expect(second).toMatchObject({ kind: "failure", reason: "blocked", ours: false });
  expect(JSON.stringify(second)).not.toContain("127.0.0.1");
  expect([connections(), lookup.mock.calls.length]).toEqual([1, 2]);
});

it.each([[[PUBLIC, "10.0.0.1"]], [["::ffff:10.0.0.1", PUBLIC]]])(
  "refuses the mixed result %j",
  async (answer) => {
    local.routePublicAddressesToLoopback();
    const { url, connections } = await secure(ok);
    const sender = send.createSender({ lookup: lookupOf(answer), ca: local.TEST_CA });
    expect(await post(url, { allowInsecure: false }, sender)).toMatchObject({ reason: "blocked" });
    expect(connections()).toBe(0);
  },
);

it.each([301, 302, 303, 304, 307, 308])(
  "treats a redirect %i to a private address as a failure and does not follow it",
  async (status) => {
    const inner = await plain(ok);
    const location = status === 302 ? "https://169.254.169.254/" : inner.url;
    const { url } = await plain((_request, response) => void response.writeHead(status, { location }).end());
    const result = await post(url);
    expect(result).toMatchObject({ kind: "failure", reason: "redirect", ours: false });
    expect(result).toHaveProperty("message", expect.stringContaining(`(${status})`));
    expect(inner.connections()).toBe(0);
  },
);

it("reports a refused connection, for more calls at once than there are connections", async () => {
  const { url, server } = await plain(ok);
  await new Promise((closed) => server.close(closed));
  const results = await Promise.all(Array.from({ length: send.CONNECTIONS_PER_ORIGIN * 3 }, () => post(url)));
  for (const result of results) expect(result).toMatchObject({ reason: "refused", ours: false });
});

const CUTS = ["RST early", "RST", "FIN", "RST close", "FIN close", "RST close length", "FIN close length"];
it.each(CUTS)("reports a response that is cut short as reset: %s", async (how) => {
  const { url } = await plain((_request, response) => {
    const cut = () => (how.startsWith("RST") ? response.socket?.resetAndDestroy() : response.socket?.end());
    if (how.endsWith("early")) return void cut();
    if (how.includes("close")) response.setHeader("connection", "close");
    if (how.endsWith("length")) response.setHeader("content-length", "1000");
    response.writeHead(200).write("half", cut);
  });
  expect(await post(url)).toMatchObject({ kind: "failure", reason: "reset", ours: false });
});

it("reports a response that is not HTTP as protocol, and one that is not TLS as tls", async () => {
  const { url, port } = await local.listen(net.createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n")));
  expect(await post(url)).toMatchObject({ kind: "failure", reason: "protocol", ours: false });
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ reason: "tls", ours: false });
});

it.each([
  ["of another host", local.TEST_CERTIFICATE_OTHER_HOST, local.TEST_CA, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["expired", local.TEST_CERTIFICATE_EXPIRED, local.TEST_CA, "CERT_HAS_EXPIRED"],
  ["of an unknown authority", local.TEST_CERTIFICATE, "", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
])("refuses a certificate that is %s, even with allowInsecure", async (_what, certificate, ca, code) => {
  const { url } = await secure(ok, certificate);
  const sender = send.createSender({ lookup: lookupOf(["127.0.0.1"]), ...(ca && { ca }) });
  const message = `The secure connection failed (${code}).`;
  expect(await post(url, {}, sender)).toMatchObject({ kind: "failure", reason: "tls", ours: false, message });
});

it.each(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED"])("reports the resolver's %s as dns", async (code) => {
  const ours = code !== "ENOTFOUND";
  const sender = send.createSender({ lookup: () => Promise.reject(Object.assign(new Error(), { code })) });
  const result = await post("https://receiver.test/", { allowInsecure: false }, sender);
  expect(result).toMatchObject({
    kind: "failure",
    reason: "dns",
    ours,
    message: expect.stringContaining(code),
  });
});

it("gives up on a resolver that never responds, and on an empty result", async () => {
  const hung = send.createSender({ lookup: () => new Promise<never>(() => undefined) });
  expect(await post("https://a.test/", { timeoutMs: 30 }, hung)).toMatchObject({ reason: "dns", ours: true });
  const empty = send.createSender({ lookup: lookupOf([]) });
  expect(await post("https://a.test/", {}, empty)).toMatchObject({ reason: "dns", ours: false });
});

it.each([
  [["ENETUNREACH"], { reason: "refused", ours: true }],
  [["EMFILE"], { reason: "refused", ours: true }],
  [["ENETUNREACH", "ETIMEDOUT"], { reason: "timeout", ours: false }],
  [["EHOSTUNREACH"], { reason: "refused", ours: false }],
])("distinguishes our own failure from the receiver's for %j", async (codes, expected) => {
  local.failConnectionsWith(...codes);
  expect(await post("http://127.0.0.1:9/")).toMatchObject(expected);
});

it.each(Object.entries({ silent, drip }))("gives up after the timeout: %s", async (_what, handler) => {
  const { url, server } = await plain(handler);
  const closed = local.connectionClosed(server);
  const result = await post(url, { timeoutMs: 150 });
  expect(result).toMatchObject({ kind: "failure", reason: "timeout", ours: false });
  expect(result.durationMs).toBeGreaterThanOrEqual(149);
  await closed; // the connection is closed too
});

it("reads 100 MB only up to the limit and stops the receiver", async () => {
  let sent = 0;
  const { url, server } = await plain((_request, response) => {
    const more = () => void (++sent < 100 ? response.write(MEGABYTE, more) : response.end());
    more();
  });
  const closed = local.connectionClosed(server);
  const result = await post(url);
  expect(result).toMatchObject({ kind: "response", status: 200, truncated: true });
  expect(result.kind === "response" && result.body.equals(MEGABYTE.subarray(0, LIMIT))).toBe(true);
  await closed;
  expect(sent).toBeLessThan(100);
  expect(await post(url, { onOverflow: "fail" })).toMatchObject({ kind: "failure", reason: "too_big" });
});

it.each([LIMIT, LIMIT + 1])("reports whether a response of %i bytes was cut", async (length) => {
  const { url } = await plain((_request, response) => void response.end(Buffer.alloc(length)));
  const result = await post(url);
  expect(result).toMatchObject({ kind: "response", truncated: length > LIMIT });
  expect(result.kind === "response" && result.body.length).toBe(LIMIT);
});

it("neither requests nor decodes compression (gzip bomb)", async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  const { url } = await plain((request, response) => {
    const asked = request.headers["accept-encoding"];
    response.writeHead(200, { "content-encoding": "gzip", "x-asked": asked }).end(bomb);
  });
  const result = await post(url, { headers: { "accept-encoding": "gzip" } });
  expect(result).toMatchObject({ truncated: false, headers: { "x-asked": "identity" } });
  expect(result.kind === "response" && result.body.equals(bomb)).toBe(true);
});

const STATUSES = ["204 5", "410 -1", "429 soon", "429 99999999999999999999", "429 1 Jan 2015", "500 "];
it.each(STATUSES)("returns status and Retry-After %j unchanged", async (line) => {
  const [status, retryAfter] = [Number(line.slice(0, 3)), line.slice(4)];
  const headers = { "retry-after": retryAfter, "set-cookie": ["a=1", "b=2"] };
  const { url } = await plain((_request, response) => void response.writeHead(status, headers).end());
  const received = { "retry-after": retryAfter, "set-cookie": "a=1, b=2" };
  expect(await post(url)).toMatchObject({ kind: "response", status, headers: received, truncated: false });
});

it("keeps connections alive, limits their number, and resolves the name once for a burst", async () => {
  const seen: unknown[] = [];
  const { url, connections } = await secure((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.cookie}`);
    response.setHeader("set-cookie", "a=1").end();
  });
  const lookup = lookupOf(["127.0.0.1"]);
  const sender = send.createSender({ lookup, ca: local.TEST_CA });
  for (let n = 0; n < 10; n++) await post(url, {}, sender);
  expect(connections()).toBeLessThanOrEqual(2); // undici frees a connection a moment after the end of the response
  expect(new Set(seen)).toEqual(new Set(["POST /hook?a=1 undefined"]));
  lookup.mockClear();
  await Promise.all(Array.from({ length: 400 }, () => post(url, {}, sender)));
  expect(seen).toHaveLength(410);
  expect(connections()).toBeLessThanOrEqual(send.CONNECTIONS_PER_ORIGIN);
  expect(lookup).toHaveBeenCalledTimes(1);
  expect(process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length).toBeLessThan(400);
});

it("throws for the caller's own mistakes instead of blaming the receiver", async () => {
  const { url } = await plain(ok);
  await expect(post(url, { headers: { "x-bad": "a\nb" } })).rejects.toThrow(/header/);
});

it("fetches an image completely or not at all", async () => {
  const { url } = await plain((request, response) => {
    const blocks = Number(new URL(request.url ?? "/", url).searchParams.get("mib"));
    response.end(Buffer.concat(Array.from({ length: blocks }, () => MEGABYTE)));
  });
  expect((await fetchImage(`${url}&mib=10`, { allowInsecure: true })).length).toBe(10 * 1024 * 1024);
  const tooBig = { name: "OutboundRefused", reason: "too_big", message: "The image is larger than 10 MiB." };
  await expect(fetchImage(`${url}&mib=11`, { allowInsecure: true })).rejects.toMatchObject(tooBig);
  const blocked = { name: "OutboundRefused", reason: "blocked", ours: false };
  await expect(fetchImage(`${url}&mib=1`, { allowInsecure: false })).rejects.toMatchObject(blocked);
});

it.each([204, 404, 302])("accepts no image with status %i", async (status) => {
  const reason = status === 302 ? "redirect" : "status";
  const { url } = await plain((_request, response) => void response.writeHead(status).end());
  const refusal = { name: "OutboundRefused", reason, message: expect.stringContaining(`${status}`) };
  await expect(fetchImage(url, { allowInsecure: true })).rejects.toMatchObject(refusal);
});

describe("the fetches of one request", () => {
  const wanted = { what: "page", accept: "text/html", maxBytes: 1024 * 1024 };
  const within = (requests: number, timeoutMs = 8_000, allowInsecure = true) =>
    createLimitedFetch({ requests, timeoutMs }, { allowInsecure });

  it("are limited in number, whether they succeed or fail", async () => {
    const { url, connections } = await plain((request, response) => {
      const { accept } = request.headers;
      response.writeHead(accept === "text/html" ? 410 : 500).end("gone");
    });
    const fetch = within(2);
    expect(await fetch(url, wanted)).toEqual({ status: 410, body: Buffer.from("gone") });
    await expect(fetch("https://127.0.0.1:1/", wanted)).rejects.toMatchObject({ reason: "refused" });
    await expect(fetch(url, wanted)).rejects.toMatchObject({ reason: "budget", ours: false });
    expect(connections()).toBe(1);
  });

  it("all end when their time is over", async () => {
    const paths: unknown[] = [];
    const { url } = await plain((request, response) => {
      paths.push(request.url);
      drip(request, response);
    });
    const fetch = within(9, 200);
    await expect(fetch(url, wanted)).rejects.toMatchObject({ reason: "timeout" });
    await expect(fetch(url, wanted)).rejects.toMatchObject({ reason: "timeout" });
    // The second one had no time left, so it sent no request.
    expect(paths).toHaveLength(1);
  });

  it("read no endless response, follow no redirect and reach no private address", async () => {
    const { url } = await plain((request, response) => {
      if (request.url?.includes("moved")) response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
      else for (let block = 0; block < 3; block += 1) response.write(MEGABYTE);
    });
    const tooBig = { reason: "too_big", message: "The page is larger than 1 MiB." };
    await expect(within(1)(url, wanted)).rejects.toMatchObject(tooBig);
    await expect(within(1)(`${url}&moved=1`, wanted)).rejects.toMatchObject({ reason: "redirect" });
    await expect(within(1, 8_000, false)(url, wanted)).rejects.toMatchObject({ reason: "blocked" });
  });
});
