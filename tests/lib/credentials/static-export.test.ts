import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ExportFailure,
  file,
  goneMark,
  jsonDocument,
  page,
  picture,
  toFilePath,
} from "@/lib/credentials/static-export/files";
import { ExportFolder } from "@/lib/credentials/static-export/folder";
import { readContent, type PublicResponse } from "@/lib/credentials/static-export/reading";
import { findAssets, findImageIds, withDirectLinks } from "@/lib/credentials/static-export/references";

const ORIGIN = "https://badges.example.org";

describe("the file of an address", () => {
  it.each([
    [page("/badges/1"), "/badges/1", "badges/1/index.html"],
    [page("/users/ada", { query: "page=2" }), "/users/ada?page=2", "users/ada/page=2.html"],
    [
      jsonDocument("/v1/obi/v3/issuers/1/jwks"),
      "/v1/obi/v3/issuers/1/jwks",
      "v1/obi/v3/issuers/1/jwks/index.json",
    ],
    [
      jsonDocument("/v1/obi/v2/badge_classes/1", { query: "issuer_id=2" }),
      "/v1/obi/v2/badge_classes/1?issuer_id=2",
      "v1/obi/v2/badge_classes/1/issuer_id=2.json",
    ],
    [
      picture("/v1/obi/v2/badge_assertions/1/image"),
      "/v1/obi/v2/badge_assertions/1/image",
      "v1/obi/v2/badge_assertions/1/image/index.png",
    ],
    [file("/v1/obi/v3/credentials/1.jwt"), "/v1/obi/v3/credentials/1.jwt", "v1/obi/v3/credentials/1.jwt"],
    [goneMark("/badges/1"), null, "badges/1/gone"],
    // Web servers decode an address before they look for its file.
    [page("/org/caf%C3%A9%20no.%201"), "/org/caf%C3%A9%20no.%201", "org/café no. 1/index.html"],
  ])("%o", (found, address, path) => {
    expect(found).toEqual({ address, file: path, expects: 200 });
  });

  it.each([
    "/org/..",
    "/org/%2e%2e",
    "/org/..%2f..%2fetc",
    "/org/a%2fb",
    "/org/a%5cb",
    "/org/.htaccess",
    "/org/a%00b",
    "/org/a:b",
    "/org//a",
    "/org/",
    `/org/${"a".repeat(256)}`,
    `/org/${"%C3%A9".repeat(128)}`,
  ])("refuses %s", (path) => {
    expect(() => toFilePath(path)).toThrow(ExportFailure);
  });

  it("never leads out of the folder, whatever a slug is", () => {
    const slug = fc.string({
      unit: fc.constantFrom(".", "/", "\\", ":", "%", "~", "\0", " ", "a", "é", "2", "f", "e"),
    });
    fc.assert(
      fc.property(slug, (text) => {
        let path: string;
        try {
          path = page(`/org/${encodeURIComponent(text)}`).file;
        } catch (error) {
          return error instanceof ExportFailure;
        }
        return path.split("/").length === 3 && join("/srv", path) === `/srv/org/${text}/index.html`;
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("what a page names", () => {
  const id = "01a20ed2-b539-7141-91f4-cc649bf2ec98";

  it("images of the product, in pages and in documents with absolute URLs", () => {
    const other = id.replace("01a2", "01A3");
    expect(
      findImageIds(`src="/images/${id}/image.png" {"image":"${ORIGIN}/images/${other}/image.png"}`),
    ).toEqual([id, other.toLowerCase()]);
    expect(findImageIds(`/images/${id}/other.png /images/../image.png`)).toEqual([]);
  });

  it("styles, icons and fonts, and no scripts", () => {
    const html = `<link href="/_next/static/chunks/a.css"><link href="/icon.svg?icon.1.svg"><a href="/badges/1">
      <script src="/_next/static/chunks/b.js"></script><link href="/_next/static/../../etc/x.css">`;
    expect(findAssets(html, "/badges/1")).toEqual(["/_next/static/chunks/a.css", "/icon.svg"]);
    const css = `a{src:url(../media/a.woff2) b,url("b.woff2?x")}c{background:url(data:image/png;base64,AA)}`;
    expect(findAssets(css, "/_next/static/chunks/a.css")).toEqual([
      "/_next/static/media/a.woff2",
      "/_next/static/chunks/b.woff2",
    ]);
  });
});

it("a link that the product counts leads straight to its target", () => {
  const page =
    '<a href="/badges/1/issuer" data-href="https://a.example/?b=1&amp;c=2" rel="ugc">A</a> <a href="/b">B</a>';
  expect(withDirectLinks(Buffer.from(page)).toString()).toBe(
    '<a href="https://a.example/?b=1&amp;c=2" rel="ugc">A</a> <a href="/b">B</a>',
  );
});

it("the link to oEmbed is left out, because no file answers a query", () => {
  const link = (type: string) => `<link rel="alternate" href="http://x/y?url=1" type="${type}"/>`;
  const page = link("application/vc") + link("application/json+oembed") + link("application/ld+json");
  expect(withDirectLinks(Buffer.from(page)).toString()).toBe(
    link("application/vc") + link("application/ld+json"),
  );
});

describe("the content of a file", () => {
  const respondWith = (answers: Record<string, Partial<PublicResponse>>) => (address: string) =>
    Promise.resolve({ status: 500, location: null, body: Buffer.from(address), ...answers[address] });

  it("follows redirects to the product, with absolute and relative targets", async () => {
    const read = respondWith({
      "/badges/1": { status: 302, location: `${ORIGIN}/badges/2?a=b` },
      "/badges/2?a=b": { status: 307, location: "/badges/3" },
      "/badges/3": { status: 200 },
    });
    expect(String(await readContent(page("/badges/1"), ORIGIN, read))).toBe("/badges/3");
  });

  it.each([404, 410])("is none when the response is %d", async (status) => {
    expect(await readContent(page("/badges/1"), ORIGIN, respondWith({ "/badges/1": { status } }))).toBeNull();
  });

  it("is the page of a revoked badge when that is expected", async () => {
    const read = respondWith({ "/badges/1": { status: 410 } });
    expect(String(await readContent(page("/badges/1", { expects: 410 }), ORIGIN, read))).toBe("/badges/1");
  });

  it.each([
    ["an error", { status: 503 }],
    ["another origin", { status: 302, location: "https://example.com/badges/1" }],
    ["an address that is none", { status: 302, location: "http://" }],
    ["itself", { status: 302, location: "/badges/1" }],
  ])("fails for %s", async (_name, answer) => {
    const reading = readContent(page("/badges/1"), ORIGIN, respondWith({ "/badges/1": answer }));
    await expect(reading).rejects.toThrow(ExportFailure);
  });

  it("fails when the product does not respond", async () => {
    const reading = readContent(page("/badges/1"), ORIGIN, () => Promise.reject(new Error("reset")));
    await expect(reading).rejects.toThrow(ExportFailure);
  });
});

describe("the folder", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "badges-export-folder-"));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it("writes only what changed, and removes folders that became empty", async () => {
    const folder = await ExportFolder.open(directory, ORIGIN);
    expect(await folder.write("badges/1/index.html", Buffer.from("a"))).toBe(true);
    expect(await folder.write("badges/1/index.html", Buffer.from("a"))).toBe(false);
    expect(await folder.write("badges/1/index.html", Buffer.from("b"))).toBe(true);
    expect(await folder.remove("badges/1/index.html")).toBe(true);
    expect(await folder.remove("badges/1/index.html")).toBe(false);
    expect(await readdir(directory)).toEqual([".export"]);
    await folder.close();
  });

  it("refuses files outside, and our own ones", async () => {
    const folder = await ExportFolder.open(directory, ORIGIN);
    for (const path of ["../x", "/etc/x", "a/../../x", ".export/export.json", ""]) {
      await expect(folder.write(path, Buffer.from("a")), path).rejects.toThrow("not inside");
      await expect(folder.remove(path), path).rejects.toThrow("not inside");
    }
    await folder.close();
  });

  it("records what was written, and rewrites a record that the disk damaged", async () => {
    const folder = await ExportFolder.open(directory, ORIGIN);
    const keys = Array.from({ length: 5 }, (_none, index) => `record-${index}`);
    const state = { stamp: "1", files: ["badges/1/index.html"] };
    for (const key of keys) await folder.writeState("status lists", key, state);
    expect(await folder.readState("status lists", "record-1")).toEqual(state);
    expect(await folder.readState("status lists", "record-9")).toBeNull();
    const listed: string[][] = [];
    for await (const batch of folder.listKeys("status lists", 2)) listed.push(batch);
    expect(listed.map((batch) => batch.length)).toEqual([2, 2, 1]);
    expect(listed.flat().toSorted()).toEqual(keys);
    await writeFile(join(directory, ".export/records/status-lists/-1/record-1.json"), "");
    expect(await folder.readState("status lists", "record-1")).toEqual({ stamp: null, files: [] });
    await folder.close();
  });

  it("clears the drafts of a run that was killed, and opens a folder in which only ours is", async () => {
    const killed = await ExportFolder.open(directory, ORIGIN);
    await writeFile(join(directory, ".export/drafts/half"), "<html>");
    await rm(join(directory, ".export/export.json"));
    await killed.close();
    const folder = await ExportFolder.open(directory, ORIGIN);
    expect(await readdir(join(directory, ".export/drafts"))).toEqual([]);
    await folder.close();
    await expect(ExportFolder.open(directory, "https://example.com")).rejects.toThrow("is the export of");
  });

  it("refuses a file, and a folder with other files", async () => {
    await writeFile(join(directory, "letter.txt"), "");
    await expect(ExportFolder.open(directory, ORIGIN)).rejects.toThrow("is not empty");
    await expect(ExportFolder.open(join(directory, "letter.txt"), ORIGIN)).rejects.toThrow("is not a folder");
    expect(await readdir(directory)).toEqual(["letter.txt"]);
  });
});
