import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDocumentStore } from "@/lib/http/server/document-store";
import { createPublicDocumentHandler } from "@/lib/http/server/public-documents";
import {
  type PageVariant,
  capturePage,
  removeScripts,
  type RenderedPage,
} from "@/lib/http/server/rendered-page";
import { newId } from "@/lib/kernel/ids";
import * as pages from "@/lib/credentials/public-pages/service";

// The handler asks whether there is a replica. Nothing here connects to a database.
Object.assign(process.env, {
  DATABASE_URL: "postgresql://localhost/none",
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  SESSION_SECRET: "x".repeat(32),
});

const id = newId();

/** Sends a request to the documents and returns the result. */
async function requestPage(
  answer: ReturnType<typeof createPublicDocumentHandler>,
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url, headers });
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  vi.spyOn(response, "end").mockImplementation((chunk?: unknown) => {
    if (chunk !== undefined) chunks.push(Buffer.from(chunk as Buffer));
    return response;
  });
  const isAnswered = await answer(request, response);
  const bytes = Buffer.concat(chunks);
  const isPacked = response.getHeader("content-encoding") === "gzip";
  const sent = /content-length: (\d+)/i.exec(String((response as unknown as { _header: unknown })._header));
  return {
    isAnswered,
    url: request.url,
    status: response.statusCode,
    etag: String(response.getHeader("etag")),
    policy: String(response.getHeader("content-security-policy")),
    length: Number(sent?.[1]),
    html: (isPacked ? gunzipSync(bytes) : bytes).toString(),
  };
}

const html = (text: string): RenderedPage => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  html: `<html><body>${text}</body></html>`,
});

const shown = (stamp: string): pages.PublicPageStatus => ({ kind: "shown", stamp });
const standing = vi.spyOn(pages, "readBadgePageStatus");
const render = vi.fn<(path: string, reader: PageVariant) => Promise<RenderedPage>>();
let answer: ReturnType<typeof createPublicDocumentHandler>;

beforeEach(() => {
  standing.mockReset().mockResolvedValue(shown("one"));
  render
    .mockReset()
    .mockImplementation((path, { locale, theme }) => Promise.resolve(html([path, locale, theme].join(" "))));
  answer = createPublicDocumentHandler({ render, build: "b" });
});

describe("a public page", () => {
  it("is rendered once while its content is unchanged, and again after a change", async () => {
    const first = await requestPage(answer, `/badges/${id}?utm_source=mail`);
    const second = await requestPage(answer, `/badges/${id}/`);
    expect([first.status, second.html]).toEqual([200, first.html]);
    expect(render).toHaveBeenCalledTimes(1);
    standing.mockResolvedValue(shown("two"));
    const third = await requestPage(answer, `/badges/${id}`);
    expect(third.etag).not.toBe(first.etag);
    expect(render).toHaveBeenCalledTimes(2);
  });

  it("is rendered for each language and colour scheme, and for no other property of a request", async () => {
    await requestPage(answer, `/badges/${id}`, {
      cookie: "session=secret; theme=dark; language=ja",
      "accept-language": "de",
    });
    await requestPage(answer, `/badges/${id}`, {
      cookie: "theme=evil; language=xx",
      "accept-language": "de-AT",
    });
    await requestPage(answer, `/badges/${id}`, { "accept-language": "de", authorization: "Bearer x" });
    expect(render.mock.calls).toEqual([
      [`/badges/${id}`, { locale: "ja", theme: "dark" }],
      [`/badges/${id}`, { locale: "de", theme: "" }],
    ]);
  });

  it("is revalidated by its ETag: 304 if unchanged, compressed if the client supports it", async () => {
    const { etag, html: text } = await requestPage(answer, `/badges/${id}`);
    const again = await requestPage(answer, `/badges/${id}`, { "if-none-match": `"x", ${etag}` });
    expect([again.status, again.html]).toEqual([304, ""]);
    const packed = await requestPage(answer, `/badges/${id}`, { "accept-encoding": "br, gzip" });
    expect(packed.html).toBe(text);
    const head = await requestPage(answer, `/badges/${id}`, {}, "HEAD");
    expect([head.status, head.html, head.length]).toEqual([200, "", text.length]);
  });

  it("is not cached when it is a search, so that many searches leave other pages cached", async () => {
    const read = vi.spyOn(pages, "readOrganizationPageStatus").mockResolvedValue(shown("one"));
    const address = "/org/harbor?page=2&skill=A%26B&q=+tide++tables+&utm_source=mail";
    for (let count = 0; count < 2; count += 1) await requestPage(answer, address);
    expect(render.mock.calls.map(([path]) => path)).toEqual(
      Array(2).fill("/org/harbor?q=tide+tables&skill=A%26B&page=2"),
    );
    expect(read.mock.calls[0]).toEqual(["harbor", 2, { query: "tide tables", skill: "A&B" }]);
    for (let count = 0; count < 2; count += 1) await requestPage(answer, "/org/harbor?q=+");
    expect(render).toHaveBeenCalledTimes(3);
    read.mockRestore();
  });

  it("may run no scripts; only the embedded card may be framed", async () => {
    const page = await requestPage(answer, `/badges/${id}`);
    expect(page.policy).toContain("script-src 'none'");
    expect(page.policy).toContain("frame-ancestors 'none'");
    expect((await requestPage(answer, `/embed/badges/${id}`)).policy).toContain("frame-ancestors *");
  });

  it("is rendered once for concurrent requests", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => requestPage(answer, `/badges/${id}`)));
    expect(new Set(all.map(({ html: text }) => text)).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it("is not cached when it changed while it was rendered, was incomplete, or is not a page", async () => {
    standing.mockResolvedValueOnce(shown("one")).mockResolvedValueOnce(shown("two"));
    await requestPage(answer, `/badges/${id}`);
    standing.mockResolvedValue(shown("one"));
    render.mockResolvedValueOnce(html('<template id="B:0"></template>'));
    await requestPage(answer, `/badges/${id}`);
    render.mockResolvedValueOnce({ ...html("x"), status: 500 });
    expect((await requestPage(answer, `/badges/${id}`)).status).toBe(500);
    await requestPage(answer, `/badges/${id}`);
    expect(render).toHaveBeenCalledTimes(4);
    await requestPage(answer, `/badges/${id}`);
    expect(render).toHaveBeenCalledTimes(4);
  });

  it("shows the page for missing content, and leaves the rest to Next", async () => {
    standing.mockResolvedValue({ kind: "revoked" });
    expect(await requestPage(answer, `/badges/${id}`)).toMatchObject({
      isAnswered: false,
      url: `/badges/${id}/unavailable`,
    });
    standing.mockResolvedValue({ kind: "moved" });
    expect(await requestPage(answer, `/badges/${id}`)).toMatchObject({
      isAnswered: false,
      url: `/badges/${id}`,
    });
    standing.mockRejectedValue(new Error("no database"));
    expect((await requestPage(answer, `/badges/${id}`)).isAnswered).toBe(false);
    expect(await requestPage(answer, "/frame")).toMatchObject({ isAnswered: false, url: "/nothing-here" });
    for (const url of ["/badges", `/badges/${id}/card.png`, "/wallet", "/org/a/b"]) {
      expect((await requestPage(answer, url)).isAnswered, url).toBe(false);
    }
    expect((await requestPage(answer, `/badges/${id}`, { rsc: "1" })).isAnswered).toBe(false);
    expect((await requestPage(answer, `/badges/${id}`, {}, "POST")).isAnswered).toBe(false);
  });

  it("falls back to Next when it cannot be rendered here", async () => {
    render.mockRejectedValue(new Error("broken"));
    expect((await requestPage(answer, `/badges/${id}`)).isAnswered).toBe(false);
  });
});

