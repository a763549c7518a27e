import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { chooseCoding, matchesEtag } from "./negotiation";

/** Scripts and styles of the pages: compressed once, at the highest level, instead of for each visitor. */

/** The output folder of the build, next to the bundled programs. */
export const ASSETS_FOLDER = join(".build", "static");

// Next serves images itself: they can be opened as a page, which needs every security header.
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

type Coding = "br" | "gzip";

/** In order of preference, with their file extensions. */
const CODINGS: [coding: Coding, ending: string][] = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

const packBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const packGzip = promisify<Buffer, object, Buffer>(gzip);

const compressors: Record<Coding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) =>
    packBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => packGzip(text, { level: constants.Z_BEST_COMPRESSION }),
};

const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

/** Compresses the suitable files of `from` into a new folder `to`. Omits files that would not become smaller. */
export async function compressAssets(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const files = (await listFiles(from)).filter((file) => extname(file) in TYPES);
  const compress = async (file: string) => {
    const text = await readFile(join(from, file));
    await mkdir(dirname(join(to, file)), { recursive: true });
    for (const [coding, ending] of CODINGS) {
      const packed = await compressors[coding](text);
      if (packed.length < text.length) await writeFile(join(to, file + ending), packed);
    }
  };
  await Promise.all(files.map(compress));
}

type CompressedFile = { body: Buffer; etag: string };
type Asset = { type: string; packed: Partial<Record<Coding, CompressedFile>> };

const computeEtag = (body: Buffer): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/** Reads all assets by path, some two megabytes. Empty when the folder does not exist. */
async function readAssets(folder: string, prefix: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const file of await listFiles(folder).catch(() => [])) {
    const [coding] = CODINGS.find(([, ending]) => file.endsWith(ending)) ?? [];
    const name = file.slice(0, -extname(file).length);
    const type = TYPES[extname(name)];
    if (!coding || !type) continue;
    const address = prefix + name.split(sep).join("/");
    const asset = assets.get(address) ?? { type, packed: {} };
    const body = await readFile(join(folder, file));
    asset.packed[coding] = { body, etag: computeEtag(body) };
    assets.set(address, asset);
  }
  return assets;
}

/** Responds to a request for one of the assets if the client accepts a coding. Returns true when it has responded. */
export type AssetHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Reads the files from `compressAssets` and returns a handler that serves them below `prefix`. A path must match an
 * asset exactly, so none leads out of the folder; all other requests are left to the next handler. `Range` is ignored,
 * which RFC 9110, 14.2 permits: these files are never fetched in parts.
 *
 * The names contain a digest of the content, so they can be cached forever. Of the security headers only `nosniff`
 * matters for a script; the others would be 5% of the response.
 */
export async function createAssetHandler(folder: string, prefix: string): Promise<AssetHandler> {
  const assets = await readAssets(folder, prefix);
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const [path = ""] = (request.url ?? "").split("?", 1);
    const asset = assets.get(path);
    if (!asset) return false;
    const offered = CODINGS.map(([coding]) => coding).filter((coding) => asset.packed[coding]);
    const coding = chooseCoding(request, offered);
    const chosen = coding && asset.packed[coding];
    if (!chosen) return false;
    const { body, etag } = chosen;
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("ETag", etag);
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304).end();
      return true;
    }
    response.setHeader("Content-Type", asset.type);
    response.setHeader("Content-Encoding", coding);
    response.setHeader("Content-Length", body.length);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  };
}
