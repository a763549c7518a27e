import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Negotiator from "negotiator";
import { chosenLook, cookieValue } from "@/lib/kernel/cookies";
import { digest } from "@/lib/kernel/secrets";
import { LANGUAGE_COOKIE } from "@/lib/kernel/locales";
import { log } from "@/lib/kernel/log";
import { chooseLocale } from "@/lib/delivery/languages/choice";
import type { PublicStanding } from "@/lib/credentials/public-pages/service";
import { createDocumentStore, type StoredDocument } from "./document-store";
import { publicAddress, type PublicAddress } from "./public-address";
import type { Reader, RenderedPage } from "./rendered-page";
import { setDocumentPolicy } from "./security-headers";

const CAPACITY = 32 * 1024 * 1024;
const compress = promisify(gzip);

type Options = {
  /** Renders the page of this path in this variant. */
  render: (path: string, reader: Reader) => Promise<RenderedPage>;
  /** The id of the build. Pages differ between builds. */
  build: string;
  capacity?: number;
};

type Kept = { document: StoredDocument } | { page: RenderedPage };

function readerOf({ headers }: IncomingMessage): Reader {
  const chosen = cookieValue(headers.cookie, LANGUAGE_COOKIE);
  return {
    locale: chooseLocale({ chosen, accepts: headers["accept-language"] ?? null }),
    look: chosenLook(headers.cookie),
  };
}

/** True for a complete page: none of its parts waits for a script by which React moves it into place. */
const isWhole = ({ status, headers, html }: RenderedPage): boolean =>
  status === 200 &&
  (headers["content-type"] ?? "").startsWith("text/html") &&
  html.includes("</html>") &&
  !/<template id="B:|<div hidden id="S:/.test(html);

function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { body, gzip: packed }: StoredDocument,
  etag: string,
): void {
  response.setHeader("ETag", etag);
  // Caches must revalidate each time, so that a revoked badge disappears at once.
  response.setHeader("Cache-Control", "private, no-cache");
  response.setHeader("Vary", "Accept-Encoding, Accept-Language, Cookie");
  if ((request.headers["if-none-match"] ?? "").split(/\s*,\s*/).includes(etag)) {
    response.writeHead(304).end();
    return;
  }
  const isPacked = new Negotiator(request).encoding(["gzip", "identity"]) === "gzip";
  if (isPacked) response.setHeader("Content-Encoding", "gzip");
  const bytes = isPacked ? packed : body;
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

const PASSED = ["content-type", "location", "cache-control", "retry-after"];

function sendPage(request: IncomingMessage, response: ServerResponse, page: RenderedPage): void {
  for (const name of PASSED) if (page.headers[name]) response.setHeader(name, page.headers[name]);
  response.writeHead(page.status).end(request.method === "HEAD" ? undefined : page.html);
}

/**
 * Creates a handler that serves public pages as documents without scripts, from memory while their content has not
 * changed (decision 0077). It returns whether it has responded. If not, the request's URL now leads to the page that
 * Next has to render: the page itself, or the page that says why it does not exist.
 */
export function publicDocuments({ render, build, capacity = CAPACITY }: Options) {
  const store = createDocumentStore(capacity);
  const rendering = new Map<string, Promise<Kept>>();

  /** Renders a page and caches it if its content did not change meanwhile. */
  async function make(key: string, stamp: string, address: PublicAddress, reader: Reader): Promise<Kept> {
    const page = await render(address.page, reader);
    if (!isWhole(page)) return { page };
    const body = Buffer.from(page.html);
    const document = { body, gzip: await compress(body) };
    const now = await address.standing();
    if (now.kind === "shown" && now.stamp === stamp) store.set(key, document);
    return { document };
  }

  /** Concurrent requests share one rendering. */
  function made(key: string, stamp: string, address: PublicAddress, reader: Reader): Promise<Kept> {
    const underWay = rendering.get(key);
    if (underWay) return underWay;
    const making = make(key, stamp, address, reader).finally(() => rendering.delete(key));
    rendering.set(key, making);
    return making;
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    address: PublicAddress,
    stamp: string,
  ): Promise<void> {
    const reader = readerOf(request);
    const key = [address.page, reader.locale, reader.look, stamp, build].join("\n");
    const known = store.get(key);
    const found: Kept = known ? { document: known } : await made(key, stamp, address, reader);
    setDocumentPolicy(request, response);
    if ("page" in found) sendPage(request, response, found.page);
    else sendDocument(request, response, found.document, `W/"${digest(key).toString("base64url")}"`);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const address = publicAddress(request);
    if (!address) return false;
    const standing = await standingOf(address);
    if (standing === null || standing.kind === "replaced") return false;
    if (standing.kind !== "shown") {
      request.url = address.absent;
      return false;
    }
    try {
      await answer(request, response, address, standing.stamp);
    } catch (error) {
      if (response.headersSent) throw error;
      log.warn({ err: error }, "a public page could not be rendered");
      return false;
    }
    return true;
  };
}

async function standingOf(address: PublicAddress): Promise<PublicStanding | null> {
  try {
    return await address.standing();
  } catch (error) {
    // The page reads it again, and reports the error.
    log.warn({ err: error }, "the status of a public page could not be read");
    return null;
  }
}