describe("a page without its scripts", () => {
  it("contains everything except our scripts", () => {
    const text = "&lt;script&gt;alert(1)&lt;/script&gt;";
    const data = `<script type="application/ld+json">{"name":"\\u003c/script>"}</script>`;
    const page =
      `<head><link rel="preload" as="script" href="/a.js"/><link rel="preload" as="font" href="/f"/>` +
      `<script src="/_next/a.js" async=""></script>${data}</head><body title="${text}">${text}` +
      `<script>self.__next_f.push("\\u003c/script>\\u003cscript>")</script><script nonce="x">$RC()</script></body>`;
    expect(removeScripts(page)).toBe(
      `<head><link rel="preload" as="font" href="/f"/>${data}</head><body title="${text}">${text}</body>`,
    );
  });

  it("is requested from Next inside the process", async () => {
    const page = await capturePage(
      (request, response) => {
        response.setHeader("Content-Type", "text/html");
        response.flushHeaders();
        response.write(`<p>${request.url} ${request.headers.cookie}</p>`);
        response.write(Buffer.from("<script>x</script>ü"));
        response.end();
        return Promise.resolve();
      },
      "/a?b",
      { cookie: "c" },
    );
    expect(page).toMatchObject({ status: 200, html: "<p>/a?b c</p>ü" });
  });

  it("fails when Next breaks off the response", async () => {
    const broken = capturePage(
      (_, response) => {
        response.destroy(new Error("off"));
        return Promise.resolve();
      },
      "/",
      {},
    );
    await expect(broken).rejects.toThrow("off");
  });
});

describe("the cache", () => {
  const document = (bytes: number) => ({ body: Buffer.alloc(bytes), gzip: Buffer.alloc(0) });

  it("never exceeds its size limit; the least recently requested page is removed first", () => {
    const store = createDocumentStore(3 * (1_024 + 1_000));
    for (const key of ["a", "b", "c"]) store.set(key, document(1_000));
    store.get("a");
    store.set("d", document(1_000));
    expect(["a", "b", "c", "d"].filter((key) => store.get(key))).toEqual(["a", "c", "d"]);
    store.set("a", document(1_000));
    expect(store.calculatedSize).toBe(3 * 2_024);
    store.set("huge", document(100_000));
    expect([store.get("huge"), store.calculatedSize]).toEqual([undefined, 3 * 2_024]);
  });
});
