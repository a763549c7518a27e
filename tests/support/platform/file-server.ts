import { readFile, stat } from "node:fs/promises";
import { createServer, request } from "node:https";
import { extname, join } from "node:path";
import { once } from "node:events";
import type { LocalhostCertificate } from "./localhost-certificate";

const INDEX_FILES = ["index.html", "index.json", "index.png"];
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".pdf": "application/pdf",
};

async function findFile(path: string): Promise<string | null> {
  const candidates = [path, ...INDEX_FILES.map((name) => join(path, name))];
  for (const candidate of candidates) {
    const info = await stat(candidate).catch(() => null);
    if (info?.isFile()) return candidate;
  }
  return null;
}

/** Serves a folder over https at an origin of localhost: files, and index files of folders, and nothing else. */
export async function serveFolder(
  folder: string,
  origin: string,
  { key, cert }: LocalhostCertificate,
): Promise<{ stop: () => Promise<void> }> {
  const server = createServer({ key, cert }, (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", origin);
    void findFile(join(folder, decodeURIComponent(pathname))).then(async (file) => {
      if (file === null) {
        response.writeHead(404).end();
        return;
      }
      response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.end(await readFile(file));
    });
  });
  server.listen(Number(new URL(origin).port), "127.0.0.1");
  await once(server, "listening");
  return {
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    },
  };
}

/** Requests an address of a server with the certificate of localhost. */
export async function getOverTls(
  address: string,
  { cert }: LocalhostCertificate,
): Promise<{ status: number; type: string; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { ca: cert, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}
