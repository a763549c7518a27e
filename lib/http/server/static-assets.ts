import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Scripts and styles of the pages: compressed once, as well as it goes, instead of again for each visitor. */

/** Where a build leaves them, beside the bundled programs. */
export const ASSETS = join(".build", "static");

// Pictures stay with Next: somebody may open one as a page, which needs every security header.
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

type Coding = "br" | "gzip";

/** In the order in which they are preferred, with the ending of their files. */
const CODINGS: [coding: Coding, ending: string][] = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

const packBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const packGzip = promisify<Buffer, object, Buffer>(gzip);

const pack: Record<Coding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) =>
    packBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => packGzip(text, { level: constants.Z_BEST_COMPRESSION }),
};

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

/** Compresses what can be of the files in `from`, into a new folder `to`; a file that would not shrink is left out. */
export async function compressAssets(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const files = (await filesIn(from)).filter((file) => extname(file) in TYPES);
  const compress = async (file: string) => {
    const text = await readFile(join(from, file));
    await mkdir(dirname(join(to, file)), { recursive: true });
    for (const [coding, ending] of CODINGS) {
      const packed = await pack[coding](text);
      if (packed.length < text.length) await writeFile(join(to, file + ending), packed);
    }
  };
  await Promise.all(files.map(compress));
}

type Packed = { body: Buffer; etag: string };
type Asset = { type: string; packed: Partial<Record<Coding, Packed>> };

const etagOf = (body: Buffer): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/** All of them by their address: some two megabytes. Without the folder there are none. */
async function readAssets(folder: string, prefix: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const file of await filesIn(folder).catch(() => [])) {
    const [coding] = CODINGS.find(([, ending]) => file.endsWith(ending)) ?? [];
    const name = file.slice(0, -extname(file).length);
    const type = TYPES[extname(name)];
    if (!coding || !type) continue;
    const address = prefix + name.split(sep).join("/");
    const asset = assets.get(address) ?? { type, packed: {} };
    const body = await readFile(join(folder, file));
    asset.packed[coding] = { body, etag: etagOf(body) };
    assets.set(address, asset);
  }
  return assets;
}

/** How gladly the client takes a coding, 0 to 1 (RFC 9110, 12.5.3); one that does not say it is given no coding. */
function wish(coding: Coding, accepted: string): number {
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return [name, Number(weight) || 0] as const;
    }),
  );
  return weights.get(coding) ?? weights.get("*") ?? 0;
}

/** The coding that the client likes best among those that there are; of two that it likes alike, the better one. */
function choose({ packed }: Asset, accepted: string): [Coding, Packed] | null {
  let best: { coding: Coding; found: Packed; weight: number } | null = null;
  for (const [coding] of CODINGS) {
    const [found, weight] = [packed[coding], wish(coding, accepted)];
    if (found && weight > (best?.weight ?? 0)) best = { coding, found, weight };
  }
  return best && [best.coding, best.found];
}

/** True when the client already has it (RFC 9110, 13.1.2). */
const isKnown = (etag: string, condition: string | undefined): boolean =>
  (condition ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === etag);

/** Answers a request if it asks for one of the assets and takes a coding; true when it answered. */
export type AnswerAsset = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Reads what `compressAssets` left in a folder, to be answered below `prefix`. An address names an asset letter by
 * letter or not at all, so that none leads out of the folder; everything else is left to whoever answers next. A
 * `Range` is not looked at, which RFC 9110, 14.2 permits: these files are never fetched in parts.
 *
 * The names hold a digest of the content, hence the caching; of the security headers only `nosniff` means something to
 * a script, and the others would be a twentieth of what is sent.
 */
export async function openAssets(folder: string, prefix: string): Promise<AnswerAsset> {
  const assets = await readAssets(folder, prefix);
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const [path = ""] = (request.url ?? "").split("?", 1);
    const asset = assets.get(path);
    const chosen = asset && choose(asset, String(request.headers["accept-encoding"] ?? ""));
    if (!chosen) return false;
    const [coding, { body, etag }] = chosen;
    response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("ETag", etag);
    if (isKnown(etag, request.headers["if-none-match"])) {
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
