import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

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

/** The client's weight for a coding, 0 to 1 (RFC 9110, 12.5.3). Without a header no coding is used. */
function codingWeight(coding: Coding, accepted: string): number {
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [name, Number(weight) || 0] as const;
    }),
  );
  return weights.get(coding) ?? weights.get("*") ?? 0;
}

/** Chooses the available coding with the highest weight; of two with the same weight, the first of `CODINGS`. */
function chooseCoding({ packed }: Asset, accepted: string): [Coding, CompressedFile] | null {
  let best: { coding: Coding; found: CompressedFile; weight: number } | null = null;
  for (const [coding] of CODINGS) {
    const [found, weight] = [packed[coding], codingWeight(coding, accepted)];
    if (found && weight > (best?.weight ?? 0)) best = { coding, found, weight };
  }
  return best && [best.coding, best.found];
}

/** True when the client already has it (RFC 9110, 13.1.2). */
const matchesEtag = (etag: string, condition: string | undefined): boolean =>
  (condition ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === etag);

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
    const chosen = asset && chooseCoding(asset, String(request.headers["accept-encoding"] ?? ""));
    if (!chosen) return false;
    const [coding, { body, etag }] = chosen;
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("ETag", etag);
    if (matchesEtag(etag, request.headers["if-none-match"])) {
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
